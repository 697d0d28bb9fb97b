import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import type { UntrackedFilter, UntrackedResource } from '#contract/untracked.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { UntrackedGroups } from './UntrackedGroups.tsx'

type Filter = Pick<UntrackedFilter, 'stack' | 'search' | 'state'>
type Props = { resources: readonly UntrackedResource[]; filter: Filter; onClear: () => void }

/** The resources of a page, to select and to resolve. */
export function UntrackedList({ resources, filter, onClear }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [answering, setAnswering] = useState<readonly UntrackedResource[]>([])
  const selection = { resources, chosen, onChoose: setChosen, onAnswer: setAnswering }
  return (
    <>
      <SelectionBar {...selection} />
      <Card padding="none">
        {resources.length > 0 ? <UntrackedGroups {...selection} /> : <Nothing filter={filter} onClear={onClear} />}
      </Card>
      {answering.length > 0 && (
        <AnswerDialog
          resources={answering}
          onClose={(isDone) => {
            setAnswering([])
            if (isDone) setChosen(new Set())
          }}
        />
      )}
    </>
  )
}

/** In place of the resources: nothing matches, or there are none. */
function Nothing({ filter: { stack, search, state }, onClear }: Pick<Props, 'filter' | 'onClear'>) {
  const isNarrowed = Boolean(stack ?? search)
  const title = isNarrowed ? 'Nothing matches' : state === 'open' ? 'No untracked resources' : 'Nothing resolved yet'
  return (
    <EmptyState
      Icon={CircleCheck}
      title={title}
      action={isNarrowed && <Button onClick={onClear}>Clear filters</Button>}
    >
      {state === 'open' && !isNarrowed
        ? 'Interrupted creates, and resources that a killed update created without saving them, are added automatically.'
        : undefined}
    </EmptyState>
  )
}
