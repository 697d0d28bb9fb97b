import type { CredentialAction } from '#contract/credentialChanges.ts'
import type { Writer } from '../../store/port.ts'
import type { SessionRow, TokenRow } from '../../store/port/access.ts'
import type { Actor } from './actor.ts'
import type { TokenTree } from './revocation.ts'

/**
 * Who changes credentials, when, and with which session or token, to which the change is not reported (null: the server
 * itself).
 */
export type Doer = { at: number; by: Pick<Actor, 'login' | 'address'>; byId: string | null }

/** The id of the caller's session or token, by which their own changes are recognized. */
export const keyOf = ({
  session,
  bound,
}: {
  session: Pick<SessionRow, 'id'> | null
  bound: Pick<TokenRow, 'id'> | null
}): string | null => session?.id ?? bound?.id ?? null

/** Stores a change for the user whose credentials it concerns, in the same transaction, until they have seen it. */
export const notifyOwner = (
  writer: Writer,
  userId: string,
  action: CredentialAction,
  { at, by, byId }: Doer,
): Promise<void> => writer.appendCredentialChange({ userId, at, action, login: by.login, address: by.address, byId })

/** Notifies all users whose tokens or sessions ended when `roots` were revoked, but not `except`, who was removed. */
export async function notifyOfTree(
  writer: Writer,
  { roots, tree, except }: { roots: readonly TokenRow[]; tree: TokenTree; except?: string },
  doer: Doer,
): Promise<void> {
  const known = new Map(tree.tokens.map((token) => [token.id, token]))
  const isRoot = new Set(roots.map(({ id }) => id))
  const rootOf = (token: TokenRow): TokenRow => {
    const parent = isRoot.has(token.id) ? undefined : known.get(token.parentId ?? '')
    return parent === undefined ? token : rootOf(parent)
  }
  for (const token of tree.tokens) {
    if (token.userId === except) continue
    const root = rootOf(token)
    const endedWith = root.id === token.id ? null : root.name
    await notifyOwner(writer, token.userId, { what: 'token-revoked', name: token.name, endedWith }, doer)
  }
  const ended = tree.sessions.filter(({ userId }) => userId !== except)
  for (const userId of new Set(ended.map((session) => session.userId))) {
    await notifyOfSessions(
      writer,
      ended.filter((session) => session.userId === userId),
      doer,
    )
  }
}

/** Notifies users of sessions of theirs that were ended, but not the session that ended itself. */
export async function notifyOfSessions(writer: Writer, ended: readonly SessionRow[], doer: Doer): Promise<void> {
  const others = ended.filter(({ id }) => id !== doer.byId)
  const [first] = others
  if (first === undefined) return
  await notifyOwner(writer, first.userId, { what: 'sessions-ended', count: others.length }, doer)
}

/** Number of browsers and addresses remembered for a user. */
const MAX_PLACES = 50
type Place = { device: string; address: string | null }

/** Whether a user signs in from a browser or an address not used lately; remembers it. */
export async function isNewPlace(writer: Writer, userId: string, { device, address }: Place): Promise<boolean> {
  const key = `places:${userId}`
  const place = `${device} ${address ?? ''}`
  const kept = JSON.parse((await writer.meta(key)) ?? '[]') as string[] // as written below
  await writer.setMeta(key, JSON.stringify([place, ...kept.filter((each) => each !== place)].slice(0, MAX_PLACES)))
  return !kept.includes(place)
}
