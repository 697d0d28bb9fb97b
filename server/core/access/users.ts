import type { z } from 'zod'
import type { AuditAction } from '#contract/audit.ts'
import type { NewUser, UserChange } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { KnownUser, UserRow } from '../../store/port/access.ts'
import type { Maker } from './accessTokens.ts'
import { audit } from './audit.ts'
import { type Doer, keyOf, notifyOfSessions, notifyOfTree, notifyOwner } from './credentialChanges.ts'
import { CODE_TTL_MS, insertCode } from './credentials.ts'
import { isAdmin } from './firstUser.ts'
import { alsoEnded, revokeLeases, revokeTree } from './revocation.ts'

/** Returns a user who was not removed; throws `noSuchUser`. */
export async function activeUser(reader: Reader, id: string): Promise<KnownUser> {
  const user = await reader.userById(id)
  if (user === undefined || user.removedAt !== null) throw new DomainError({ kind: 'noSuchUser' })
  return user
}

/** Creates a user; a removed one with this login comes back, with the new name and roles. */
export const createUser = (deps: Deps, { login, ...given }: z.output<typeof NewUser>, maker: Maker): Promise<UserRow> =>
  audited(deps, maker, 'user.create', async (writer, { at }) => {
    const known = await writer.userByLogin(login)
    if (known !== undefined && known.removedAt === null) throw new DomainError({ kind: 'userExists', login })
    const user = { id: deps.newId(), login, createdAt: at, ...known, ...given, removedAt: null }
    if (known) await writer.patchUser(known.id, { ...given, removedAt: null })
    else await writer.insertUser(user)
    return { value: user, detail: `${login}: ${rolesText(user)}` }
  })

/** Changes a user's name and roles. Leases that the roles no longer allow are revoked. */
export const changeUser = (deps: Deps, id: string, { name, role, roles }: UserChange, maker: Maker): Promise<UserRow> =>
  audited(deps, maker, 'user.change', async (writer, doer) => {
    const { user, isLastAdmin } = await heldUser(writer, id)
    const next = { name: name ?? user.name, role: role ?? user.role, roles: roles ?? user.roles }
    const changed = { ...user, ...next }
    if (isLastAdmin && !isAdmin(changed))
      throw new DomainError({ kind: 'lastAdministrator', login: user.login, to: 'made less' })
    await writer.patchUser(id, next)
    const updates = await revokeLeases(writer, changed, doer.at)
    const [before, after] = [rolesText(user), rolesText(changed)]
    if (before !== after) await notifyOwner(writer, id, { what: 'role-changed', before, after }, doer)
    return { value: changed, detail: `${user.login}: ${before} → ${after}${alsoEnded({ updates })}` }
  })

/** Removes a user: all of their tokens and sessions end, with everything created with them. */
export const removeUser = (deps: Deps, id: string, maker: Maker): Promise<void> =>
  audited(deps, maker, 'user.remove', async (writer, doer) => {
    const { user, isLastAdmin } = await heldUser(writer, id)
    const { login } = user
    if (isLastAdmin) throw new DomainError({ kind: 'lastAdministrator', login, to: 'removed' })
    const tokens = await writer.tokens(id)
    if (tokens.some(({ source }) => source === 'environment'))
      throw new DomainError({ kind: 'ownsEnvironmentToken', login })
    await writer.userByLogin(login) // waits for a concurrent creation of a token for them
    const tree = await revokeTree(writer, await writer.tokens(id), doer.at)
    await writer.deleteSessions({ userId: id })
    await writer.deleteCodes(id)
    await writer.patchUser(id, { removedAt: doer.at })
    await notifyOfTree(writer, { roots: tokens, tree, except: id }, doer)
    return { value: undefined, detail: `${login}${alsoEnded(tree)}` }
  })

/** Ends all browser sessions of a user. */
export const signOutUser = (deps: Deps, id: string, maker: Maker): Promise<void> =>
  audited(deps, maker, 'signout.everywhere', async (writer, doer) => {
    const { login } = await activeUser(writer, id)
    await notifyOfSessions(writer, await writer.sessions({ userId: id }), doer)
    await writer.deleteSessions({ userId: id })
    return { value: undefined, detail: login }
  })

/**
 * Creates the code of a link that signs in as a user. It expires no later than the token with which it is created, and
 * so does the session that it starts.
 */
export const makeSignInCode = (deps: Deps, id: string, maker: Maker): Promise<{ code: string; expiresAt: number }> =>
  audited(deps, maker, 'user.signin-link', async (writer, doer) => {
    const { login } = await activeUser(writer, id)
    await notifyOwner(writer, id, { what: 'link-created' }, doer)
    const expiresAt = Math.min(doer.at + CODE_TTL_MS, maker.bound?.expiresAt ?? Infinity)
    const code = await insertCode(deps, writer, { userId: id, tokenId: maker.bound?.id ?? null, expiresAt })
    return { value: { code, expiresAt }, detail: login }
  })

/** Runs a change of a user in one transaction with its entry in the audit log, and notifies the consoles. */
async function audited<T>(
  deps: Deps,
  maker: Maker,
  action: AuditAction,
  work: (writer: Writer, doer: Doer) => Promise<{ value: T; detail: string }>,
): Promise<T> {
  const { by, requestId } = maker
  const at = await deps.store.now()
  const value = await deps.store.write(async (writer) => {
    const done = await work(writer, { at, by, byId: keyOf(maker) })
    await audit(writer, { at, by, action, detail: done.detail, requestId })
    return done.value
  })
  deps.bus.publish({ type: 'tokens' })
  return value
}

/**
 * Returns a user, with everyone's roles locked to the end of the transaction: two administrators must not demote each
 * other.
 */
async function heldUser(writer: Writer, id: string): Promise<{ user: KnownUser; isLastAdmin: boolean }> {
  await writer.meta('roles')
  const user = await activeUser(writer, id)
  const admins = (await writer.users()).filter(isAdmin)
  return { user, isLastAdmin: admins.length === 1 && admins[0]?.id === id }
}

const rolesText = ({ role, roles }: Pick<UserRow, 'role' | 'roles'>): string =>
  [role, ...Object.entries(roles).map(([org, own]) => `${own} in ${org}`)].join(', ')
