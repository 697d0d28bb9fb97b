import type { AlikeEntries } from './cutAlike.ts'

/**
 * A run of resources that two states share byte for byte: the index of the first one in each list, and their number.
 */
export type SharedRun = { from: number; to: number; count: number }

/** The texts of two states without runs of resources that both share, and these runs. */
export type StatesApart = { before: Uint8Array; after: Uint8Array; shared: readonly SharedRun[] }

/** Thrown if the name of a resource is needed whose text was left out: the states have to be compared whole. */
export class WholeNeededError extends Error {}

/**
 * The resources that two states share, including runs that were left out before `cutAlike` saw the texts. The runs are
 * in the order of both lists and do not overlap.
 */
export function withRuns(rest: AlikeEntries, runs: readonly SharedRun[]): AlikeEntries {
  const inBefore = placesAmong(runs.map(({ from, count }) => ({ start: from, count })))
  const inAfter = placesAmong(runs.map(({ to, count }) => ({ start: to, count })))
  const pairs = rest.pairs.map(({ from, to }) => ({ from: inBefore(from), to: inAfter(to) }))
  const restOf = new Map(rest.pairs.map(({ to }, index) => [pairs[index]?.to, to]))
  for (const { from, to, count } of runs)
    for (let at = 0; at < count; at++) pairs.push({ from: from + at, to: to + at })
  return {
    pairs,
    places: { before: rest.places.before.map(inBefore), after: rest.places.after.map(inAfter) },
    urnOf(to) {
      const place = restOf.get(to)
      if (place === undefined) throw new WholeNeededError()
      return rest.urnOf(place)
    },
  }
}

/** Converts an index in a list without some runs to the index in the whole list. */
function placesAmong(runs: readonly { start: number; count: number }[]): (place: number) => number {
  const starts: number[] = []
  const left: number[] = []
  let sum = 0
  for (const { start, count } of runs) {
    starts.push(start - sum)
    left.push((sum += count))
  }
  return (place) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return place + (left[low - 1] ?? 0)
  }
}
