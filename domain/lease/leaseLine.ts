import type { LeaseVerdict } from '#contract/leases.ts'

/** What the line of a lease is drawn from. Instants are epoch milliseconds by the server's clock. */
export type LeaseLineFacts = {
  verdict: LeaseVerdict
  expiresAt: number
  durationS: number
  renewals: readonly number[]
  signs: { granted: number }
}

/**
 * A lease as a line made fast: its whole width is the time that a renewal grants, its length what is left of it. It is
 * *solid* while the client renews and works, *frayed* while one of both is overdue, *cut* once no one holds it.
 */
export type LeaseLine = {
  style: 'solid' | 'frayed' | 'cut'
  /** Share of the granted time that is left, 0 to 1. */
  left: number
  /** For each of the last renewals, the share that was left when it came: a working client renews at about the same. */
  ticks: readonly number[]
}

/** More ticks would be a smear: the client renews at the same time of every term. */
const MOST_TICKS = 12
/** Ticks nearer to each other than this are one. */
const SAME = 0.01

const STYLES = {
  alive: 'solid',
  awaitingApproval: 'solid',
  notProgressing: 'frayed',
  notResponding: 'frayed',
  disconnected: 'cut',
  orphaned: 'cut',
} as const satisfies Record<LeaseVerdict, LeaseLine['style']>

/** The line of a lease at an instant. */
export function leaseLine(facts: LeaseLineFacts, now: number): LeaseLine {
  const { verdict, expiresAt, durationS } = facts
  const term = durationS * 1000
  const left = verdict === 'orphaned' || term <= 0 ? 0 : shareOf(expiresAt - now, term)
  return { style: left === 0 ? 'cut' : STYLES[verdict], left, ticks: term > 0 ? ticksOf(facts, term) : [] }
}

const shareOf = (span: number, term: number): number => Math.min(1, Math.max(0, span / term))

/** What was left at each renewal: the term less the time since the grant, or since the renewal before. */
function ticksOf({ renewals, signs }: LeaseLineFacts, term: number): number[] {
  const instants = [signs.granted, ...renewals.toSorted((a, b) => a - b)]
  const ticks: number[] = []
  for (const [index, at] of instants.entries()) {
    const before = instants[index - 1]
    if (before === undefined) continue // the grant
    const left = shareOf(term - (at - before), term)
    // A renewal after the whole term came only because the server was away: no place on the line is its own.
    if (left > 0 && !ticks.some((tick) => Math.abs(tick - left) < SAME)) ticks.push(left)
  }
  return ticks.slice(-MOST_TICKS)
}
