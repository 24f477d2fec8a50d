/** Whether a shop is open at that moment on its own clock; one that closes before it opens is open past midnight. */
export function isOpenAt(
  at: Date,
  { openTime, closeTime, timeZone }: { openTime: string; closeTime: string; timeZone: string },
): boolean {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  if (openTime === closeTime) return true
  return openTime < closeTime
    ? clock >= openTime && clock < closeTime
    : clock >= openTime || clock < closeTime
}
