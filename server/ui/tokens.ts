import type { z } from 'zod'
import type { AccessToken, NewToken } from '#contract/session.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/auth.ts'
import { ApiError } from '../http/problems.ts'
import { includes, lesser, mostRight } from '../http/rights.ts'
import { audit } from '../service/audit.ts'
import type { TokenRow, Writer } from '../store/port.ts'
import { actorOf, type Call, type Handlers } from './handlers.ts'

const DAY_MS = 24 * 3600 * 1000

/** Access tokens of the person who asks, `pulumi login` by browser included. */
export function tokenHandlers(deps: Deps): Pick<Handlers, 'tokenList' | 'tokenCreate' | 'tokenRevoke' | 'cliLogin'> {
  return {
    async tokenList(_, { user }) {
      return { tokens: (await deps.store.read((reader) => reader.tokens(user.id))).map(toToken) }
    },
    tokenCreate: ({ body }, call) => makeToken(deps, call, call.user, body, 'console'),
    cliLogin: ({ body }, call) => {
      const given = { name: body.description || 'pulumi login', expiresInDays: null }
      return makeToken(deps, call, call.user, given, 'cli-login')
    },
    tokenRevoke: ({ params }, call) => takeBack(deps, call, call.user, params.id),
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
  const created = await deps.store.write(async (writer) => {
    const token = await createToken(deps, writer, { ...facts, userId: owner.id })
    await auditToken(writer, call, owner, token.row, { at, action: 'token.create' })
    return token
  })
  deps.bus.publish({ type: 'tokens' })
  return { token: toToken(created.row), value: created.value }
}

/** Revokes a token, and ends the sessions that were begun with it. Nobody takes back what they could not have given. */
export async function takeBack(deps: Deps, call: Call, owner: Owner, id: string): Promise<{ ok: true }> {
  const at = await deps.store.now()
  await deps.store.write(async (writer) => {
    const token = (await writer.tokens(owner.id)).find((row) => row.id === id)
    if (token === undefined) {
      const who = owner.id === call.user.id ? 'You have' : `${owner.login} has`
      throw new ApiError('not_found', `${who} no such access token.`)
    }
    if (token.source === 'environment') {
      const detail = 'This token is set by HOLDFAST_ACCESS_TOKEN: take it out of the settings and restart the server.'
      throw new ApiError('conflict', detail)
    }
    const bound = call.bound?.scope ?? 'admin'
    if (!includes(bound, token.scope)) {
      const detail = `This token has the scope ${token.scope}; you came with one that has only ${bound}.`
      throw new ApiError('forbidden', detail, { params: { needs: token.scope, has: bound } })
    }
    await writer.patchToken(token.id, { revokedAt: at })
    await writer.deleteSessions({ tokenId: token.id })
    await auditToken(writer, call, owner, token, { at, action: 'token.revoke' })
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
): Promise<void> {
  const until = expiresAt === null ? '' : `, until ${new Date(expiresAt).toISOString()}`
  const whose = owner.id === call.user.id ? '' : `, of ${owner.login}`
  const detail = `${name} (${hint}…), ${scope}${until}${whose}`
  return audit(writer, { ...what, by: actorOf(call), detail, requestId: call.requestId })
}

export const toToken = (row: TokenRow): AccessToken => {
  const { id, name, hint, scope, createdAt, expiresAt, lastUsedAt, source } = row
  return { id, name, hint, scope, createdAt, expiresAt, lastUsedAt, source }
}
