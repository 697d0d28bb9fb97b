/** Time that a browser may take to start downloading a large file. */
const KEPT_MS = 60_000

/** Saves a file that is already in the browser; nothing is sent. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
