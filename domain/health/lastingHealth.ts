import { type LeaseFacts, notRespondingFrom } from '../lease/lease.ts'
import { openOrphanedUpdate } from '../lease/orphanedUpdate.ts'
import { harmOf, stackHealth, type HealthFacts } from './stackHealth.ts'

type Run = NonNullable<HealthFacts['latest']> &
  NonNullable<HealthFacts['holder']> &
  NonNullable<Parameters<typeof openOrphanedUpdate>[0]> &
  LeaseFacts

/** The rows of a stack that decide its health; `orphanedUpdate` is its newest one. */
type Rows = Omit<HealthFacts, 'latest' | 'orphanedUpdate' | 'holder' | 'judged' | 'blocked' | 'isSlow'> & {
  holderId: string | null
  latest: Run | null
  orphanedUpdate: Run | null
}

/** The update that holds a stack's lease. */
export const holderOf = <R extends { id: string }>(stack: {
  holderId: string | null
  latest: R | null
}): R | undefined => (stack.holderId !== null && stack.latest?.id === stack.holderId ? stack.latest : undefined)

/**
 * The health of a stack as long as none of its rows changes: its severity, and the time from which its holder counts as not responding
 * unless it is renewed (epoch ms); null without a lease.
 */
export function lastingHealth(rows: Rows): { harm: number; notRespondingFrom: number | null } {
  const { holderId, latest, orphanedUpdate } = rows
  const holder = holderOf(rows)
  const { health } = stackHealth({
    ...rows,
    orphanedUpdate: holderId === null ? openOrphanedUpdate(latest, orphanedUpdate) : undefined,
    holder,
    // These change with time, or with rows that no list depends on: see `notRespondingFrom` and `RUN_HARM`.
    judged: undefined,
    blocked: [],
    isSlow: false,
  })
  return { harm: harmOf(health), notRespondingFrom: holder === undefined ? null : notRespondingSince(holder) }
}

const notRespondingSince = (facts: LeaseFacts): number | null =>
  facts.status === 'running' && facts.lease !== null ? notRespondingFrom({ ...facts, lease: facts.lease }) : null

/** The severity of a stack whose holder does not respond. */
export const NOT_RESPONDING_HARM = harmOf('notResponding')
/** The severities of a run whose client responds, which depend on the time: see `stackHealth`. */
export const RUN_HARM = {
  running: harmOf('running'),
  notProgressing: harmOf('notProgressing'),
  blocking: harmOf('blocking'),
  slow: harmOf('slow'),
} as const
