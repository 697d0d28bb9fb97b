import type { GraphNotes } from '#contract/resources.ts'
import { counted, number, plural } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { urnName } from '../state/urn.ts'
import { INTEGRITY, marked } from './ofStatus.ts'
import { after, gather, type Overlay, type OverlayClass, type Places } from './overlay.ts'

/** Pending operations by kind, in the CLI's terms (docs/state.md, Pending operations). */
const OPERATIONS: readonly OverlayClass[] = [
  { id: 'creating', sign: '+', look: 'attention', words: after('creating') },
  { id: 'updating', sign: '~', look: 'attention', words: after('updating') },
  { id: 'deleting', sign: '−', look: 'attention', words: after('deleting') },
  { id: 'reading', sign: '>', look: 'attention', words: after('reading') },
  { id: 'importing', sign: '=', look: 'attention', words: after('importing') },
  { id: 'other', sign: '?', look: 'attention', words: after('pending otherwise') },
]

/** Marks operations that were pending when a run ended. A create has no entry yet. */
export function pendingOverlay(pending: GraphNotes['pending'], places: Places): Overlay {
  const gathered = gather(OPERATIONS, places)
  for (const { type, urn, resourceType, names } of pending)
    gathered.add(OPERATIONS.some(({ id }) => id === type) ? type : 'other', urn, resourceType, names)
  return gathered.overlay()
}

/** Marks integrity problems between entries; cards say what a broken reference is missing. */
export function integrityOverlay(flags: ArrayLike<number>, dangling: GraphNotes['dangling'] = []): Overlay {
  const missing = new Map<number, string[]>()
  for (const { from, kind, urn } of dangling)
    missing.set(from, [...(missing.get(from) ?? []), visibleText(nameOf(urn, kind === 'provider'))])
  return { ...marked(flags, withReferences(missing, dangling.length)), missing, absent: [] }
}

/**
 * The classes; of the resources with broken references it is said what they all need, or how many references they have:
 * each is an error of the state.
 */
function withReferences(missing: ReadonlyMap<number, readonly string[]>, references: number): typeof INTEGRITY {
  const [only = '', ...others] = new Set([...missing.values()].flat())
  const words =
    only !== '' && others.length === 0
      ? (count: number) => `${counted(count, 'resource')} ${plural(count, 'needs', 'need')} “${only}”, which is missing`
      : missing.size === references
        ? undefined
        : (count: number) => `${counted(count, 'resource')} with ${number(references)} broken references`
  if (words === undefined) return INTEGRITY
  return INTEGRITY.map((each) =>
    each.id === 'missing' ? { ...each, words: (count) => (count === missing.size ? words : each.words)(count) } : each,
  )
}

/** A reference to a provider ends with the provider's id. */
const nameOf = (reference: string, isProvider: boolean): string =>
  urnName(isProvider ? reference.replace(/::[^:]*$/, '') : reference) || reference

const DAY = 86_400
/** Ages, most recent first. */
const AGES: readonly (OverlayClass & { within: number })[] = [
  { id: 'day', sign: '1d', look: 'kind-f', within: DAY, words: after('within a day') },
  { id: 'week', sign: '1w', look: 'kind-c', within: 7 * DAY, words: after('within a week') },
  { id: 'month', sign: '1m', look: 'kind-b', within: 30 * DAY, words: after('within a month') },
  { id: 'year', sign: '1y', look: 'kind-e', within: 365 * DAY, words: after('within a year') },
  { id: 'older', sign: '>1y', look: 'kind-a', within: Infinity, words: after('longer ago') },
]
const UNDATED: OverlayClass = {
  id: 'undated',
  sign: '?',
  look: 'unknown',
  words: after('without a date'),
  isQuiet: true,
}

/** Marks resources by the time of their last change. `now` in seconds. */
export function ageOverlay(modified: readonly number[], now: number): Overlay {
  const classes = [...AGES, UNDATED]
  return {
    classes,
    absent: [],
    of: Int8Array.from(modified, (at) => (at < 0 ? AGES.length : AGES.findIndex(({ within }) => now - at <= within))),
  }
}
