import type { z } from 'zod'
import type { AccessToken, NewToken, RevocationEffect } from '#contract/session.ts'
import type { Deps } from '../deps.ts'
import { createToken, isValid } from '../http/auth.ts'
import { ApiError } from '../http/problems.ts'
import { includes, lesser, mostRight } from '../http/rights.ts'
import { audit } from '../service/audit.ts'
import { refOf } from '../service/names.ts'
import { alsoEnded, revokeTree, treeOf } from '../service/revocation.ts'
import { freeName, isNameTaken } from '../service/tokenNames.ts'
import type { Reader, TokenRow, Writer } from '../store/port.ts'
import { actorOf, type Call, type Handlers } from './handlers.ts'

const DAY_MS = 24 * 3600 * 1000

type Names = 'tokenList' | 'tokenCreate' | 'tokenRevoke' | 'tokenRevocation' | 'cliLogin'

/** Access tokens of the person who asks, `pulumi login` by browser included. */
export function tokenHandlers(deps: Deps): Pick<Handlers, Names> {
  return {
    tokenList: (_, { user }) => deps.store.read(async (reader) => ({ tokens: await tokensOf(reader, user.id) })),
    tokenCreate: ({ body }, call) => makeToken(deps, call, call.user, body, 'console'),
    cliLogin: ({ body }, call) => {
      const given = { name: body.description || 'pulumi login', expiresInDays: null }
      return makeToken(deps, call, call.user, given, 'cli-login')
    },
    tokenRevoke: ({ params }, call) => takeBack(deps, call, call.user, params.id),
    tokenRevocation: ({ params }, call) => revocationEffect(deps, call, call.user, params.id),
  }
}

type Owner = { id: string; login: string }

/**
 * Makes a token, for the caller or, by an administrator, for somebody else. It can do no more than whoever makes it, and
 * lasts no longer than the token that they came with: a leaked one must not breed.
 */
export async function makeToken(
  deps: Deps,
  call: Call,
  owner: Owner,
  { name, scope, expiresInDays }: z.output<typeof NewToken>,
  source: TokenRow['source'],
) {
  const most = mostRight(call)
  if (scope !== undefined && !includes(most, scope)) {
    const detail = `You have the scope ${most} at most, so you cannot make a token for ${scope}.`
    throw new ApiError('forbidden', detail, { params: { needs: scope, has: most } })
  }
  const at = await deps.store.now()
  const wanted = expiresInDays === null ? Infinity : at + expiresInDays * DAY_MS
  const end = Math.min(wanted, call.bound?.expiresAt ?? Infinity)
  const facts = { name, source, scope: scope ?? lesser('operate', most), expiresAt: end === Infinity ? null : end }
  const made = { parentId: call.bound?.id ?? null, sessionId: call.session?.id ?? null }
  const created = await deps.store.write(async (writer) => {
    await checkMaker(writer, call, owner, at)
    // A command line cannot be asked for another name.
    const isAsked = source === 'console'
    if (isAsked && (await isNameTaken(writer, owner.id, name, at))) {
      const whose = owner.id === call.user.id ? 'You have' : `${owner.login} has`
      throw new ApiError('conflict', `${whose} an access token called “${name}” already: choose another name.`)
    }
    const free = isAsked ? name : await freeName(writer, owner.id, name, at)
    const token = await createToken(deps, writer, { ...facts, ...made, name: free, userId: owner.id })
    await auditToken(writer, call, owner, token.row, { at, action: 'token.create' })
    return token
  })
  deps.bus.publish({ type: 'tokens' })
  const token = await deps.store.read((reader) => toToken(reader, created.row))
  return { token, value: created.value }
}

/** Whoever makes a token may have lost their own, and its owner may have been removed, since the request was let in. */
async function checkMaker(writer: Writer, { bound }: Call, owner: Owner, now: number): Promise<void> {
  const user = await writer.userByLogin(owner.login) // held: of two tokens with one name, one is made
  if (user === undefined || user.removedAt !== null) throw new ApiError('not_found', 'There is no such user.')
  const parent = bound && (await writer.tokenById(bound.id))
  if (parent && !isValid(parent, now)) throw new ApiError('not_signed_in', 'You are not signed in.')
}

/** What else would end with a token. */
export const revocationEffect = (deps: Deps, call: Call, owner: Owner, id: string): Promise<RevocationEffect> =>
  deps.store.read(async (reader) => {
    const root = await tokenOf(reader, call, owner, id)
    const tree = await treeOf(reader, [root])
    const tokens = tree.tokens.filter((token) => token.id !== root.id)
    const updates = tree.updates.map(async ({ stackId, kind, version }) => {
      const stack = await reader.stackById(stackId)
      return stack === undefined ? [] : [{ stack: refOf(stack), kind, version }]
    })
    return {
      tokens: await Promise.all(
        tokens.map(async ({ name, userId }) => ({ name, login: (await reader.userById(userId))?.login ?? '' })),
      ),
      sessions: tree.sessions.length,
      endsThisSession: tree.sessions.some((session) => session.id === call.session?.id),
      updates: (await Promise.all(updates)).flat(),
    }
  })

async function tokenOf(reader: Reader, call: Call, owner: Owner, id: string): Promise<TokenRow> {
  const token = (await reader.tokens(owner.id)).find((row) => row.id === id)
  if (token !== undefined) return token
  throw new ApiError(
    'not_found',
    `${owner.id === call.user.id ? 'You have' : `${owner.login} has`} no such access token.`,
  )
}

/** Nobody takes back what they could not have given. */
export function checkTaker({ bound }: Call, token: TokenRow): void {
  const has = bound?.scope ?? 'admin'
  if (includes(has, token.scope)) return
  const detail = `This token has the scope ${token.scope}; you came with one that has only ${has}.`
  throw new ApiError('forbidden', detail, { params: { needs: token.scope, has } })
}

/** Revokes a token, and all that was made with it. */
export async function takeBack(deps: Deps, call: Call, owner: Owner, id: string): Promise<{ ok: true }> {
  const at = await deps.store.now()
  await deps.store.write(async (writer) => {
    const token = await tokenOf(writer, call, owner, id)
    if (token.source === 'environment') {
      const detail = 'This token is set by HOLDFAST_ACCESS_TOKEN: take it out of the settings and restart the server.'
      throw new ApiError('conflict', detail)
    }
    checkTaker(call, token)
    const tree = await revokeTree(writer, [token], at)
    await auditToken(writer, call, owner, token, { at, action: 'token.revoke' }, alsoEnded(tree))
  })
  deps.bus.publish({ type: 'tokens' })
  return { ok: true }
}

function auditToken(
  writer: Writer,
  call: Call,
  owner: Owner,
  { name, hint, scope, expiresAt }: TokenRow,
  what: { at: number; action: 'token.create' | 'token.revoke' },
  more = '',
): Promise<void> {
  const until = expiresAt === null ? '' : `, until ${new Date(expiresAt).toISOString()}`
  const whose = owner.id === call.user.id ? '' : `, of ${owner.login}`
  const detail = `${name} (${hint}…), ${scope}${until}${whose}${more}`
  return audit(writer, { ...what, by: actorOf(call), detail, requestId: call.requestId })
}

/** The tokens of a user that were not revoked, newest first. */
export const tokensOf = async (reader: Reader, userId: string): Promise<AccessToken[]> =>
  Promise.all((await reader.tokens(userId)).map((row) => toToken(reader, row)))

async function toToken(reader: Reader, row: TokenRow): Promise<AccessToken> {
  const { id, name, hint, scope, createdAt, expiresAt, lastUsedAt, source, parentId } = row
  const parent = parentId === null ? undefined : await reader.tokenById(parentId)
  const login = parent && (await reader.userById(parent.userId))?.login
  const madeWith = parent ? { id: parent.id, name: parent.name, login: login ?? '' } : null
  return { id, name, hint, scope, createdAt, expiresAt, lastUsedAt, source, madeWith }
}
