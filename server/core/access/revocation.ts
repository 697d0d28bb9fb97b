import { counted } from '#words/counts.ts'
import { missingRight } from './rights.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { KnownUser, SessionRow, TokenRow, TokenScope } from '../../store/port/access.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** Access tokens with everything created with them: further tokens, browser sessions, leases of running updates. */
export type TokenTree = { tokens: TokenRow[]; sessions: SessionRow[]; updates: UpdateRow[] }

/**
 * Returns what ends when these tokens are revoked: the tokens, and everything created with them, directly or
 * indirectly.
 */
export async function treeOf(reader: Reader, roots: readonly TokenRow[]): Promise<TokenTree> {
  const tokens = new Map(roots.map((token) => [token.id, token]))
  const sessions: SessionRow[] = []
  for (const { id } of tokens.values()) {
    // Iterating a map includes entries that are added meanwhile.
    for (const child of await reader.childTokens(id)) tokens.set(child.id, child)
    sessions.push(...(await reader.sessions({ tokenId: id })))
  }
  const updates = (await reader.runningUpdates()).filter(({ lease }) => {
    return lease !== null && !lease.revokedAt && tokens.has(lease.accessTokenId ?? '')
  })
  return { tokens: [...tokens.values()], sessions, updates }
}

/**
 * Revokes tokens with everything created with them. Sessions end at once. A running update is not ended, so that
 * nothing it reported is lost: its lease accepts no more writes and no renewal, and the server closes it when it
 * expires.
 */
export async function revokeTree(writer: Writer, roots: readonly TokenRow[], at: number): Promise<TokenTree> {
  // A token is revoked before its children are read, which waits for concurrent creations. Parents come before
  // children, so that two revocations cannot deadlock.
  const queue = roots.toSorted((a, b) => a.createdAt - b.createdAt)
  const known = new Set(queue.map(({ id }) => id))
  for (const { id } of queue) {
    await writer.patchToken(id, { revokedAt: at })
    for (const child of await writer.childTokens(id)) {
      if (!known.has(child.id)) queue.push(child)
      known.add(child.id)
    }
  }
  const tree = await treeOf(writer, queue)
  for (const { id } of tree.tokens) await writer.deleteSessions({ tokenId: id })
  for (const { id } of tree.updates.toSorted((a, b) => (a.stackId < b.stackId ? -1 : 1))) {
    const update = (await writer.holdUpdate(id))?.update
    if (update?.status === 'running' && update.lease !== null) {
      await writer.patchUpdate(id, { lease: { ...update.lease, revokedAt: at } })
    }
  }
  return tree
}

/**
 * Revokes the leases of a user's running updates that their role no longer allows, as revoking their tokens would:
 * everything reported is kept, and nothing more is accepted. Returns those updates.
 */
export async function revokeLeases(writer: Writer, user: KnownUser, at: number): Promise<UpdateRow[]> {
  const tokens = (await writer.tokens(user.id)).toSorted((a, b) => a.createdAt - b.createdAt)
  // Written, not read, to wait for an update that is being started with the token, and find it.
  for (const { id, name } of tokens) await writer.patchToken(id, { name })
  const ids = new Set(tokens.map(({ id }) => id))
  const own = (await writer.runningUpdates()).filter(({ lease }) => ids.has(lease?.accessTokenId ?? ''))
  const revoked: UpdateRow[] = []
  for (const { id } of own.toSorted((a, b) => (a.stackId < b.stackId ? -1 : 1))) {
    const { update, stack } = (await writer.holdUpdate(id)) ?? {}
    if (update?.status !== 'running' || update.lease === null || stack === undefined || update.lease.revokedAt) continue
    if (missingRight({ user, bound: null }, scopeToRun(update), stack.org) === undefined) continue
    await writer.patchUpdate(id, { lease: { ...update.lease, revokedAt: at } })
    revoked.push(update)
  }
  return revoked
}

/** The scope required to run an update. */
export const scopeToRun = ({ dryRun }: Pick<UpdateRow, 'dryRun'>): TokenScope => (dryRun ? 'preview' : 'operate')

/** What else ended, for the audit log; empty if nothing did. `named`: tokens that the entry mentions already. */
export function alsoEnded(
  { tokens, sessions, updates }: { [Part in keyof TokenTree]?: readonly unknown[] },
  { named = 0 } = {},
): string {
  const parts = [
    [(tokens?.length ?? 0) - named, 'token'],
    [sessions?.length ?? 0, 'session'],
    [updates?.length ?? 0, 'lease'],
  ] as const
  const words = parts.flatMap(([count, what]) => (count > 0 ? counted(count, what) : []))
  return words.length === 0 ? '' : `; also ended ${words.join(', ')}`
}
