import type { Approval, StepKind } from '#contract/approvals.ts'
import { counted, list, number, plural } from '#words/counts.ts'
import { roleName } from './rights.ts'
import { stepsByKind } from './words.ts'

/** The steps of one run that wait for a decision. */
export type WaitingRun = Pick<Approval, 'stack' | 'updateId' | 'version' | 'runKind' | 'startedBy' | 'ci' | 'agent'> & {
  steps: Approval[]
  /** Since when the first of them waits, and when the first of them is refused; epoch milliseconds. */
  since: number
  until: number
  /** Whether any of them waits for the caller. One who has allowed a step may only still refuse it. */
  mayDecide: boolean
}

/** The waiting steps by run, the one that is refused first at the top. */
export const waitingRuns = (approvals: readonly Approval[]): WaitingRun[] =>
  [
    ...Map.groupBy(
      approvals.filter(({ status }) => status === 'waiting'),
      ({ updateId }) => updateId,
    ).values(),
  ]
    .flatMap((steps): WaitingRun[] => {
      const [first] = steps
      if (first === undefined) return []
      const { stack, updateId, version, runKind, startedBy, ci, agent } = first
      return [
        {
          stack,
          updateId,
          version,
          runKind,
          startedBy,
          ci,
          agent,
          steps,
          since: Math.min(...steps.map(({ since }) => since)),
          until: Math.min(...steps.map(({ until }) => until)),
          mayDecide: steps.some(({ whyNotAllow }) => whyNotAllow === null),
        },
      ]
    })
    .toSorted((a, b) => a.until - b.until)

type Wanted = { step: StepKind; name: string; of: Approval['of'] }

/** What held steps are about to do, after `wants to`: `delete orders-db and users-db, and replace 12 resources`. */
export function wantedText(steps: readonly Wanted[]): string {
  // A rule that counts steps is asked once, for the rest of the run.
  const isRest = steps.some(({ of }) => of === 'run')
  return list([...stepsByKind(steps, (step) => step), ...(isRest ? ['go on after that'] : [])])
}

/** How many of those who are needed have allowed the steps: `1 of 2 operators allowed them`; undefined if one is enough. */
export function allowedText({ steps }: Pick<WaitingRun, 'steps'>): string | undefined {
  const [first] = steps
  if (first === undefined || first.persons < 2) return undefined
  const allowed = first.decisions.filter(({ allow }) => allow).length
  return `${number(allowed)} of ${counted(first.persons, roleName(first.role))} allowed ${plural(steps.length, 'it', 'them')}`
}
