import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import type { UntrackedFilter, UntrackedResource } from '#contract/untracked.ts'
import { storyOf } from '#domain/health/untrackedWords.ts'
import { hasOneOrg } from '#src/features/stacks/StackName.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Status } from '#src/ui/Status.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { cx } from '#src/lib/cx.ts'
import { counted, number } from '#words/counts.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { UntrackedItem } from './UntrackedItem.tsx'
import { harmOf, lookOf, mayAnswer } from './words.ts'

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

/** The resources of the page, which of them are selected by `id`, and what to do with the selection. */
type Selection = {
  resources: readonly UntrackedResource[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onAnswer: (resources: readonly UntrackedResource[]) => void
}

/** Selects all, and resolves the selected ones; nothing where there is only one to answer. */
function SelectionBar({ resources, chosen, onChoose, onAnswer }: Selection) {
  const answerable = resources.filter(mayAnswer)
  const picked = answerable.filter(({ id }) => chosen.has(id))
  if (answerable.length < 2) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Checkbox
        label={`Select all ${number(answerable.length)}`}
        checked={picked.length === answerable.length}
        indeterminate={picked.length > 0 && picked.length < answerable.length}
        onChange={(isChosen) => onChoose(new Set(isChosen ? answerable.map(({ id }) => id) : []))}
      />
      <Button
        size="sm"
        blocked={picked.length === 0 ? 'Choose some first.' : undefined}
        onClick={() => onAnswer(picked)}
      >
        {picked.length === 0 ? 'Resolve selected…' : `Resolve ${number(picked.length)}…`}
      </Button>
    </div>
  )
}

/** What happened is said once per group, the worst first; for resolved ones the answer is shown. */
const groupsOf = (resources: readonly UntrackedResource[]) => [
  ...Map.groupBy(
    resources.toSorted((a, b) => (a.resolved || b.resolved ? 0 : harmOf(a) - harmOf(b))),
    ({ resolved, story, isPending }) => (resolved ? '' : `${isPending ? 'Pending: ' : ''}${story}`),
  ),
]

/** The resources, those with the same story below it. */
function UntrackedGroups({ resources, chosen, onChoose, onAnswer }: Selection) {
  const isChoice = resources.filter(mayAnswer).length > 1
  const hideOrg = hasOneOrg(resources.map(({ stack }) => stack))
  const toggle = (id: string) => onChoose(chosen.symmetricDifference(new Set([id])))
  return groupsOf(resources).map(([story, group]) => (
    <section key={story} aria-label={story || 'Resolved'} className="border-b border-line last:border-b-0">
      {group[0]?.resolved === null && <Story resource={group[0]} count={group.length} />}
      <ul className="divide-y divide-line">
        {group.map((resource) => (
          <li key={resource.id}>
            <UntrackedItem
              resource={resource}
              hideOrg={hideOrg}
              isChosen={chosen.has(resource.id)}
              onChoose={isChoice ? () => toggle(resource.id) : undefined}
              onAnswer={() => onAnswer([resource])}
            />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Story({ resource, count }: { resource: UntrackedResource; count: number }) {
  const { label, tone, Icon } = lookOf(resource)
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline gap-x-3 border-b px-4 py-1.5',
        toneClasses[tone].subtle,
        toneClasses[tone].line,
      )}
    >
      <Status tone={tone} Icon={Icon} className="text-sm">
        {label}
      </Status>
      <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">{storyOf(resource, count)}</span>
      <span className="text-sm text-muted">{counted(count, 'resource')}</span>
    </div>
  )
}
