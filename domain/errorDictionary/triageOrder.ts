import type { Recognised } from './recogniseErrors.ts'

/** What must be settled before the next is offered (docs/recovery.md, Order of triage). */
const PHASES: readonly (readonly string[])[] = [
  ['GR-01', 'GR-02', 'GR-03', 'GR-04', 'GR-30'],
  ['GR-17', 'GR-18', 'GR-26'],
  ['GR-11', 'GR-12', 'GR-13', 'GR-14', 'GR-15'],
  ['GR-05', 'GR-06', 'GR-07', 'GR-08', 'GR-09', 'GR-10', 'GR-23', 'GR-35'],
  ['GR-22'],
  ['GR-27'],
  ['GR-19'],
  ['GR-20'],
]

const phaseOf = ({ recoveries }: Recognised): number => {
  if (recoveries.length === 0) return PHASES.length + 1
  const phases = recoveries.map((each) => PHASES.findIndex((phase) => phase.includes(each)))
  return Math.min(...phases.map((phase) => (phase < 0 ? PHASES.length : phase)))
}

/** By phase, within one the longer text first: it says more. */
export const triageOrder = (recognised: readonly Recognised[]): Recognised[] =>
  recognised.toSorted((a, b) => phaseOf(a) - phaseOf(b) || b.fragment.length - a.fragment.length)
