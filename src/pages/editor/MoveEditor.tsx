import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Basis, StackRef } from '#contract/common.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { editQueries, runMove } from '#src/api/edits.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { EditPlanView } from '#src/features/diff/EditPlanView.tsx'
import { RefusalNotice } from '#src/features/recovery/confirm/RefusalNotice.tsx'
import { refusalOf, refusalOfPreview } from '#src/features/recovery/confirm/refusal.ts'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { Confirm } from './Confirm.tsx'
import { hasMoved } from './hasMoved.ts'
import { MovedNotice } from './MovedNotice.tsx'
import { useSettled } from '#src/lib/useSettled.ts'
import { plural } from '#words/counts.ts'

type Props = {
  stack: StackRef
  urns: readonly string[]
  basis: Basis
  blocked: string | undefined
  onReview: () => void
}

/** Moves entries and their descendants into another stack: both states are shown, and written together. */
export function MoveEditor({ stack, urns, basis, blocked, onReview }: Props) {
  const id = useId()
  const [base, setBase] = useState(basis)
  const [name, setName] = useState('')
  const [includeParents, setIncludeParents] = useState(false)
  const settled = useSettled(name.trim(), 350)
  const { data: stacks } = useQuery(stackQueries.list({ search: settled.split('/').at(-1) ?? '' }))
  const destination = parseFullName(settled)
  const isSame = destination !== undefined && fullName(destination) === fullName(stack)
  const target = useQuery({
    ...stackQueries.detail(destination ?? stack),
    enabled: destination !== undefined && !isSame,
    retry: false,
  })
  const isMoved = hasMoved(base, basis)
  const request = {
    basis: base,
    destination: destination ?? stack,
    destinationBasis: target.data?.basis ?? null,
    urns: [...urns],
    includeParents,
  }
  const plan = useQuery({
    ...editQueries.movePlan(stack, request),
    enabled: destination !== undefined && !isSame && target.data !== undefined && !isMoved,
  })
  const review = () => {
    onReview()
    if (plan.error && !isMoved) void plan.refetch()
    setBase(basis)
    void target.refetch()
  }
  const error = isSame
    ? 'It is in this stack already.'
    : settled !== '' && destination === undefined
      ? 'Use organization/project/stack.'
      : target.error
        ? refusalOf(target.error).detail
        : undefined
  const isAsked = destination !== undefined && !isSame && target.data !== undefined && !isMoved
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isMoved && <MovedNotice from={base.version} to={basis.version} onReview={review} />}
      <Card title="Move to another stack" level={2}>
        <div className="flex max-w-prose flex-col gap-3">
          <p>
            Moves {plural(urns.length, 'the resource', 'the resources')} and everything below{' '}
            {plural(urns.length, 'it', 'them')} to the other stack, with copies of their providers. References between
            the two stacks are removed. Either both states are written or neither.
          </p>
          <datalist id={`${id}-stacks`}>
            {(stacks?.stacks ?? []).map(({ ref }) => (
              <option key={fullName(ref)} value={fullName(ref)}>
                {ref.stack}
              </option>
            ))}
          </datalist>
          <TextField
            mono
            label="Destination"
            hint="organization/project/stack"
            list={`${id}-stacks`}
            value={name}
            onChange={setName}
            error={error}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Checkbox
            label="Also move its parents"
            hint={`Otherwise ${plural(urns.length, 'it is', 'they are')} placed directly below the root of the other stack.`}
            checked={includeParents}
            onChange={setIncludeParents}
          />
        </div>
      </Card>
      {isAsked && plan.error && <RefusalNotice refusal={refusalOfPreview(plan.error)} onReview={review} />}
      {isAsked && plan.isPending && <Skeleton label="Preparing the preview" rows={5} />}
      {isAsked && plan.data && (
        <>
          <EditPlanView plan={plan.data.source} title={`What changes in ${fullName(stack)}`} />
          {plan.data.source.isPossible && (
            <EditPlanView
              plan={{ ...plan.data.destination, stopAndAsk: [], terminal: [] }}
              title={`What changes in ${fullName(request.destination)}`}
            />
          )}
          {plan.data.source.isPossible && (
            <Confirm
              stack={stack}
              plan={plan.data.source}
              blocked={blocked}
              run={(confirmation) => runMove(stack, { ...request, ...confirmation })}
              onReview={review}
            />
          )}
        </>
      )}
    </div>
  )
}
