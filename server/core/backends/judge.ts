import type { ForeignHolder } from '#contract/backends.ts'
import { judgeLocks } from '#domain/backends/diy/judgeLocks.ts'
import type { Reader } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import type { Elsewhere } from '../../store/port/elsewhere.ts'
import type { StackRow } from '../../store/port/stacks.ts'

/**
 * Who holds a mirrored stack, as far as its backend shows; null if nobody. `pending`: operations pending in its current
 * state. `at`: the time for which it is judged.
 */
export const holderElsewhere = (elsewhere: Elsewhere, pending: number, at: number): ForeignHolder | null =>
  judgeLocks({ ...elsewhere, pending }, at)

/** What was seen of a stack, with the word about its locks for lists. `at`: the time for which it is judged. */
export async function judged(
  reader: Reader,
  { stateId }: Pick<StackRow, 'stateId'>,
  elsewhere: Elsewhere,
  at: number,
): Promise<Elsewhere> {
  const state = stateId === null ? undefined : await reader.state(stateId)
  return { ...elsewhere, word: holderElsewhere(elsewhere, state?.pendingCount ?? 0, at)?.word ?? null }
}

/** The time for which a backend's stacks are judged: while it cannot be read, when it was last. */
export const judgedAt = ({ problem, seenAt }: Pick<BackendRow, 'problem' | 'seenAt'>, now: number): number =>
  problem !== null && seenAt !== null ? seenAt : now
