import type { Deps } from '../../deps.ts'
import { createToken, isValid } from './credentials.ts'
import { DomainError } from '../../errors.ts'
import { includes, lesser, mostRight, type Bounded } from './rights.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { SessionRow, TokenRow, TokenScope } from '../../store/port/access.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'
import { keyOf, notifyOfTree, notifyOwner } from './credentialChanges.ts'
import { alsoEnded, revokeTree } from './revocation.ts'
import { freeName, namesInUse } from './tokenNames.ts'

/** The caller who creates or revokes tokens, by a browser session or an access token. */
export type Maker = Bounded & { session: Pick<SessionRow, 'id'> | null; by: Actor; requestId: string }
/** `scope`: undefined means `operate`, or less if the caller may do less. `expiresAt` null: never. */
type Wanted = {
  name: string
  scope?: TokenScope | undefined
  expiresAt: number | null
  source: TokenRow['source']
}
/** The owner of a token. */
export type Owner = { id: string; login: string }

/** Valid tokens of one user: more than anyone has machines. Expired and revoked ones do not count. */
export const MAX_TOKENS = 200

/**
 * Creates a token, for the caller or, by an administrator, for another user. It can do no more than its creator, and
 * expires no later than the token that the creator used: a leaked token must not multiply.
 */
export async function makeToken(
  deps: Deps,
  maker: Maker,
  owner: Owner,
  { name, scope, expiresAt, source }: Wanted,
): Promise<{ row: TokenRow; value: string }> {
  const most = mostRight(maker)
  if (scope !== undefined && !includes(most, scope)) {
    throw new DomainError({ kind: 'tokenScopeTooWide', scope, most })
  }
  const at = await deps.store.now()
  const end = Math.min(expiresAt ?? Infinity, maker.bound?.expiresAt ?? Infinity)
  const facts = { name, source, scope: scope ?? lesser('operate', most), expiresAt: end === Infinity ? null : end }
  const made = { parentId: maker.bound?.id ?? null, sessionId: maker.session?.id ?? null }
  const created = await deps.store.write(async (writer) => {
    await checkMaker(writer, maker, owner, at)
    // A command line or a script cannot ask for another name.
    const isAsked = source === 'console'
    const inUse = await namesInUse(writer, owner.id, at)
    if (inUse.size >= MAX_TOKENS) {
      throw new DomainError({ kind: 'tooManyTokens', owner: otherThan(maker, owner), most: MAX_TOKENS })
    }
    if (isAsked && inUse.has(name)) {
      throw new DomainError({ kind: 'tokenNameTaken', owner: otherThan(maker, owner), name })
    }
    const free = isAsked ? name : freeName(inUse, name)
    const token = await createToken(deps, writer, { ...facts, ...made, name: free, userId: owner.id })
    await auditToken(writer, maker, owner, token.row, { at, action: 'token.create' })
    const action = { what: 'token-created', name: free, scope: token.row.scope, source } as const
    await notifyOwner(writer, owner.id, action, { at, by: maker.by, byId: keyOf(maker) })
    return token
  })
  deps.bus.publish({ type: 'tokens' })
  return created
}

/**
 * Checked again in the transaction: since the request was admitted, the creator may have lost their token, and the
 * owner may have been removed.
 */
async function checkMaker(writer: Writer, { bound }: Maker, owner: Owner, now: number): Promise<void> {
  const user = await writer.userByLogin(owner.login) // locked: names must stay unique
  if (user === undefined || user.removedAt !== null) throw new DomainError({ kind: 'noSuchUser' })
  const parent = bound && (await writer.tokenById(bound.id))
  if (parent && !isValid(parent, now)) throw new DomainError({ kind: 'notSignedIn' })
}

/** Returns a user's token that was not revoked; throws otherwise. */
export async function tokenOf(reader: Reader, maker: Pick<Maker, 'user'>, owner: Owner, id: string): Promise<TokenRow> {
  const token = (await reader.tokens(owner.id)).find((row) => row.id === id)
  if (token !== undefined) return token
  throw new DomainError({ kind: 'noSuchToken', owner: otherThan(maker, owner) })
}

/** The login of the token's owner; null if it is the caller's own. */
const otherThan = ({ user }: Pick<Maker, 'user'>, owner: Owner): string | null =>
  owner.id === user.id ? null : owner.login

/** Throws if the caller could not have granted the token. */
export function checkRevoker({ bound }: Pick<Maker, 'bound'>, token: TokenRow): void {
  const has = bound?.scope ?? 'admin'
  if (includes(has, token.scope)) return
  throw new DomainError({ kind: 'tokenScopeAbove', scope: token.scope, has })
}

/** Revokes a token, and everything that was created with it. */
export async function revokeToken(deps: Deps, maker: Maker, owner: Owner, id: string): Promise<{ ok: true }> {
  const at = await deps.store.now()
  await deps.store.write(async (writer) => {
    const token = await tokenOf(writer, maker, owner, id)
    if (token.source === 'environment') throw new DomainError({ kind: 'environmentToken' })
    checkRevoker(maker, token)
    const tree = await revokeTree(writer, [token], at)
    await auditToken(writer, maker, owner, token, { at, action: 'token.revoke' }, alsoEnded(tree, { named: 1 }))
    await notifyOfTree(writer, { roots: [token], tree }, { at, by: maker.by, byId: keyOf(maker) })
  })
  deps.bus.publish({ type: 'tokens' })
  return { ok: true }
}

function auditToken(
  writer: Writer,
  maker: Maker,
  owner: Owner,
  { name, hint, scope, expiresAt }: TokenRow,
  what: { at: number; action: 'token.create' | 'token.revoke' },
  more = '',
): Promise<void> {
  const until = expiresAt === null ? '' : `, until ${new Date(expiresAt).toISOString()}`
  const whose = owner.id === maker.user.id ? '' : `, of ${owner.login}`
  const detail = `${name} (${hint}…), ${scope}${until}${whose}${more}`
  return audit(writer, { ...what, by: maker.by, detail, requestId: maker.requestId })
}
