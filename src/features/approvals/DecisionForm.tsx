import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { decideApprovals, readApprovalsAgain } from '#src/api/approvals.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { number } from '#words/counts.ts'
import { allSteps, briefText, isLoss, outcomeText, whyNone, whyNotAll } from './words.ts'

/** What followed from a decision, or why there is none. */
export type Outcome = {
  tone: 'ok' | 'attention' | 'danger'
  title: string
  text: string
  /** The text once the run has ended, if it differs. */
  whenOver?: string
  /** Steps that have to be decided, too, by id. */
  waitsFor?: readonly string[]
}

/** Longest reason that is accepted. */
const MAX_REASON = 500

type Props = {
  /** The steps to allow, of one run: none while none is chosen. */
  approvals: readonly Approval[]
  /** All steps of the run that can be decided: a refusal is about all of them. */
  all: readonly Approval[]
  /** The run has gone on without them: nothing is left to refuse. */
  isLate: boolean
  /** The number of steps of the batch that are allowed already: a refusal stops them, too. */
  ready: number
  /** The number of the steps to allow that may lose data. */
  lost: number
  onOutcome: (outcome: Outcome) => void
}

/** Most steps in one decision. */
export const MAX_DECIDED = 1_000

/** Sends a decision, and reads again what shows it, also after a refusal. */
function useDecision({ approvals, all, ready, onOutcome }: Pick<Props, 'approvals' | 'all' | 'ready' | 'onOutcome'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ allow, reason }: { allow: boolean; reason: string }) => {
      const steps = allow ? approvals : refusable(all)
      const [first] = steps
      if (first === undefined) return
      const { approvals: now } = await decideApprovals(first.stack, { ids: steps.map(({ id }) => id), allow, reason })
      onOutcome({ tone: allow ? 'ok' : 'attention', ...outcomeText(steps, now, { allow, waiting: all, ready }) })
    },
    onError: (error) => onOutcome({ tone: 'danger', title: 'Not decided', text: error.message }),
    onSettled: () => all[0] && readApprovalsAgain(client, all[0].stack),
  })
}

/** Those that the user can refuse: one is enough to stop all. */
const refusable = (all: readonly Approval[]): Approval[] =>
  all.filter(({ whyNotRefuse }) => whyNotRefuse === null).slice(0, MAX_DECIDED)

/** Why the buttons cannot be used; `obstacles` are the reasons that no choice of steps would remove. */
function useObstacles({ approvals, all, isLate }: Pick<Props, 'approvals' | 'all' | 'isLate'>) {
  const away = useWhyNot('intervene', all[0] && { ref: all[0].stack })
  const whyNotChosen = approvals.length > 0 ? whyNotAll(approvals, 'whyNotAllow') : whyNone(all, 'whyNotAllow')
  const noAllow = whyNotChosen ?? away
  const noRefuse = isLate ? noAllow : (whyNone(all, 'whyNotRefuse') ?? away)
  return {
    obstacles: [...new Set([noAllow, noRefuse].filter((why) => why !== undefined))],
    whyNotAllow: noAllow ?? (approvals.length === 0 ? 'Choose the steps to allow first.' : undefined),
    whyNotRefuse: noRefuse,
    canAllow: noAllow === undefined,
    canDecide: noAllow === undefined || noRefuse === undefined,
  }
}

/** The buttons, and the reason: a refusal needs one. */
export function DecisionForm({ approvals, all, isLate, ready, lost, onOutcome }: Props) {
  const [reason, setReason] = useState('')
  const decision = useDecision({ approvals, all, ready, onOutcome })
  const { obstacles, whyNotAllow, whyNotRefuse, canAllow, canDecide } = useObstacles({ approvals, all, isLate })
  const isNeeded = !isLate && whyNotRefuse === undefined
  const needs = { choice: canAllow, reason: isNeeded && reason.trim() === '' }
  const refused = all.length + ready
  const decide = (isAllowed: boolean) => decision.mutate({ allow: isAllowed, reason: reason.trim() })
  return (
    <form className="contents" onSubmit={(event) => event.preventDefault()}>
      {obstacles.map((why) => (
        <p key={why} className="text-muted">
          {why}
        </p>
      ))}
      <Bar
        brief={briefText(approvals, all, { lost, ready, needs })}
        reason={
          canDecide && (
            <TextField
              label={isNeeded ? 'Reason (needed to refuse)' : 'Reason (optional)'}
              className="sm:h-9"
              hint={`${isNeeded ? 'The Pulumi CLI prints it if you refuse. ' : ''}Saved with your name in the audit log.`}
              maxLength={MAX_REASON}
              autoComplete="off"
              value={reason}
              onChange={setReason}
            />
          )
        }
      >
        <Button
          className={DECISION_SIZE}
          look={approvals.some(({ step }) => isLoss(step)) ? 'danger' : approvals.length > 0 ? 'primary' : 'quiet'}
          blocked={whyNotAllow}
          busy={decision.isPending && decision.variables.allow}
          onClick={() => decide(true)}
        >
          {allowVerb(approvals)}
        </Button>
        {!isLate && (
          <Button
            className={DECISION_SIZE}
            blocked={whyNotRefuse ?? (reason.trim() === '' ? 'Add a reason to refuse.' : undefined)}
            busy={decision.isPending && !decision.variables.allow}
            onClick={() => decide(false)}
          >
            {refused > 1 ? `Refuse ${allSteps(refused)}` : 'Refuse'}
          </Button>
        )}
      </Bar>
    </form>
  )
}

/** `Allow`, `Allow 4`, `Allow 4 deletes`. */
function allowVerb(approvals: readonly Approval[]): string {
  if (approvals.length < 2) return 'Allow'
  const isDeletes = approvals.every(({ step }) => step === 'delete')
  return `Allow ${number(approvals.length)}${isDeletes ? ' deletes' : ''}`
}

/** For thumbs on a phone, and wide enough that both are alike. */
const DECISION_SIZE = 'h-12! sm:h-9! sm:min-w-28'

type BarProps = { brief: string; reason: ReactNode; children: ReactNode }

/**
 * The buttons stay in view while the facts are read, with the most important one of these; the reason is beside them,
 * and on a phone above, where it would leave no room for the facts.
 */
const Bar = ({ brief, reason, children }: BarProps) => (
  <div className="flex gap-4 border-line bg-surface max-sm:contents sm:sticky sm:bottom-0 sm:-mx-4 sm:-mb-4 sm:border-t sm:px-4 sm:py-2.5">
    {reason && <div className="min-w-0 max-w-3xl flex-1">{reason}</div>}
    <div
      className={cx(
        'flex flex-col gap-2 border-line bg-surface max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:border-t max-sm:px-4 max-sm:py-2.5 sm:flex-col-reverse sm:justify-end sm:gap-1',
        Boolean(reason) && 'sm:pt-6',
      )}
    >
      {brief !== '' && (
        <p className="text-sm" aria-hidden>
          {brief}
        </p>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-3 sm:flex">{children}</div>
    </div>
  </div>
)
