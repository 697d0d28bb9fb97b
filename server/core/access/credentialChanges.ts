import type { CredentialDeed } from '#contract/credentialChanges.ts'
import type { Writer } from '../../store/port.ts'
import type { SessionRow, TokenRow } from '../../store/port/access.ts'
import type { Actor } from './actor.ts'
import type { TokenTree } from './revocation.ts'

/** Who changes credentials, when, and by which session or token, to which it is no news (null: the server itself). */
export type Doer = { at: number; by: Pick<Actor, 'login' | 'address'>; byId: string | null }

/** The session or the token of a caller, by which what they did themselves is known. */
export const keyOf = ({
  session,
  bound,
}: {
  session: Pick<SessionRow, 'id'> | null
  bound: Pick<TokenRow, 'id'> | null
}): string | null => session?.id ?? bound?.id ?? null

/** Keeps a change for the person whose credentials it concerns, in the transaction that makes it, until they have seen it. */
export const tellOwner = (
  writer: Writer,
  userId: string,
  deed: CredentialDeed,
  { at, by, byId }: Doer,
): Promise<void> => writer.appendCredentialChange({ userId, at, deed, login: by.login, address: by.address, byId })

/** Tells everyone whose tokens or sessions ended when `roots` were revoked; not `except`, who is a user no more. */
export async function tellOfTree(
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
    await tellOwner(writer, token.userId, { what: 'token-revoked', name: token.name, endedWith }, doer)
  }
  const ended = tree.sessions.filter(({ userId }) => userId !== except)
  for (const userId of new Set(ended.map((session) => session.userId))) {
    await tellOfSessions(
      writer,
      ended.filter((session) => session.userId === userId),
      doer,
    )
  }
}

/** Shows a person of sessions of theirs that were ended; nothing of the one that ended itself. */
export async function tellOfSessions(writer: Writer, ended: readonly SessionRow[], doer: Doer): Promise<void> {
  const others = ended.filter(({ id }) => id !== doer.byId)
  const [first] = others
  if (first === undefined) return
  await tellOwner(writer, first.userId, { what: 'sessions-ended', count: others.length }, doer)
}

/** Browsers and addresses that are remembered of a person. */
const MOST_PLACES = 50
type Place = { device: string; address: string | null }

/** Whether someone signs in from a browser or an address that they did not sign in from lately; it is known from then on. */
export async function isNewPlace(writer: Writer, userId: string, { device, address }: Place): Promise<boolean> {
  const key = `places:${userId}`
  const place = `${device} ${address ?? ''}`
  const kept = JSON.parse((await writer.meta(key)) ?? '[]') as string[] // as it was written below
  await writer.setMeta(key, JSON.stringify([place, ...kept.filter((each) => each !== place)].slice(0, MOST_PLACES)))
  return !kept.includes(place)
}
