import type { User } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { CODE_TTL_MS, insertCode } from '../../core/access/credentials.ts'
import { ApiError } from '../../http/apiError.ts'
import { revokeToken } from '../../core/access/accessTokens.ts'
import { audit } from '../../core/access/audit.ts'
import { keyOf, notifyOfSessions, notifyOfTree, notifyOwner } from '../../core/access/credentialChanges.ts'
import { alsoEnded, revokeLeases, revokeTree, treeOf } from '../../core/access/revocation.ts'
import { isAdmin } from '../../core/access/firstUser.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { UserRow } from '../../store/port/access.ts'
import { actorOf, type Call, type Handlers } from '../handlers.ts'
import { effectOf, makerOf, newToken, revocationEffect, tokensOf } from './tokens.ts'

type UserHandlers = Pick<
  Handlers,
  | 'personList'
  | 'userList'
  | 'userCreate'
  | 'userChange'
  | 'userRemove'
  | 'userRemoval'
  | 'userSignOut'
  | 'userSignInLink'
  | 'userTokenList'
  | 'userTokenCreate'
  | 'userTokenRevoke'
  | 'userTokenRevocation'
>

/**
 * Handles the users of this server. There is always an administrator: the last one can be neither removed nor demoted.
 */
export function userHandlers(deps: Deps): UserHandlers {
  const find = (id: string) => deps.store.read((reader) => activeUser(reader, id))

  return {
    personList: () =>
      deps.store.read(async (reader) => {
        const users = await reader.users()
        return {
          people: users.map(({ login, name }) => ({ login, name })),
          administrators: users.flatMap(({ login, name, role, roles, removedAt }) => {
            const of = Object.keys(roles).filter((org) => roles[org] === 'admin')
            if (removedAt !== null || (role !== 'admin' && of.length === 0)) return []
            return [{ login, name: name || login, of: role === 'admin' ? null : of }]
          }),
        }
      }),

    async userList(_, call) {
      const users = await deps.store.read(async (reader) => {
        const active = (await reader.users()).filter(({ removedAt }) => removedAt === null)
        return Promise.all(active.map((user) => viewOf(reader, user, call)))
      })
      return { users }
    },

    async userCreate({ body }, call) {
      const at = await deps.store.now()
      return deps.store.write(async (writer) => {
        const known = await writer.userByLogin(body.login)
        if (known !== undefined && known.removedAt === null)
          throw new ApiError('conflict', `There is a user ${body.login} already.`)
        const { login, name, role, roles } = body
        const user: UserRow = known
          ? { ...known, name, role, roles, removedAt: null }
          : { id: deps.newId(), login, name, role, roles, createdAt: at, removedAt: null }
        if (known) await writer.patchUser(known.id, { name, role, roles, removedAt: null })
        else await writer.insertUser(user)
        const detail = `${login}: ${rolesText(user)}`
        await audit(writer, { at, by: actorOf(call), action: 'user.create', detail, requestId: call.requestId })
        return viewOf(writer, user, call)
      })
    },

    async userChange({ params, body }, call) {
      const at = await deps.store.now()
      const view = await deps.store.write(async (writer) => {
        const { user, isLastAdmin } = await heldUser(writer, params.id)
        const changed = {
          ...user,
          name: body.name ?? user.name,
          role: body.role ?? user.role,
          roles: body.roles ?? user.roles,
        }
        if (isLastAdmin && !isAdmin(changed)) throw lastAdmin(user, 'made less')
        await writer.patchUser(user.id, { name: changed.name, role: changed.role, roles: changed.roles })
        const updates = await revokeLeases(writer, changed, at)
        const [before, after] = [rolesText(user), rolesText(changed)]
        const detail = `${user.login}: ${before} → ${after}${alsoEnded({ updates })}`
        if (before !== after)
          await notifyOwner(writer, user.id, { what: 'role-changed', before, after }, doerOf(call, at))
        await audit(writer, { at, by: actorOf(call), action: 'user.change', detail, requestId: call.requestId })
        return viewOf(writer, changed, call)
      })
      deps.bus.publish({ type: 'tokens' })
      return view
    },

    async userRemove({ params }, call) {
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        const { user, isLastAdmin } = await heldUser(writer, params.id)
        if (isLastAdmin) throw lastAdmin(user, 'removed')
        const tokens = await writer.tokens(user.id)
        if (tokens.some(({ source }) => source === 'environment')) {
          const detail = `${user.login} has the token of HOLDFAST_ACCESS_TOKEN: take it out of the settings and restart the server first.`
          throw new ApiError('conflict', detail)
        }
        await writer.userByLogin(user.login) // waits for a concurrent creation of a token for them
        const tree = await revokeTree(writer, await writer.tokens(user.id), at)
        await writer.deleteSessions({ userId: user.id })
        await writer.deleteCodes(user.id)
        await writer.patchUser(user.id, { removedAt: at })
        const detail = `${user.login}${alsoEnded(tree)}`
        await notifyOfTree(writer, { roots: tokens, tree, except: user.id }, doerOf(call, at))
        await audit(writer, { at, by: actorOf(call), action: 'user.remove', detail, requestId: call.requestId })
      })
      return { ok: true }
    },

    userRemoval: ({ params }, call) =>
      deps.store.read(async (reader) => {
        const user = await activeUser(reader, params.id)
        const tree = await treeOf(reader, await reader.tokens(user.id))
        const own = await reader.sessions({ userId: user.id }) // including those started with a link
        const sessions = new Map([...tree.sessions, ...own].map((session) => [session.id, session]))
        return effectOf(reader, call, { ...tree, sessions: [...sessions.values()] })
      }),

    async userSignOut({ params }, call) {
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        const { id, login: detail } = await activeUser(writer, params.id)
        await notifyOfSessions(writer, await writer.sessions({ userId: id }), doerOf(call, at))
        await writer.deleteSessions({ userId: id })
        await audit(writer, { at, by: actorOf(call), action: 'signout.everywhere', detail, requestId: call.requestId })
      })
      deps.bus.publish({ type: 'tokens' })
      return { ok: true }
    },

    async userSignInLink({ params }, call) {
      const at = await deps.store.now()
      // The link expires no later than the token with which it is created, and so does the session that it starts.
      const expiresAt = Math.min(at + CODE_TTL_MS, call.bound?.expiresAt ?? Infinity)
      const code = await deps.store.write(async (writer) => {
        const { id, login: detail } = await activeUser(writer, params.id)
        await audit(writer, { at, by: actorOf(call), action: 'user.signin-link', detail, requestId: call.requestId })
        await notifyOwner(writer, id, { what: 'link-created' }, doerOf(call, at))
        return insertCode(deps, writer, { userId: id, tokenId: call.bound?.id ?? null, expiresAt })
      })
      deps.bus.publish({ type: 'tokens' })
      const home = deps.settings.consoleUrls[0] ?? deps.settings.publicUrl
      return { url: `${home}/login#code=${code}`, expiresAt }
    },

    userTokenList: ({ params }) =>
      deps.store.read(async (reader) => ({ tokens: await tokensOf(reader, (await activeUser(reader, params.id)).id) })),
    userTokenCreate: async ({ params, body }, call) => newToken(deps, call, await find(params.id), body),
    userTokenRevoke: async ({ params }, call) => revokeToken(deps, makerOf(call), await find(params.id), params.token),
    userTokenRevocation: async ({ params }, call) => revocationEffect(deps, call, await find(params.id), params.token),
  }
}

const doerOf = (call: Call, at: number) => ({ at, by: actorOf(call), byId: keyOf(call) })

async function activeUser(reader: Reader, id: string): Promise<UserRow> {
  const user = await reader.userById(id)
  if (user === undefined || user.removedAt !== null) throw new ApiError('not_found', 'There is no such user.')
  return user
}

/**
 * Returns a user, with everyone's roles locked to the end of the transaction: two administrators must not demote each
 * other.
 */
async function heldUser(writer: Writer, id: string): Promise<{ user: UserRow; isLastAdmin: boolean }> {
  await writer.meta('roles')
  const user = await activeUser(writer, id)
  const admins = (await writer.users()).filter(isAdmin)
  return { user, isLastAdmin: admins.length === 1 && admins[0]?.id === id }
}

const lastAdmin = ({ login }: UserRow, what: string) =>
  new ApiError('conflict', `${login} is the last administrator and cannot be ${what}. Make another one first.`)

const rolesText = ({ role, roles }: Pick<UserRow, 'role' | 'roles'>): string =>
  [role, ...Object.entries(roles).map(([org, own]) => `${own} in ${org}`)].join(', ')

async function viewOf(reader: Reader, user: UserRow, call: Call): Promise<User> {
  const tokens = await reader.tokens(user.id)
  const uses = tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
  const { id, login, name, role, roles, createdAt } = user
  return {
    id,
    login,
    name,
    role,
    roles,
    createdAt,
    tokenCount: tokens.length,
    lastUsedAt: uses.length === 0 ? null : Math.max(...uses),
    isYou: id === call.user.id,
  }
}
