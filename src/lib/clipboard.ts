/** Copies a text; false where the browser refuses, as it does on plain http from another host. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
