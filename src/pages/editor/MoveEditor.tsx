import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Layers from 'lucide-react/icons/layers'
import { useState } from 'react'
import type { Basis, StackRef } from '#contract/common.ts'
import type { EditPlan, MovePlan } from '#contract/edits.ts'
import { fullName } from '#domain/stackName.ts'
import { editQueries, runMove } from '#src/api/edits.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { CliCommands, EditPlanView } from '#src/features/diff/EditPlanView.tsx'
import { RefusalNotice } from '#src/features/recovery/confirm/RefusalNotice.tsx'
import { refusalOf, refusalOfPreview } from '#src/features/recovery/confirm/refusal.ts'
import { StackPicker } from '#src/features/stacks/StackPicker.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { NoticeList } from '#src/ui/NoticeList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { plural } from '#words/counts.ts'
import { Confirm } from './Confirm.tsx'
import { hasMoved } from './hasMoved.ts'
import { MovedNotice } from './MovedNotice.tsx'

type Props = {
  stack: StackRef
  urns: readonly string[]
  basis: Basis
  blocked: string | undefined
  onReview: () => void
}

/** Moves entries and their descendants into another stack: both states are shown, and written together. */
export function MoveEditor({ stack, urns, basis, blocked, onReview }: Props) {
  const [base, setBase] = useState(basis)
  const [destination, setDestination] = useState<StackRef>()
  const [includeParents, setIncludeParents] = useState(false)
  const target = useQuery({
    ...stackQueries.detail(destination ?? stack),
    enabled: destination !== undefined,
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
  const isAsked = destination !== undefined && target.data !== undefined && !isMoved
  const plan = useQuery({ ...editQueries.movePlan(stack, request), enabled: isAsked })
  const review = () => {
    onReview()
    if (plan.error && !isMoved) void plan.refetch()
    setBase(basis)
    void target.refetch()
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isMoved && <MovedNotice from={base.version} to={basis.version} onReview={review} />}
      <Where
        stack={stack}
        count={urns.length}
        destination={destination}
        onDestination={setDestination}
        includeParents={includeParents}
        onIncludeParents={setIncludeParents}
      />
      {destination && target.error && <RefusalNotice refusal={refusalOf(target.error)} onReview={review} />}
      {isAsked && plan.error && <RefusalNotice refusal={refusalOfPreview(plan.error)} onReview={review} />}
      {isAsked && plan.isPending && <Skeleton label="Preparing the preview" rows={5} />}
      {isAsked && plan.data && (
        <>
          <BothSides from={stack} to={request.destination} plan={plan.data} />
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

type WhereProps = {
  stack: StackRef
  count: number
  destination: StackRef | undefined
  onDestination: (stack: StackRef) => void
  includeParents: boolean
  onIncludeParents: (includeParents: boolean) => void
}

/** The stack to move to, and what goes along. */
function Where({ stack, count, destination, onDestination, includeParents, onIncludeParents }: WhereProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Move to another stack" level={2}>
      <div className="flex flex-col gap-3">
        <p className="max-w-3xl">
          Moves {plural(count, 'the resource', 'the resources')} and everything below {plural(count, 'it', 'them')} to
          the other stack, with copies of their providers. References between the two stacks are removed. Either both
          states are written or neither.
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="font-mono wrap-anywhere">{fullName(stack)}</span>
          <ArrowRight className="size-4 text-muted" aria-label="to" />
          {destination && <span className="font-mono wrap-anywhere">{fullName(destination)}</span>}
          <Button look={destination ? 'quiet' : 'primary'} onClick={() => setOpen(true)}>
            <Layers aria-hidden /> {destination ? 'Another stack' : 'Choose a stack'}
          </Button>
        </p>
        <Checkbox
          label="Also move its parents"
          hint={`Otherwise ${plural(count, 'it is', 'they are')} placed directly below the root of the other stack.`}
          checked={includeParents}
          onChange={onIncludeParents}
        />
      </div>
      {isOpen && (
        <StackPicker
          title="Move to which stack?"
          without={stack}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false)
            onDestination(picked)
          }}
        />
      )}
    </Card>
  )
}

const isCut = ({ code }: EditPlan['problems'][number]): boolean => code === 'cut'
const withoutCuts = (plan: EditPlan): EditPlan => ({ ...plan, problems: plan.problems.filter((each) => !isCut(each)) })

/** What changes in each stack, beside each other, and the references that the move cuts. */
function BothSides({ from, to, plan: { source, destination } }: { from: StackRef; to: StackRef; plan: MovePlan }) {
  const cuts = [...source.problems, ...destination.problems].filter(isCut).map(({ message }) => message)
  return (
    <>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2 [&>*:only-child]:col-span-full">
        <NoticeList title="References that are cut" items={[...new Set(cuts)]} />
        {source.isPossible && (
          <NoticeList title="Double-check" items={[...new Set([...source.stopAndAsk, ...destination.stopAndAsk])]} />
        )}
      </div>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2 [&>*:only-child]:col-span-full">
        <EditPlanView
          plan={{ ...withoutCuts(source), stopAndAsk: [], terminal: [] }}
          title={`What changes in ${fullName(from)}`}
        />
        {source.isPossible && (
          <EditPlanView
            plan={{ ...withoutCuts(destination), stopAndAsk: [], terminal: [] }}
            title={`What changes in ${fullName(to)}`}
          />
        )}
      </div>
      {source.isPossible && <CliCommands lines={source.terminal} />}
    </>
  )
}
