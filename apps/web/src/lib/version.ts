const key = 'Version'

/**
 * A build of another version than the stored one clears what the browser remembers, stores the new version and
 * asks for a reload (answer `true`). A browser that remembers nothing yet only notes the version.
 */
export function clearAfterUpdate(version: string, storage: Storage): boolean {
  const stored = storage.getItem(key)
  if (stored === version) return false
  const wasEmpty = storage.length === 0
  storage.clear()
  storage.setItem(key, version)
  // A storage that does not keep what it is given would reload for ever.
  return !wasEmpty && storage.getItem(key) === version
}
