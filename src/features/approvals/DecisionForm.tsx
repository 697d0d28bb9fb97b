import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { decideApprovals, readApprovalsAgain } from '#src/api/approvals.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { number } from '#words/counts.ts'
import { isLoss, outcomeText, whyNotAll } from './words.ts'

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
  /** The steps to decide about, of one run. */
  approvals: readonly Approval[]
  /** All steps of the run that can be decided. */
  all: readonly Approval[]
  /** The run has gone on without them: nothing is left to refuse. */
  isLate: boolean
  /** Beside the buttons, what each of them does. */
  effects?: ReactNode
  onOutcome: (outcome: Outcome) => void
}

/** Sends a decision, and reads again what shows it, also after a refusal. */
function useDecision({ approvals, all, onOutcome }: Pick<Props, 'approvals' | 'all' | 'onOutcome'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ allow, reason }: { allow: boolean; reason: string }) => {
      const [first] = approvals
      if (first === undefined) return
      const { approvals: now } = await decideApprovals(first.stack, {
        ids: approvals.map(({ id }) => id),
        allow,
        reason,
      })
      onOutcome({ tone: allow ? 'ok' : 'attention', ...outcomeText(approvals, now, { allow, waiting: all }) })
    },
    onError: (error) => onOutcome({ tone: 'danger', title: 'Not decided', text: error.message }),
    onSettled: () => approvals[0] && readApprovalsAgain(client, approvals[0].stack),
  })
}

/** The buttons, and the reason: refusing needs one. */
export function DecisionForm({ approvals, all, isLate, effects, onOutcome }: Props) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const away = useWhyNot('intervene', approvals[0] && { ref: approvals[0].stack })
  const decision = useDecision({ approvals, all, onOutcome })
  const whyNotAllow = whyNotAll(approvals, 'whyNotAllow') ?? away
  const whyNotRefuse = isLate ? whyNotAllow : (whyNotAll(approvals, 'whyNotRefuse') ?? away)
  const obstacles = new Set([whyNotAllow, whyNotRefuse].filter((why) => why !== undefined))
  const mayLose = approvals.some(({ step }) => isLoss(step))
  const count = approvals.length > 1 ? ` ${number(approvals.length)}` : ''
  const isDeletes = count !== '' && approvals.every(({ step }) => step === 'delete')
  const decide = (isAllowed: boolean) => {
    const isWithout = !isAllowed && reason.trim() === ''
    setMissing(isWithout)
    if (isWithout) field.current?.focus()
    else decision.mutate({ allow: isAllowed, reason: reason.trim() })
  }
  return (
    <form className="contents" onSubmit={(event) => event.preventDefault()}>
      {[...obstacles].map((why) => (
        <p key={why} className="text-muted">
          {why}
        </p>
      ))}
      {(whyNotAllow === undefined || whyNotRefuse === undefined) && (
        <TextField
          ref={field}
          label="Reason"
          className="max-w-3xl scroll-mb-24"
          hint={`${isLate ? 'Optional.' : 'Needed to refuse.'} Saved with your name in the audit log.`}
          error={isMissing ? 'Say why: the client prints it as the error of the step.' : undefined}
          maxLength={MAX_REASON}
          autoComplete="off"
          value={reason}
          onChange={(text) => {
            setReason(text)
            setMissing(false)
          }}
        />
      )}
      <ButtonBar above={effects}>
        <Button
          className={DECISION_SIZE}
          look={mayLose ? 'danger' : 'primary'}
          blocked={whyNotAllow}
          busy={decision.isPending && decision.variables.allow}
          onClick={() => decide(true)}
        >
          Allow{count}
          {isDeletes && ' deletes'}
        </Button>
        {!isLate && (
          <Button
            className={DECISION_SIZE}
            blocked={whyNotRefuse}
            busy={decision.isPending && !decision.variables.allow}
            onClick={() => decide(false)}
          >
            Refuse{count}
          </Button>
        )}
      </ButtonBar>
    </form>
  )
}

/** For thumbs on a phone, and wide enough that both are alike. */
export const DECISION_SIZE = 'h-12! sm:h-9! sm:min-w-28'

/** On a phone the buttons, and what they do, stay under the thumbs while the facts are read. */
export const ButtonBar = ({ above, children }: { above?: ReactNode; children: ReactNode }) => (
  <div className="-mx-4 -mb-4 flex flex-col gap-3 border-t border-line bg-surface px-4 py-3 max-sm:sticky max-sm:bottom-0 max-sm:text-sm sm:mx-0 sm:mb-0 sm:gap-4 sm:border-0 sm:p-0">
    {above}
    <div className="grid auto-cols-fr grid-flow-col gap-3 sm:flex">{children}</div>
  </div>
)
