import type { ListedRun } from '#domain/backends/diy/layout.ts'
import { isAfter } from '../../../blobs/keyOrder.ts'
import type { ObjectFacts } from '../../../blobs/port.ts'
import type { Elsewhere, SeenBrokenEntries } from '../../../store/port/elsewhere.ts'

/** Entries that cannot be read of which the key is kept: the newest. */
const MAX_KEPT = 10

type Known = Elsewhere['brokenEntries']
type Broken = SeenBrokenEntries['newest'][number]

/**
 * Where a listing of the history begins, so that it has what is new, and the entries that could not be read. Null is its
 * start: also for an older row, which does not say whether there are such entries.
 */
export function startOf({ historyAfter, brokenEntries: known }: Pick<Elsewhere, 'historyAfter' | 'brokenEntries'>) {
  if (known === undefined || historyAfter === null) return null
  const oldest = known?.newest.at(-1)?.key.replace(/\.history\.json.*$/s, '')
  return oldest !== undefined && isAfter(historyAfter, oldest) ? oldest : historyAfter
}

/** What is to be read of a listing: the newest runs, and those whose entry could not be read and may have been repaired. */
export function toRead(
  known: Known,
  runs: readonly ListedRun<ObjectFacts>[],
  most: number,
): { runs: ListedRun<ObjectFacts>[]; unchanged: Broken[] } {
  const kept = new Map(known?.newest.map((each) => [each.key, each]))
  const unchanged: Broken[] = []
  const chosen = runs.filter(({ entry }, index) => {
    const broken = entry && kept.get(entry.key)
    if (broken === undefined) return index >= runs.length - most
    // The right to read it may have been given since.
    if (broken.mark !== entry?.mark || broken.why === 'unreadable') return true
    unchanged.push(broken)
    return false
  })
  return { runs: chosen, unchanged }
}

/**
 * The entries that cannot be read, after a look. `from`: the listing has all after this key. Undefined if some were
 * repaired and others are known by their number only: the next look reads the history from its start.
 */
export function brokenAfter(
  known: Known,
  found: readonly Broken[],
  unchanged: readonly Broken[],
  from: string | null,
): Known {
  const older = known?.newest.filter(({ key }) => from !== null && !isAfter(key, from)) ?? []
  const kept = [...found, ...unchanged, ...older]
  const keys = new Set(kept.map(({ key }) => key))
  const unkept = (known?.count ?? 0) - (known?.newest.length ?? 0)
  if (unkept > 0 && known?.newest.some(({ key }) => !keys.has(key))) return undefined
  const newest = kept.toSorted((a, b) => (isAfter(a.key, b.key) ? -1 : 1))
  const count = newest.length + unkept
  return count === 0 ? null : { count, newest: newest.slice(0, MAX_KEPT) }
}
