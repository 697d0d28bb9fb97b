import type { Reader } from '../../store/port.ts'
import type { TokenRow } from '../../store/port/access.ts'

/** A token, and those with which it was made, directly or through others, the first one last. Also revoked ones. */
export async function originOf(reader: Reader, tokenId: string | null | undefined): Promise<TokenRow[]> {
  const line = new Map<string, TokenRow>()
  for (let id = tokenId ?? null; id !== null && !line.has(id);) {
    const token = await reader.tokenById(id)
    if (token === undefined) break
    line.set(id, token)
    id = token.parentId
  }
  return [...line.values()]
}

/**
 * The first token of a user from which one of theirs comes: a user who has it can make all others of that root. Undefined
 * without a token, and for one of another user.
 */
export async function rootOf(
  reader: Reader,
  tokenId: string | null | undefined,
  userId: string,
): Promise<string | undefined> {
  const line = await originOf(reader, tokenId)
  const others = line.findIndex((token) => token.userId !== userId)
  return line.slice(0, others < 0 ? line.length : others).at(-1)?.id
}
