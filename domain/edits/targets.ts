import type { EditProblem } from '#contract/edits.ts'
import type { Resource } from '../state/checkpoint.ts'
import { isUrn } from '../state/urn.ts'
import { error } from './edit.ts'

/**
 * Identifies an entry. Entries with the same URN, a live one and old ones, are distinguished by ID, by `old` (marked for
 * deletion), and finally by their index in the list, as all of them may have the same ID.
 */
export type Target =
  | string
  | { urn: string; id?: string | undefined; old?: boolean | undefined; index?: number | undefined }

/** The entry's index, or the problem if it is missing or ambiguous (docs/state.md, State commands). */
export function findEntry(resources: Resource[], target: Target): { at: number } | { problem: EditProblem } {
  const { urn, id, old, index } = typeof target === 'string' ? { urn: target } : target
  if (!isUrn(urn)) return { problem: error('notUrn', `"${urn}" is not a valid resource URN.`) }
  const found = resources.flatMap((entry, at) =>
    entry.urn === urn &&
    (id === undefined || (entry.id ?? '') === id) &&
    (old === undefined || Boolean(entry.delete) === old) &&
    (index === undefined || at === index)
      ? [at]
      : [],
  )
  const [at] = found
  if (at === undefined) return { problem: unknownTarget(resources, urn) }
  if (found.length === 1) return { at }
  const which = found.map((each) => {
    const { id: theirs, delete: isOld } = resources[each] ?? {}
    return `${theirs || 'no ID'}${isOld ? ' (old)' : ''} at ${each}`
  })
  return {
    problem: error(
      'ambiguous',
      `${urn} names ${found.length} entries of the list: ${which.join(', ')}. Say which one.`,
      [urn],
    ),
  }
}

const unknownTarget = (resources: Resource[], urn: string): EditProblem =>
  resources.some((entry) => entry.urn === urn)
    ? error('unknownEntry', `No entry of "${urn}" is the one that was named.`, [urn])
    : unknownUrn(resources, urn)

/** Finds the live entry of each URN, ignoring entries marked for deletion (docs/state.md, Flags). */
export function findLive(
  resources: Resource[],
  urns: readonly string[],
): { live: Set<number>; problems: EditProblem[] } {
  const liveAt = new Map<string, number>()
  for (const [at, { urn, delete: old }] of resources.entries()) if (!old) liveAt.set(urn, at)
  const live = new Set<number>()
  const problems: EditProblem[] = []
  for (const urn of urns) {
    const at = liveAt.get(urn)
    if (at === undefined) problems.push(unknownUrn(resources, urn))
    else live.add(at)
  }
  return { live, problems }
}

function unknownUrn(resources: Resource[], urn: string): EditProblem {
  const close = closestNames(
    resources.map((resource) => resource.urn),
    urn,
  )
  const hint = close.length > 0 ? ` Did you mean: ${close.join(', ')}?` : ''
  return error('unknownUrn', `No such resource "${urn}" is in the state.${hint}`, close)
}

/**
 * Up to three URNs or other names that differ from this one by few of its letters, closest first, as the CLI suggests
 * URNs (docs/state.md, State commands).
 */
export function closestNames(names: readonly string[], name: string): string[] {
  const limit = Math.max(2, Math.floor(new TextEncoder().encode(name).length / 4))
  const wanted = name.toLowerCase()
  return [...new Set(names)]
    .map((each) => ({ each, away: distance(each.toLowerCase(), wanted, limit) }))
    .filter(({ away }) => away <= limit)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ each }) => each)
}

/**
 * The Levenshtein distance; counting stops above `limit`. Common prefixes and suffixes are skipped, which makes most
 * URNs cheap.
 */
export function distance(a: string, b: string, limit: number): number {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1]
  if (Math.abs(endA - endB) > limit) return limit + 1
  let row = Array.from({ length: endB - start + 1 }, (_, index) => index)
  for (let i = start; i < endA; i++) {
    const next = [i - start + 1]
    let least = next[0] ?? 0
    for (let j = start; j < endB; j++) {
      const k = j - start
      const cost = Math.min((row[k] ?? 0) + (a[i] === b[j] ? 0 : 1), (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    row = next
  }
  return row.at(-1) ?? 0
}
