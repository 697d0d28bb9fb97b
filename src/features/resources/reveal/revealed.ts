import { isObject } from '#domain/json/jsonObject.ts'
import { isSecret } from '#domain/state/secrets.ts'
import { mapValue } from '#domain/state/values.ts'
import type { Decrypt } from './passphrase.ts'

/**
 * The masked value with its secrets as they are in the stored one, decrypted. What is masked and not a ciphertext there,
 * or cannot be decrypted, stays masked.
 */
export async function revealed(masked: unknown, stored: unknown, decrypt: Decrypt): Promise<unknown> {
  if (isSecret(masked)) return opened(masked, stored, decrypt)
  if (Array.isArray(masked))
    return Promise.all(
      masked.map((item, at) => revealed(item, Array.isArray(stored) ? stored[at] : undefined, decrypt)),
    )
  if (!isObject(masked)) return masked
  const entries = Object.entries(masked).map(
    async ([key, value]) => [key, await revealed(value, isObject(stored) ? stored[key] : undefined, decrypt)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function opened(masked: unknown, stored: unknown, decrypt: Decrypt): Promise<unknown> {
  if (!isObject(stored) || !isSecret(stored) || typeof stored['ciphertext'] !== 'string') return masked
  try {
    return withoutMarks(JSON.parse(await decrypt(stored['ciphertext'])))
  } catch {
    return masked
  }
}

/** A secret inside a secret is stored as JSON text, not encrypted again (docs/state.md, Secrets). */
const withoutMarks = (value: unknown): unknown =>
  mapValue(value, (part) => {
    if (!isObject(part) || !isSecret(part)) return undefined
    const text = part['plaintext'] ?? part['ciphertext']
    return typeof text === 'string' ? withoutMarks(JSON.parse(text)) : part
  })
