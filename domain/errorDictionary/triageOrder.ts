import { catalogue } from '../recoveries/catalogue.ts'
import { PHASES } from '../recoveries/recovery.ts'
import type { DictionaryEntry } from './dictionary.ts'

const phases = Object.keys(PHASES)

/** The earliest phase of its recoveries; after all phases if it has none. */
const phaseOf = ({ recoveries }: Pick<DictionaryEntry, 'recoveries'>): number =>
  Math.min(phases.length, ...recoveries.map((id) => phases.indexOf(catalogue[id].phase)))

/**
 * Sorts by phase (docs/recovery.md, Order of triage), and within a phase by length, as the longer text is more
 * specific.
 */
export const triageOrder = <R extends Pick<DictionaryEntry, 'recoveries'> & { fragment: string }>(
  recognised: readonly R[],
): R[] => recognised.toSorted((a, b) => phaseOf(a) - phaseOf(b) || b.fragment.length - a.fragment.length)
