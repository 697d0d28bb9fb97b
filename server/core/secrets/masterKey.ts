import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Deps } from '../../deps.ts'
import type { Store } from '../../store/port.ts'

/**
 * Keys in the store's `meta`: the fingerprint of the master key, and of its replacement during a rotation (empty:
 * none).
 */
export const FINGERPRINT = 'masterKeyFingerprint'
export const NEXT_FINGERPRINT = 'nextMasterKeyFingerprint'

/** The database was written with another master key; nothing was changed. */
export class WrongMasterKeyError extends Error {}

/** The fingerprint of a key, which reveals nothing about it. */
export const fingerprint = (masterKey: Uint8Array): string =>
  bytesToHex(hmac(sha256, masterKey, new TextEncoder().encode('holdfast master key'))).slice(0, 16)

/** Whether this store was used before, so that its master key must already exist. */
export const isInUse = async (store: Store): Promise<boolean> =>
  (await store.read((reader) => reader.meta(FINGERPRINT))) !== undefined

/** Throws if the master key is not this database's; records the first one. */
export async function checkMasterKey(deps: Pick<Deps, 'store' | 'masterKey'>): Promise<void> {
  const mine = fingerprint(deps.masterKey)
  // One transaction: if two servers start first on one database, with two keys, only one may find it without a key.
  const [known, next = ''] = await deps.store.write(async (writer) => {
    const found = await writer.meta(FINGERPRINT)
    if (found === undefined) await writer.setMeta(FINGERPRINT, mine)
    return [found ?? mine, await writer.meta(NEXT_FINGERPRINT)]
  })
  if (next !== '') {
    throw new WrongMasterKeyError(
      `A rotation of the master key, from ${known} to ${next}, was started and not finished: finish it where both keys are, with npm run keys -- rotate. Nothing was changed.`,
    )
  }
  if (known !== mine) {
    throw new WrongMasterKeyError(
      `The master key has fingerprint ${mine}, but this database needs ${known}: put the right master.key (or HOLDFAST_MASTER_KEY) in place. Nothing was changed.`,
    )
  }
}
