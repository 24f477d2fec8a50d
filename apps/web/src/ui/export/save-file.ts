/** Hands a file to the browser, which puts it where downloads go. */
export function saveFile(fileName: string, mime: string, base64: string) {
  const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))
  saveBlob(fileName, new Blob([bytes], { type: mime }))
}

export function saveBlob(fileName: string, blob: Blob) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download has begun by then; at once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
