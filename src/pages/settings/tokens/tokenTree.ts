import type { AccessToken } from '#contract/session.ts'

export type Placed = { token: AccessToken; depth: number }

/** Each token followed by those created with it; if their creator is not in the list, they are at the top. */
export function inTreeOrder(tokens: readonly AccessToken[]): Placed[] {
  const known = new Set(tokens.map(({ id }) => id))
  const parentOf = ({ madeWith }: AccessToken) => (madeWith !== null && known.has(madeWith.id) ? madeWith.id : '')
  const children = Map.groupBy(tokens, parentOf)
  const placed = (parent: string, depth: number): Placed[] =>
    (children.get(parent) ?? []).flatMap((token) => [{ token, depth }, ...placed(token.id, depth + 1)])
  return placed('', 0)
}
