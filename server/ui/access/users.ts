import type { User } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { revokeToken } from '../../core/access/accessTokens.ts'
import { consoleUrl } from '../../core/access/loginCommand.ts'
import { hiddenOrgsOf } from '../../core/access/rights.ts'
import { treeOf } from '../../core/access/revocation.ts'
import { activeUser, changeUser, makeSignInCode, createUser, removeUser, signOutUser } from '../../core/access/users.ts'
import type { Reader } from '../../store/port.ts'
import type { UserRow } from '../../store/port/access.ts'
import type { Call, Handlers } from '../handlers.ts'
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
  const view = (user: UserRow, call: Call) => deps.store.read((reader) => viewOf(reader, user, call))
  const find = (id: string) => deps.store.read((reader) => activeUser(reader, id))

  return {
    personList: (_, { user: caller }) =>
      deps.store.read(async (reader) => {
        const users = await reader.users()
        const hidden = hiddenOrgsOf(caller)
        return {
          people: users.map(({ login, name }) => ({ login, name })),
          administrators: users.flatMap(({ login, name, role, roles, removedAt }) => {
            const of = Object.keys(roles).filter((org) => roles[org] === 'admin' && !hidden.includes(org))
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

    userCreate: async ({ body }, call) => view(await createUser(deps, body, makerOf(call)), call),
    userChange: async ({ params, body }, call) => view(await changeUser(deps, params.id, body, makerOf(call)), call),
    async userRemove({ params }, call) {
      await removeUser(deps, params.id, makerOf(call))
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
      await signOutUser(deps, params.id, makerOf(call))
      return { ok: true }
    },
    async userSignInLink({ params }, call) {
      const { code, expiresAt } = await makeSignInCode(deps, params.id, makerOf(call))
      return { url: `${consoleUrl(deps.settings)}/login#code=${code}`, expiresAt }
    },

    userTokenList: ({ params }) =>
      deps.store.read(async (reader) => ({ tokens: await tokensOf(reader, (await activeUser(reader, params.id)).id) })),
    userTokenCreate: async ({ params, body }, call) => newToken(deps, call, await find(params.id), body),
    userTokenRevoke: async ({ params }, call) => revokeToken(deps, makerOf(call), await find(params.id), params.token),
    userTokenRevocation: async ({ params }, call) => revocationEffect(deps, call, await find(params.id), params.token),
  }
}

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
