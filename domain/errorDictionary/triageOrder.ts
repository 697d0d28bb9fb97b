import { catalogue } from '../recoveries/catalogue.ts'
import { PHASES } from '../recoveries/recovery.ts'
import type { Recognised } from './recogniseErrors.ts'

const phases = Object.keys(PHASES)

/** The earliest phase of its recoveries; after all phases if it has none. */
const phaseOf = ({ recoveries }: Recognised): number =>
  Math.min(phases.length, ...recoveries.map((id) => phases.indexOf(catalogue[id].phase)))

/**
 * Sorts by phase (docs/recovery.md, Order of triage), and within a phase by length, as the longer text is more
 * specific.
 */
export const triageOrder = (recognised: readonly Recognised[]): Recognised[] =>
  recognised.toSorted((a, b) => phaseOf(a) - phaseOf(b) || b.fragment.length - a.fragment.length)
