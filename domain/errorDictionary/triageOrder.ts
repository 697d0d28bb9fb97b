import { CLOSING_LINE } from '../problems/errorsWithoutPage.ts'
import { catalogue } from '../recoveries/catalogue.ts'
import { PHASES } from '../recoveries/recovery.ts'
import type { DictionaryEntry } from './dictionary.ts'

const phases = Object.keys(PHASES)

/** The earliest phase of its recoveries; after all phases if it has none. */
const phaseOf = ({ recoveries }: Pick<DictionaryEntry, 'recoveries'>): number =>
  Math.min(phases.length, ...recoveries.map((id) => phases.indexOf(catalogue[id].phase)))

/**
 * Sorts by phase (docs/recovery.md, Order of triage); within a phase by the line of the first occurrence, because an
 * earlier message often causes the later ones; on one line by length, as the longer text is more specific. What only
 * says that something is not ready comes after its causes. The closing
 * line of a log is last: any other message says more about the cause.
 */
export const triageOrder = <
  R extends Pick<DictionaryEntry, 'id' | 'recoveries' | 'isSymptom'> & {
    fragment: string
    places: readonly { line: number }[]
  },
>(
  recognised: readonly R[],
): R[] =>
  recognised.toSorted(
    (a, b) =>
      Number(a.id === CLOSING_LINE) - Number(b.id === CLOSING_LINE) ||
      phaseOf(a) - phaseOf(b) ||
      Number(a.isSymptom ?? false) - Number(b.isSymptom ?? false) ||
      firstLine(a) - firstLine(b) ||
      b.fragment.length - a.fragment.length,
  )

const firstLine = ({ places }: { places: readonly { line: number }[] }): number => places[0]?.line ?? Infinity
