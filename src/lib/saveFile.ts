/** Time that a browser may take to begin with a large file. */
const KEPT_MS = 60_000

/** Hands a file to the browser's downloads; nothing travels for it. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
