import { isSecret, RESOURCE_REFERENCE_SIGNATURE, signatureOf } from './secrets.ts'
import { mapValue } from './values.ts'

export type Rename = (urn: string) => string

/** Renames resource references inside a value, also in plaintext secrets; encrypted ones cannot be reached. */
export function renameReferences(value: unknown, rename: Rename): unknown {
  return mapValue(value, (part) => {
    if (signatureOf(part) === RESOURCE_REFERENCE_SIGNATURE && 'urn' in part && typeof part.urn === 'string') {
      const urn = rename(part.urn)
      return urn === part.urn ? part : { ...part, urn }
    }
    if (!isSecret(part) || !('plaintext' in part) || typeof part.plaintext !== 'string') return undefined
    const plaintext = renameInJson(part.plaintext, rename)
    return plaintext === part.plaintext ? part : { ...part, plaintext }
  })
}

/** Returns the text itself if it has no such reference, so that its bytes stay the same. */
function renameInJson(text: string, rename: Rename): string {
  if (!text.includes(RESOURCE_REFERENCE_SIGNATURE)) return text
  try {
    const value: unknown = JSON.parse(text)
    const renamed = renameReferences(value, rename)
    return renamed === value ? text : JSON.stringify(renamed)
  } catch {
    return text // not JSON, so it has no references
  }
}
