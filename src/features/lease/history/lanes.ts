import type { Actor } from '#contract/common.ts'
import type { CiJob } from '#words/personName.ts'
import type { LeaseLogEntry } from '#contract/locks.ts'

/** The time that one update held the lease, and what happened meanwhile. */
export type HolderLane = {
  updateId: string
  version: number | null
  holder: Actor
  ci: CiJob | null
  from: number
  /** Null while it is held. */
  to: number | null
  end: 'completed' | 'released' | 'expired' | null
  renewals: number[]
  refusals: { at: number; actor: Actor }[]
}

/** Older holders are in the list below the picture. */
const MAX = 12

const isEnd = (what: LeaseLogEntry['what']): what is NonNullable<HolderLane['end']> =>
  what === 'completed' || what === 'released' || what === 'expired'

/** Lanes from the log of a lease, both newest first: one for each holder whose start is recorded. */
export function holderLanes(entries: readonly LeaseLogEntry[]): HolderLane[] {
  const lanes = new Map<string, HolderLane>()
  for (const { what, at, updateId, version, actor, ci, times } of entries.toReversed()) {
    if (updateId === null) continue
    if (what === 'granted') {
      const lane = { updateId, version, holder: actor, ci, from: at, to: null, end: null, renewals: [], refusals: [] }
      lanes.set(updateId, lane)
      continue
    }
    const lane = lanes.get(updateId)
    if (lane === undefined) continue
    if (what === 'renewed') lane.renewals.push(...times)
    else if (what === 'refused') lane.refusals.push({ at, actor })
    else if (isEnd(what)) Object.assign(lane, { to: at, end: what } satisfies Partial<HolderLane>)
  }
  return [...lanes.values()].toReversed().slice(0, MAX)
}
