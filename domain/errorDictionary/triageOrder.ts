import type { Recognised } from './recogniseErrors.ts'

/** What must be settled before the next is offered (docs/recovery.md, Order of triage). */
const PHASES: readonly (readonly string[])[] = [
  ['cancel-update', 'release-lease', 'nothing-to-cancel', 'remove-lock-file', 'lost-lease'],
  ['restore-checkpoint', 'upgrade-cli', 'fix-secrets'],
  ['fix-references', 'restore-provider', 'resolve-duplicates', 'fix-entry', 'break-cycle'],
  [
    'clear-operations',
    'clear-create',
    'adopt-create',
    'discard-create',
    'compare-create',
    'resolve-operations',
    'finish-replacement',
    'resolve-untracked',
  ],
  ['remove-old-entries'],
  ['fix-unhealthy'],
  ['install-plugin'],
  ['remove-protection'],
]

const phaseOf = ({ recoveries }: Recognised): number => {
  if (recoveries.length === 0) return PHASES.length + 1
  const phases = recoveries.map((each) => PHASES.findIndex((phase) => phase.includes(each)))
  return Math.min(...phases.map((phase) => (phase < 0 ? PHASES.length : phase)))
}

/** By phase, within one the longer text first: it says more. */
export const triageOrder = (recognised: readonly Recognised[]): Recognised[] =>
  recognised.toSorted((a, b) => phaseOf(a) - phaseOf(b) || b.fragment.length - a.fragment.length)
