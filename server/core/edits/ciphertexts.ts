import type { Deps } from '../../deps.ts'
import { decrypt, encrypt } from '../secrets/vault.ts'
import type { StackRow } from '../../store/port/stacks.ts'

/** Returns the ciphertexts that the stack's key opens. Their content is discarded. */
export async function opened(deps: Deps, stack: StackRow, ciphertexts: Iterable<string>): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ciphertext of ciphertexts) {
    await decrypt(deps, stack, ciphertext).then(
      () => found.add(ciphertext),
      () => undefined,
    )
  }
  return found
}

/** Re-encrypts ciphertexts of one stack for another; those that its key does not open are left out. */
export async function encryptedAnew(
  deps: Deps,
  { from, to }: { from: StackRow; to: StackRow },
  ciphertexts: Iterable<string>,
): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const ciphertext of ciphertexts) {
    const plaintext = await decrypt(deps, from, ciphertext).catch(() => undefined)
    if (plaintext !== undefined) made.set(ciphertext, await encrypt(deps, to, plaintext))
  }
  return made
}
