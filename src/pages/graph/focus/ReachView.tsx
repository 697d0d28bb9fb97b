import { useMemo } from 'react'
import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { destroyPreview, replacePreview } from '#domain/commands.ts'
import { byStake, countsByType, type Question, type Reached, reachOf, stakeOf } from '#domain/graphQueries/reach.ts'
import { RELATION } from '#domain/graphQueries/relationKinds.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { csv, saveCsv } from '#src/lib/csv.ts'
import { cx } from '#src/lib/cx.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Segments } from '#src/ui/Segments.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, list, number, plural } from '#words/counts.ts'
import type { LastUpdate } from './lastTouch.ts'
import { ReachList } from './ReachList.tsx'
import { SetMenu } from './SetMenu.tsx'
import { relationsText } from './words.ts'
import type { AnswerProps } from './props.ts'

const QUESTIONS: { value: Question; label: string }[] = [
  { value: 'delete', label: 'If deleted' },
  { value: 'replace', label: 'If replaced' },
  { value: 'needs', label: 'What it needs' },
]

type Props = AnswerProps & {
  graph: GraphColumns
  selected: number
  /** The version asked about, if it is not the current state: nothing can be done to what was. */
  past: number | undefined
  onSelect: (index: number) => void
}

/** Everything that a delete or replacement reaches, or all dependencies: protected and stateful resources first. */
export function ReachView(props: Props) {
  const { stack, graph, relations, entries, focus, last, exports, selected, past, onSelect } = props
  const { roots, address } = focus
  const question = address?.ask ?? 'delete'
  const only = address?.only
  const { reached, waiting } = useMemo(() => {
    const reach = reachOf(relations, graph, roots, question)
    return { ...reach, reached: byStake(graph, reach.reached) }
  }, [relations, graph, roots, question])
  const groups = useMemo(() => groupsOf({ graph, reached, entries, last }), [graph, reached, entries, last])
  const shown = useMemo(() => {
    const group = groups.find(({ key }) => key === only)
    if (group) return group.members
    return only === undefined ? reached : reached.filter(({ index }) => entries.typeOf(index) === only)
  }, [groups, only, reached, entries])
  const members = [...roots, ...shown.map(({ index }) => index)]
  const urns = [...new Set(members.map(entries.urnOf))]
  const withFlag = (flag: number) => members.filter((index) => (graph.flags[index] ?? 0) & flag).map(entries.urnOf)
  const names = list(roots.map((root) => entries.names[root] ?? ''))
  const rootUrns = [...new Set(roots.map(entries.urnOf))]
  const table = () =>
    csv(
      ['Resource', 'Type', 'URN', 'Stake', 'Steps', 'Through', 'Relation', 'Effect', 'Last update'],
      shown.map((each) => [
        entries.names[each.index] ?? '',
        entries.typeOf(each.index),
        entries.urnOf(each.index),
        stakeOf(graph, each.index),
        each.distance,
        entries.urnOf(each.via),
        relationsText(each.kinds),
        fateOf(each, question, graph),
        last?.touchOf(entries.urnOf(each.index))?.word ?? '',
      ]),
    )
  const types = countsByType(
    graph,
    reached.map(({ index }) => index),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <div className="flex flex-wrap items-center gap-2">
          <Segments
            label="What is asked"
            options={QUESTIONS}
            value={question}
            onChange={(ask) => focus.tune({ ask })}
          />
          <span className="ml-auto flex flex-wrap items-center gap-2">
            <ExportMenu
              stack={stack}
              view={exports.some(`${names}-${question}`, () => [...roots, ...shown.map(({ index }) => index)])}
              all={exports.whole}
              more={[
                {
                  title: 'This view as CSV',
                  save: () => saveCsv(`${stack.project}-${stack.stack}-${question}.csv`, table()),
                },
              ]}
            />
            {past === undefined && (
              <SetMenu
                stack={stack}
                roots={rootUrns}
                urns={urns}
                protectedUrns={withFlag(GRAPH_FLAG.protect)}
                oldUrns={withFlag(GRAPH_FLAG.delete)}
              />
            )}
          </span>
        </div>
        <p className="max-w-7xl text-base text-pretty text-ink" role="status">
          <Sentence question={question} names={names} reached={reached} waiting={waiting} groups={groups} last={last} />
        </p>
        {reached.length > 0 && (
          <div className="flex flex-wrap items-center gap-1.5">
            <div role="group" aria-label="Show only" className="flex flex-wrap items-center gap-1.5">
              <Chip isOn={only === undefined} onClick={() => focus.tune({ only: undefined })}>
                All <Count of={reached} />
              </Chip>
              {groups.map(({ key, label, members }) => (
                <Chip
                  key={key}
                  isOn={only === key}
                  onClick={() => focus.tune({ only: only === key ? undefined : key })}
                >
                  {label} <Count of={members} />
                </Chip>
              ))}
            </div>
            <div className="w-56 max-w-full">
              <SelectField
                label="Type"
                hideLabel
                value={types.some(({ type }) => type === only) ? (only ?? '') : ''}
                options={[
                  { value: '', label: counted(types.length, 'type') },
                  ...types.map(({ type, count }) => ({ value: type, label: `${shortType(type)} (${number(count)})` })),
                ]}
                onChange={(type) => focus.tune({ only: type === '' ? undefined : type })}
              />
            </div>
          </div>
        )}
        {question !== 'needs' && past === undefined && (
          <Disclosure summary="Ask the engine: a preview that changes nothing">
            <div className="flex flex-col gap-2">
              <CodeLine
                code={question === 'delete' ? destroyPreview(stack, rootUrns) : replacePreview(stack, rootUrns)}
              />
              <p className="max-w-prose text-sm text-muted">
                {question === 'delete'
                  ? 'Without --target-dependents the engine refuses as long as anything depends on it.'
                  : 'Whether the old one is deleted before the new one is created (deleteBeforeReplace), the program and the provider decide, not the state. If so, what must be replaced as well is deleted first.'}
              </p>
            </div>
          </Disclosure>
        )}
      </div>
      {shown.length > 0 && (
        <ReachList
          key={`${question} ${only ?? ''}`}
          label={question === 'needs' ? `What ${names} needs` : `What ${names} reaches`}
          rows={shown}
          question={question}
          entries={entries}
          stakeOf={(index) => stakeOf(graph, index)}
          fateOf={(each) => fateOf(each, question, graph)}
          last={last}
          selected={selected}
          onSelect={onSelect}
          onFocus={(index) => focus.step({ focus: [entries.urnOf(index)], view: 'around' })}
          onReach={(index) => focus.step({ focus: [entries.urnOf(index)] })}
        />
      )}
    </div>
  )
}

type Group = { key: string; label: string; members: Reached[] }

function groupsOf({
  graph,
  reached,
  entries,
  last,
}: Pick<Props, 'graph' | 'entries' | 'last'> & { reached: Reached[] }): Group[] {
  const groups: Group[] = [
    {
      key: 'protected',
      label: 'Protected',
      members: reached.filter(({ index }) => stakeOf(graph, index) === 'protected'),
    },
    {
      key: 'stateful',
      label: 'Hold data',
      members: reached.filter(({ index }) => stakeOf(graph, index) === 'stateful'),
    },
    { key: 'certain', label: 'Certain', members: reached.filter(({ certainty }) => certainty === 'certain') },
    { key: 'may', label: 'May change', members: reached.filter(({ certainty }) => certainty === 'may') },
    {
      key: 'touched',
      label: last ? `Touched by ${last.title}` : '',
      members: last ? reached.filter(({ index }) => last.touchOf(entries.urnOf(index)) !== undefined) : [],
    },
  ]
  // A filter by certainty is shown only if there are uncertain ones.
  const isMixed = groups.some(({ key, members }) => key === 'may' && members.length > 0)
  return groups.filter(({ key, members }) => members.length > 0 && (key !== 'certain' || isMixed))
}

type SentenceProps = {
  question: Question
  names: string
  reached: readonly Reached[]
  waiting: number
  groups: readonly Group[]
  last: LastUpdate | null | undefined
}

function Sentence({ question, names, reached, waiting, groups, last }: SentenceProps) {
  const countOf = (key: string) => groups.find((group) => group.key === key)?.members.length ?? 0
  const [shielded, stateful, may, touched] = ['protected', 'stateful', 'may', 'touched'].map(countOf)
  const certain = reached.length - (may ?? 0)
  const parts: string[] = []
  if (question === 'needs') {
    parts.push(
      reached.length === 0 ? `${names} needs nothing.` : `${names} needs ${counted(reached.length, 'resource')}.`,
    )
  } else if (question === 'delete') {
    parts.push(
      reached.length === 0
        ? `Nothing depends on ${names}.`
        : `${counted(reached.length, 'resource depends', 'resources depend')} on ${names}: a delete takes ${plural(reached.length, 'it', 'them')} along.`,
    )
    if (shielded) parts.push(`${counted(shielded, 'is', 'are')} protected, so the engine refuses.`)
  } else {
    parts.push(
      reached.length === 0
        ? `A replacement of ${names} changes nothing else.`
        : certain === 0
          ? `A replacement of ${names} may change ${counted(reached.length, 'resource')}: the provider decides.`
          : `A replacement of ${names} replaces ${counted(certain, 'resource')}${may ? `, and may change ${number(may)} more` : ''}.`,
    )
    if (waiting > 0)
      parts.push(
        `${counted(waiting, 'waits', 'wait')} for it (dependsOn) and ${plural(waiting, 'stays', 'stay')} as ${plural(waiting, 'it is', 'they are')}.`,
      )
  }
  if (stateful) parts.push(`${counted(stateful, 'holds', 'hold')} data.`)
  return (
    <>
      {parts.join(' ')}{' '}
      {last && reached.length > 0 && (
        <>
          <TextLink to={last.path}>{last.title}</TextLink> touched{' '}
          {touched ? `${number(touched)} of them` : 'none of them'}.
        </>
      )}
      {last === null && 'No update has run yet.'}
    </>
  )
}

/** What happens to a resource, in a few words. */
function fateOf({ index, kinds, certainty }: Reached, question: Question, { flags }: GraphColumns): string {
  const bits = flags[index] ?? 0
  const has = (flag: keyof typeof GRAPH_FLAG) => (bits & GRAPH_FLAG[flag]) !== 0
  if (question === 'needs') return 'Needed'
  if (question === 'replace') {
    if (certainty === 'certain') return has('protect') ? 'Refused' : 'Replaced'
    return (kinds & RELATION.deletedWith) !== 0 ? 'May go with it' : has('custom') ? 'May change' : 'May pass it on'
  }
  if (has('protect')) return 'Refused'
  if (has('retainOnDelete')) return 'Kept in the cloud'
  if (has('external') || !has('custom')) return 'Leaves the state'
  return (kinds & RELATION.deletedWith) !== 0 ? 'Goes with it' : 'Deleted'
}

const Chip = ({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: React.ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onClick}
    className={cx(
      'min-h-7 rounded-full border px-2.5 text-sm font-medium max-sm:min-h-9',
      isOn ? 'border-accent bg-accent-subtle text-ink' : 'border-line-strong bg-surface text-ink hover:bg-hover',
    )}
  >
    {children}
  </button>
)

const Count = ({ of }: { of: readonly unknown[] }) => (
  <span className="ml-1 rounded-full bg-sunken px-1.5 text-xs font-normal text-muted">{number(of.length)}</span>
)
