/** Whether an address leads to another end than the one before: what was entrusted to that one is not to be told to it. */
export function isElsewhere(before: string, after: string): boolean {
  const [a, b] = [URL.parse(before), URL.parse(after)]
  return a?.protocol !== b?.protocol || a?.host !== b?.host
}
