import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../../errors.ts'
import { decrypt, encrypt } from './vault.ts'

/** Maximum number of values in one call; the CLI sends 1,000, an older one may send all of a state. */
export const MAX_VALUES = 10_000

const bounded = (values: readonly string[]): readonly string[] => {
  if (values.length > MAX_VALUES) throw new DomainError({ kind: 'tooManyValues', of: 'call', most: MAX_VALUES })
  return values
}

/** Returns the ciphertexts in the order of the plaintexts. */
export const batchEncrypt = (deps: Deps, stack: StackRow, plaintexts: readonly string[]): Promise<string[]> =>
  inSlices(bounded(plaintexts), (plaintext) => encrypt(deps, stack, plaintext))

/**
 * Returns the plaintexts by ciphertext. The keys are exactly the requested strings: a missing one crashes the CLI
 * (docs/protocol.md, Secrets).
 */
export async function batchDecrypt(
  deps: Deps,
  stack: StackRow,
  ciphertexts: readonly string[],
): Promise<Record<string, string>> {
  const unique = [...new Set(bounded(ciphertexts))]
  const plaintexts = await inSlices(
    unique,
    async (ciphertext) => [ciphertext, await decrypt(deps, stack, ciphertext)] as const,
  )
  return Object.fromEntries(plaintexts)
}

/** Values processed at a time, a few milliseconds' work; other requests are answered in between. */
const SLICE = 200

async function inSlices<From, To>(values: readonly From[], work: (value: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (let at = 0; at < values.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve))
    done.push(...(await Promise.all(values.slice(at, at + SLICE).map(work))))
  }
  return done
}

/** Records in the audit log that secrets were read: by whom and how many, never which values. */
export async function auditDecryption(
  deps: Deps,
  stack: StackRow,
  by: Actor,
  count: number,
  requestId: string,
): Promise<void> {
  const at = await deps.store.now()
  const record = { at, by, action: 'secrets.decrypt', stack, detail: `${count}`, requestId } as const
  await deps.store.write((writer) => audit(writer, record))
}
