import type { z } from 'zod'
import type { AccessToken, NewToken, RevocationEffect } from '#contract/session.ts'
import type { Deps } from '../../deps.ts'
import { makeToken, revokeToken, tokenOf, type Maker, type Owner } from '../../core/access/accessTokens.ts'
import { refOf } from '../../core/stacks/names.ts'
import { type TokenTree, treeOf } from '../../core/access/revocation.ts'
import type { Reader } from '../../store/port.ts'
import type { TokenRow } from '../../store/port/access.ts'
import { actorOf, type Call, type Handlers } from '../handlers.ts'
import { DAY_MS } from '#words/time.ts'

type Names = 'tokenList' | 'tokenCreate' | 'tokenRevoke' | 'tokenRevocation' | 'cliLogin'

/** Handles the caller's access tokens, including `pulumi login` by browser. */
export function tokenHandlers(deps: Deps): Pick<Handlers, Names> {
  return {
    tokenList: (_, { user }) => deps.store.read(async (reader) => ({ tokens: await tokensOf(reader, user.id) })),
    tokenCreate: ({ body }, call) => newToken(deps, call, call.user, body),
    cliLogin: ({ body }, call) => {
      const { description, scope } = body
      const given = { name: description || 'pulumi login', scope, expiresAt: null, source: 'cli-login' } as const
      return withValue(deps, makeToken(deps, makerOf(call), call.user, given))
    },
    tokenRevoke: ({ params }, call) => revokeToken(deps, makerOf(call), call.user, params.id),
    tokenRevocation: ({ params }, call) => revocationEffect(deps, call, call.user, params.id),
  }
}

/** Returns the caller as the creator or revoker of tokens. */
export const makerOf = (call: Call): Maker => ({ ...call, by: actorOf(call) })

/** Creates a token as requested on a page. */
export async function newToken(
  deps: Deps,
  call: Call,
  owner: Owner,
  { name, scope, expiresInDays }: z.output<typeof NewToken>,
) {
  const expiresAt = expiresInDays === null ? null : (await deps.store.now()) + expiresInDays * DAY_MS
  return withValue(deps, makeToken(deps, makerOf(call), owner, { name, scope, expiresAt, source: 'console' }))
}

async function withValue(deps: Deps, made: ReturnType<typeof makeToken>) {
  const { row, value } = await made
  return { token: await deps.store.read((reader) => toToken(reader, row)), value }
}

/** Returns what else would end with a token. */
export const revocationEffect = (deps: Deps, call: Call, owner: Owner, id: string): Promise<RevocationEffect> =>
  deps.store.read(async (reader) => {
    const root = await tokenOf(reader, call, owner, id)
    const tree = await treeOf(reader, [root])
    return effectOf(reader, call, { ...tree, tokens: tree.tokens.filter((token) => token.id !== root.id) })
  })

/** Returns what ends with these tokens, as shown before the revocation. */
export async function effectOf(reader: Reader, call: Call, tree: TokenTree): Promise<RevocationEffect> {
  const updates = tree.updates.map(async ({ stackId, kind, version }) => {
    const stack = await reader.stackById(stackId)
    return stack === undefined ? [] : [{ stack: refOf(stack), kind, version }]
  })
  return {
    tokens: await Promise.all(
      tree.tokens.map(async ({ name, userId }) => ({ name, login: (await reader.userById(userId))?.login ?? '' })),
    ),
    sessions: tree.sessions.length,
    endsThisSession: tree.sessions.some((session) => session.id === call.session?.id),
    updates: (await Promise.all(updates)).flat(),
  }
}

/** Returns the tokens of a user that were not revoked, newest first. */
export const tokensOf = async (reader: Reader, userId: string): Promise<AccessToken[]> =>
  Promise.all((await reader.tokens(userId)).map((row) => toToken(reader, row)))

async function toToken(reader: Reader, row: TokenRow): Promise<AccessToken> {
  const { id, name, hint, scope, createdAt, expiresAt, lastUsedAt, source, parentId } = row
  const parent = parentId === null ? undefined : await reader.tokenById(parentId)
  const login = parent && (await reader.userById(parent.userId))?.login
  const madeWith = parent ? { id: parent.id, name: parent.name, login: login ?? '' } : null
  return { id, name, hint, scope, createdAt, expiresAt, lastUsedAt, source, madeWith }
}
