import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Deps } from './deps.ts'
import { hashSecret } from './secretValue.ts'
import { revokeTree } from './core/access/revocation.ts'
import type { Store, UserRow } from './store/port.ts'

export const FIRST_USER = 'admin'
/** What the store's `meta` says of the master key, and of the one that is about to take its place (empty: none). */
export const FINGERPRINT = 'masterKeyFingerprint'
export const NEXT_FINGERPRINT = 'nextMasterKeyFingerprint'
const HINT_LENGTH = 7

/** The database was written with another master key; nothing was touched. */
export class WrongMasterKeyError extends Error {}

/** Names a key without telling anything of it. */
export const fingerprint = (masterKey: Uint8Array): string =>
  bytesToHex(hmac(sha256, masterKey, new TextEncoder().encode('holdfast master key'))).slice(0, 16)

/** Whether this store was used before, so that its master key must exist already. */
export const isInUse = async (store: Store): Promise<boolean> =>
  (await store.read((reader) => reader.meta(FINGERPRINT))) !== undefined

/** Refuses a master key that is not this database's; remembers the first one. */
export async function checkMasterKey(deps: Pick<Deps, 'store' | 'masterKey'>): Promise<void> {
  const mine = fingerprint(deps.masterKey)
  // One transaction: of two first starts on one database, with two keys, only one may find it without a key.
  const [known, next = ''] = await deps.store.write(async (writer) => {
    const found = await writer.meta(FINGERPRINT)
    if (found === undefined) await writer.setMeta(FINGERPRINT, mine)
    return [found ?? mine, await writer.meta(NEXT_FINGERPRINT)]
  })
  if (next !== '') {
    throw new WrongMasterKeyError(
      `A rotation of the master key, from ${known} to ${next}, was begun and not finished: finish it where both keys are, with npm run keys -- rotate. Nothing was changed.`,
    )
  }
  if (known !== mine) {
    throw new WrongMasterKeyError(
      `The master key has fingerprint ${mine}, but this database needs ${known}: put the right master.key (or HOLDFAST_MASTER_KEY) in place. Nothing was changed.`,
    )
  }
}

/** The first user, made when there is none; if they are no administrator any more, the longest-serving one is it. */
export async function firstUser(deps: Pick<Deps, 'store' | 'newId'>): Promise<UserRow> {
  const now = await deps.store.now()
  return deps.store.write(async (writer) => {
    const known = await writer.userByLogin(FIRST_USER)
    if (known !== undefined && isAdmin(known)) return known
    const [eldest] = (await writer.users()).filter(isAdmin).toSorted((a, b) => a.createdAt - b.createdAt)
    if (eldest !== undefined) return eldest
    if (known !== undefined) throw new Error('there is no administrator') // the last one cannot be removed
    const facts = { id: deps.newId(), login: FIRST_USER, name: 'Administrator', role: 'admin' } as const
    const user: UserRow = { ...facts, roles: {}, createdAt: now, removedAt: null }
    await writer.insertUser(user)
    return user
  })
}

export const isAdmin = ({ role, removedAt }: UserRow): boolean => role === 'admin' && removedAt === null

/** Makes the token of `HOLDFAST_ACCESS_TOKEN` valid, and those of former values invalid. */
export async function useEnvironmentToken(
  deps: Pick<Deps, 'store' | 'newId'>,
  user: UserRow,
  value: string | undefined,
): Promise<void> {
  const now = await deps.store.now()
  const hash = value === undefined ? undefined : hashSecret(value)
  await deps.store.write(async (writer) => {
    const all = await Promise.all((await writer.users()).map(({ id }) => writer.tokens(id)))
    const known = all.flat().filter((token) => token.source === 'environment')
    const former = known.filter((token) => token.hash !== hash)
    await revokeTree(writer, former, now)
    if (hash === undefined || value === undefined || known.some((token) => token.hash === hash)) return
    await writer.insertToken({
      id: deps.newId(),
      userId: user.id,
      name: 'HOLDFAST_ACCESS_TOKEN',
      hash,
      // A value of somebody's own making may be short: its beginning would give too much away.
      hint: '•'.repeat(HINT_LENGTH),
      source: 'environment',
      scope: 'admin',
      parentId: null,
      sessionId: null,
      expiresAt: null,
      createdAt: now,
      lastUsedAt: null,
      revokedAt: null,
    })
  })
}
