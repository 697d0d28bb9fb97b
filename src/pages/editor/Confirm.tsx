import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { EditPlan } from '#contract/edits.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { savedWhere } from '#domain/backends/keptWords.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { ConfirmFields, whyNotConfirmed } from '#src/features/recovery/confirm/ConfirmFields.tsx'
import { RefusalNotice } from '#src/features/recovery/confirm/RefusalNotice.tsx'
import { needsReview, refusalOf } from '#src/features/recovery/confirm/refusal.ts'
import { UnderWay } from '#src/features/recovery/wizard/UnderWay.tsx'
import { FRESH } from '#src/features/recovery/record/UndoButton.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { capital } from '#words/capital.ts'
import { list } from '#words/counts.ts'

/** The confirmation of an edit. */
export type Confirmation = { reason: string; confirm?: string; statement?: string }

type Props = {
  stack: StackRef
  plan: EditPlan
  title?: string
  look?: 'primary' | 'danger'
  /** What the button says, if not the title of the plan. */
  verb?: string | undefined
  /** How it is undone, if nothing above says it. */
  wayBack?: ReactNode
  /** Where *Cancel* leads, if nothing else on the page leads away. */
  cancel?: string | undefined
  /** Why it cannot be written, whatever the input. */
  blocked: string | undefined
  run: (confirmation: Confirmation) => Promise<RecoveryRecord>
  /** Refreshes the state. */
  onReview: () => void
}

/**
 * The confirmation: reason, the stack's name, what was checked. Then the edit is written, and its record opens with the
 * proof.
 */
export function Confirm({
  stack,
  plan,
  title = 'Save',
  look = 'primary',
  verb,
  wayBack,
  cancel,
  blocked,
  run,
  onReview,
}: Props) {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [statement, setStatement] = useState('')
  const write = useWrite(stack, run)
  const { level, because, isPossible } = plan
  const refusal = write.error ? refusalOf(write.error) : undefined
  const why =
    blocked ??
    (isPossible ? undefined : 'There is nothing to write yet.') ??
    (refusal && needsReview(refusal) ? 'Review again first: things have changed.' : undefined) ??
    (level >= 3 && statement.trim() === ''
      ? withoutStatement(reason, typed === fullName(stack))
      : whyNotConfirmed(stack, level, { reason, typed }))
  return (
    <Card title={title} level={2}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (why !== undefined || write.isPending) return
          write.mutate({
            reason: reason.trim(),
            ...(level >= 2 && { confirm: typed }),
            ...(level >= 3 && { statement: statement.trim() }),
          })
        }}
      >
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          {isPossible && (because.length > 0 || wayBack !== undefined) && (
            <div className="flex max-w-prose flex-col gap-4">
              {because.length > 0 && <Because reasons={because} />}
              {wayBack !== undefined && (
                <div>
                  <p className="font-medium">How to go back</p>
                  {wayBack}
                </div>
              )}
            </div>
          )}
          <div className="flex min-w-0 flex-col gap-4">
            {isPossible && level >= 3 && (
              <div className="max-w-prose">
                <LongText
                  label="What did you check?"
                  hint={`What you looked at, and what you saw. Saved ${savedWhere(stack)}.`}
                  value={statement}
                  onChange={setStatement}
                />
              </div>
            )}
            <ConfirmFields
              stack={stack}
              level={isPossible ? level : 1}
              reason={reason}
              typed={typed}
              onReason={setReason}
              onType={setTyped}
            />
          </div>
        </div>
        {refusal && (
          <RefusalNotice
            refusal={refusal}
            onReview={() => {
              write.reset()
              setTyped('')
              onReview()
            }}
          />
        )}
        {write.isPending && (
          <UnderWay
            steps={[
              'Check that no update is running, and block others.',
              `Check that the state is still version ${plan.basis.version}.`,
              'Compute the edit again and verify the result.',
              'Write the new version; the current one is kept.',
            ]}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line pt-4">
          {why !== undefined && !write.isPending && <p className="min-w-0 text-sm text-muted">{why}</p>}
          {cancel !== undefined && <LinkButton to={cancel}>Cancel</LinkButton>}
          <Button
            type="submit"
            look={look}
            busy={write.isPending}
            blocked={write.isPending ? undefined : why}
            className="h-auto! min-h-8 min-w-0 shrink! py-1 wrap-anywhere whitespace-normal!"
          >
            {isPossible ? (verb ?? plan.title) : 'Write the state'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Everything that is missing besides what was checked, in a sentence. */
const withoutStatement = (reason: string, isTyped: boolean): string =>
  `${capital(
    list([
      'enter what you checked',
      ...(reason.trim() === '' ? ['add a reason'] : []),
      ...(isTyped ? [] : ['type the name of the stack']),
    ]),
  )}.`

const Because = ({ reasons }: { reasons: readonly string[] }): ReactNode => (
  <div>
    <p className="font-medium">Impact</p>
    <ul className="list-disc pl-4">
      {reasons.map((reason) => (
        <li key={reason} className="wrap-anywhere">
          {reason}
        </li>
      ))}
    </ul>
  </div>
)

function useWrite(
  stack: StackRef,
  run: (confirmation: Confirmation) => Promise<RecoveryRecord>,
): UseMutationResult<RecoveryRecord, Error, Confirmation> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: run,
    onSuccess: async (record) => {
      client.setQueryData(recoveryQueries.one(stack, record.id).queryKey, record)
      // Leaves the edited entry first, which may be gone now.
      await navigate(paths.recovery(stack, record.id), { replace: true, state: FRESH })
      void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
    },
    onError: () => void client.invalidateQueries({ queryKey: stackQueries.one(stack) }),
  })
}
