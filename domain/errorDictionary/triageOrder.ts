import { CLOSING_LINE } from '../problems/errorsWithoutPage.ts'
import { catalogue } from '../recoveries/catalogue.ts'
import { PHASES } from '../recoveries/recovery.ts'
import type { DictionaryEntry } from './dictionary.ts'

const phases = Object.keys(PHASES)

/** The earliest phase of its recoveries; after all phases if it has none. */
const phaseOf = ({ recoveries }: Pick<DictionaryEntry, 'recoveries'>): number =>
  Math.min(phases.length, ...recoveries.map((id) => phases.indexOf(catalogue[id].phase)))

/**
 * Sorts by phase (docs/recovery.md, Order of triage), and within a phase by length, as the longer text is more
 * specific. The closing line of a log is last: any other message says more about the cause.
 */
export const triageOrder = <R extends Pick<DictionaryEntry, 'id' | 'recoveries'> & { fragment: string }>(
  recognised: readonly R[],
): R[] =>
  recognised.toSorted(
    (a, b) =>
      Number(a.id === CLOSING_LINE) - Number(b.id === CLOSING_LINE) ||
      phaseOf(a) - phaseOf(b) ||
      b.fragment.length - a.fragment.length,
  )
