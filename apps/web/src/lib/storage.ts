/** What the browser remembers. A browser that refuses storage (private mode, full disk) costs memory, not the page. */

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeText(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Not remembered; the value still holds for this visit.
  }
}

/** A remembered JSON value, or undefined where none was kept, it cannot be read, or `accepts` refuses it. */
export function readJson<T>(key: string, accepts: (value: unknown) => value is T): T | undefined {
  const text = readText(key)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return accepts(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function writeJson(key: string, value: unknown) {
  writeText(key, JSON.stringify(value))
}
