import { catalogue } from '../recoveries/catalogue.ts'
import { PHASES } from '../recoveries/recovery.ts'
import type { Recognised } from './recogniseErrors.ts'

const phases = Object.keys(PHASES)

/** The first phase of its recoveries; after all of them where it has none. */
const phaseOf = ({ recoveries }: Recognised): number =>
  Math.min(phases.length, ...recoveries.map((id) => phases.indexOf(catalogue[id].phase)))

/** By phase (docs/recovery.md, Order of triage), within one the longer text first: it says more. */
export const triageOrder = (recognised: readonly Recognised[]): Recognised[] =>
  recognised.toSorted((a, b) => phaseOf(a) - phaseOf(b) || b.fragment.length - a.fragment.length)
