import type { Deps } from '../../deps.ts'
import { hashSecret } from '../../secretValue.ts'
import { SERVER } from './audit.ts'
import { notifyOfTree, notifyOwner } from './credentialChanges.ts'
import { revokeTree } from './revocation.ts'
import type { UserRow } from '../../store/port/access.ts'

export const FIRST_USER = 'admin'
const HINT_LENGTH = 7
const ENVIRONMENT_TOKEN = 'HOLDFAST_ACCESS_TOKEN'

/**
 * Returns the first user, created if there is none; if they are no longer an administrator, the oldest user becomes
 * one.
 */
export async function firstUser(deps: Pick<Deps, 'store' | 'newId'>): Promise<UserRow> {
  const now = await deps.store.now()
  return deps.store.write(async (writer) => {
    const known = await writer.userByLogin(FIRST_USER)
    if (known !== undefined && isAdmin(known)) return known
    const [eldest] = (await writer.users()).filter(isAdmin).toSorted((a, b) => a.createdAt - b.createdAt)
    if (eldest !== undefined) return eldest
    if (known !== undefined) throw new Error('there is no administrator') // the last administrator cannot be removed
    const facts = { id: deps.newId(), login: FIRST_USER, name: 'Administrator', role: 'admin' } as const
    const user: UserRow = { ...facts, roles: {}, createdAt: now, removedAt: null }
    await writer.insertUser(user)
    return user
  })
}

export const isAdmin = ({ role, removedAt }: UserRow): boolean => role === 'admin' && removedAt === null

/** Makes the token in `HOLDFAST_ACCESS_TOKEN` valid, and the tokens of former values invalid. */
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
    const doer = { at: now, by: SERVER, byId: null }
    await notifyOfTree(writer, { roots: former, tree: await revokeTree(writer, former, now) }, doer)
    if (hash === undefined || value === undefined || known.some((token) => token.hash === hash)) return
    await writer.insertToken({
      id: deps.newId(),
      userId: user.id,
      name: ENVIRONMENT_TOKEN,
      hash,
      // A value chosen by the operator may be short: a prefix would reveal too much of it.
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
    const [before] = await writer.audit({ login: user.login, limit: 1 })
    if (before === undefined) return // the first start: there is no one to notify
    const action = { what: 'token-created', name: ENVIRONMENT_TOKEN, scope: 'admin', source: 'environment' } as const
    await notifyOwner(writer, user.id, action, doer)
  })
}
