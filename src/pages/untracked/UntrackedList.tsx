import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import type { UntrackedFilter, UntrackedResource } from '#contract/untracked.ts'
import { storyOf } from '#domain/health/untrackedWords.ts'
import { fullName } from '#domain/stackName.ts'
import { hasOneOrg } from '#src/features/stacks/StackName.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Time } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { cx } from '#src/lib/cx.ts'
import { counted, number } from '#words/counts.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { Stack, UntrackedItem, Updates } from './UntrackedItem.tsx'
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
        {picked.length === 0 ? 'Record for selected…' : `Record for ${number(picked.length)}…`}
      </Button>
    </div>
  )
}

/**
 * What happened, by which update and to which stack is said once per group, the worst first; for resolved ones the answer
 * is shown.
 */
const groupsOf = (resources: readonly UntrackedResource[]) => [
  ...Map.groupBy(
    resources.toSorted((a, b) => (a.resolved || b.resolved ? 0 : harmOf(a) - harmOf(b))),
    ({ resolved, story, isPending, stack, version }) =>
      resolved ? '' : `${isPending ? 'Pending: ' : ''}${story} ${fullName(stack)}, version ${version}`,
  ),
]

/** The resources, those with the same story below it. */
function UntrackedGroups({ resources, chosen, onChoose, onAnswer }: Selection) {
  const isChoice = resources.filter(mayAnswer).length > 1
  const hideOrg = hasOneOrg(resources.map(({ stack }) => stack))
  const toggle = (id: string) => onChoose(chosen.symmetricDifference(new Set([id])))
  return groupsOf(resources).map(([story, group]) => (
    <section key={story} aria-label={story || 'Resolved'} className="border-b border-line last:border-b-0">
      {group[0]?.resolved === null && <Story resource={group[0]} group={group} hideOrg={hideOrg} />}
      <ul className="divide-y divide-line">
        {group.map((resource) => (
          <li key={resource.id}>
            <UntrackedItem
              resource={resource}
              hideOrg={hideOrg}
              withTime={!isAtOnce(group)}
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

const MINUTE_MS = 60_000

/** Whether they began within a minute: then the head has one time for all. */
const isAtOnce = (group: readonly UntrackedResource[]): boolean => {
  const times = group.map(({ since }) => since)
  return Math.max(...times) - Math.min(...times) < MINUTE_MS
}

type StoryProps = { resource: UntrackedResource; group: readonly UntrackedResource[]; hideOrg: boolean }

/** The head of a group: what happened, to which stack, by which update and when. */
function Story({ resource, group, hideOrg }: StoryProps) {
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
      <span className="min-w-0 flex-1 wrap-anywhere max-sm:order-1 max-sm:basis-full">
        {storyOf(resource, group.length)}
      </span>
      <span className="text-sm text-muted max-sm:ml-auto">{counted(group.length, 'resource')}</span>
      <p className="order-2 flex basis-full flex-wrap gap-x-4 text-sm text-muted *:min-w-0 *:wrap-anywhere">
        <Stack resource={resource} hideOrg={hideOrg} />
        <Updates resource={resource} />
        {isAtOnce(group) && <Time at={Math.min(...group.map(({ since }) => since))} />}
      </p>
    </div>
  )
}
