import { useNamedStack } from '#src/api/stacks.ts'
import { useMemo } from 'react'
import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { destroyPreview, replacePreview } from '#domain/commands.ts'
import { byStake, countsByType, type Question, reachOf, stakeOf } from '#domain/graphQueries/reach.ts'
import { effectOn, partsOf, previewHints, reachSummary } from '#domain/graphQueries/reachWords.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import { cx } from '#src/lib/cx.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Segments } from '#src/ui/Segments.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { list, number } from '#words/counts.ts'
import type { LastUpdate } from '../lastTouch.ts'
import { ReachList } from './ReachList.tsx'
import { ReachPicture } from './ReachPicture.tsx'
import { saveReach } from './reachTable.ts'
import { SetMenu } from './SetMenu.tsx'
import type { AnswerProps } from '../props.ts'

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
  /** Address of the page with this resource selected. */
  selectLink: (urn: string) => string
}

/**
 * Everything that a delete or replacement reaches, or all dependencies: as a picture if there is room, and as a table,
 * protected and stateful resources first.
 */
export function ReachView(props: Props) {
  const { stack, graph, entries, focus, last, selected, past, onSelect } = props
  const answer = useAnswer(props)
  const isWide = useIsWide()
  const { question, names, only, shown, reached } = answer
  const label = question === 'needs' ? `What ${names} needs` : `What ${names} reaches`
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <ReachHead {...props} answer={answer} />
        <ReachWords {...{ last, answer }} />
        {reached.length > 0 && <ReachFilter {...{ graph, focus, answer }} />}
        {question !== 'needs' && past === undefined && (
          <EnginePreview {...{ stack, question }} urns={answer.rootUrns} />
        )}
      </div>
      {isWide && reached.length > 0 && (
        <ReachPicture {...props} {...{ question, reached, shown }} label={`${label}, step by step`} />
      )}
      {shown.length > 0 && (
        <ReachList
          key={`${question} ${only ?? ''}`}
          label={label}
          rows={shown}
          question={question}
          entries={entries}
          stakeOf={(index) => stakeOf(graph, index)}
          effectOn={(each) => effectOn(each, question, graph)}
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

type Answer = ReturnType<typeof useAnswer>

/** The reached resources, in parts that can be shown alone, and those that are shown. */
function useAnswer({ graph, relations, entries, focus: { roots, address }, last }: Props) {
  const question = address?.ask ?? 'delete'
  const only = address?.only
  const { reached, waiting } = useMemo(() => {
    const reach = reachOf(relations, graph, roots, question)
    return { ...reach, reached: byStake(graph, reach.reached) }
  }, [relations, graph, roots, question])
  const parts = useMemo(() => {
    if (!last) return partsOf(graph, reached)
    const has = (index: number) => last.touchOf(entries.urnOf(index)) !== undefined
    return partsOf(graph, reached, { title: last.title, has })
  }, [graph, reached, entries, last])
  const shown = useMemo(() => {
    const part = parts.find(({ key }) => key === only)
    if (part) return part.members
    return only === undefined ? reached : reached.filter(({ index }) => entries.typeOf(index) === only)
  }, [parts, only, reached, entries])
  return {
    question,
    only,
    reached,
    waiting,
    parts,
    shown,
    names: list(roots.map((root) => entries.names[root] ?? '')),
    rootUrns: [...new Set(roots.map(entries.urnOf))],
    /** What is asked about, and what is shown of the answer. */
    members: [...roots, ...shown.map(({ index }) => index)],
  }
}

/** The question, and what can be done with the answer. */
function ReachHead({ stack, graph, entries, focus, last, exports, past, answer }: Props & { answer: Answer }) {
  const { question, names, members, shown, rootUrns } = answer
  const withFlag = (flag: number) => members.filter((index) => (graph.flags[index] ?? 0) & flag).map(entries.urnOf)
  const saveTable = () =>
    saveReach(`${stack.project}-${stack.stack}-${question}.csv`, { rows: shown, question, graph, entries, last })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segments label="What is asked" options={QUESTIONS} value={question} onChange={(ask) => focus.tune({ ask })} />
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <ExportMenu
          stack={stack}
          view={exports.some(`${names}-${question}`, () => members)}
          all={exports.whole}
          more={[{ title: 'This view as CSV', save: saveTable }]}
        />
        {past === undefined && (
          <SetMenu
            stack={stack}
            roots={rootUrns}
            urns={[...new Set(members.map(entries.urnOf))]}
            protectedUrns={withFlag(GRAPH_FLAG.protect)}
            oldUrns={withFlag(GRAPH_FLAG.delete)}
          />
        )}
      </span>
    </div>
  )
}

/** The answer in sentences. */
function ReachWords({ last, answer }: Pick<Props, 'last'> & { answer: Answer }) {
  const { question, names, reached, waiting, parts } = answer
  const touched = parts.find(({ key }) => key === 'touched')?.members.length ?? 0
  return (
    <p className="max-w-7xl text-base text-pretty text-ink" role="status">
      {reachSummary({ question, names, count: reached.length, waiting, parts })}{' '}
      {last && reached.length > 0 && <TouchedBy last={last} count={touched} />}
      {last === null && 'No update has run yet.'}
    </p>
  )
}

/** Shows only one part of the answer, or one type. */
function ReachFilter({ graph, focus, answer }: Pick<Props, 'graph' | 'focus'> & { answer: Answer }) {
  const { only, reached, parts } = answer
  const types = countsByType(
    graph,
    reached.map(({ index }) => index),
  )
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div role="group" aria-label="Show only" className="flex flex-wrap items-center gap-1.5">
        <Chip isOn={only === undefined} onClick={() => focus.tune({ only: undefined })}>
          All <Count of={reached} />
        </Chip>
        {parts.map(({ key, label, members }) => (
          <Chip key={key} isOn={only === key} onClick={() => focus.tune({ only: only === key ? undefined : key })}>
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
            { value: '', label: `All types (${number(types.length)})` },
            ...types.map(({ type, count }) => ({ value: type, label: `${shortType(type)} (${number(count)})` })),
          ]}
          onChange={(type) => focus.tune({ only: type === '' ? undefined : type })}
        />
      </div>
    </div>
  )
}

type PreviewProps = Pick<Props, 'stack'> & { question: 'delete' | 'replace'; urns: readonly string[] }

/** The command that previews it: the engine knows more than the state. */
function EnginePreview({ stack, question, urns }: PreviewProps) {
  const command = question === 'delete' ? destroyPreview : replacePreview
  return (
    <Disclosure summary="Check with pulumi preview (changes nothing)">
      <div className="flex flex-col gap-2">
        <CodeLine code={command(useNamedStack(stack), urns)} />
        <p className="max-w-prose text-sm text-muted">{previewHints[question]}</p>
      </div>
    </Disclosure>
  )
}

/** How many of the resources the last update touched, with a link to it. */
function TouchedBy({ last, count }: { last: LastUpdate; count: number }) {
  const many = count > 0 ? number(count) : 'none'
  return (
    <>
      <TextLink to={last.path}>{last.title}</TextLink> touched {many} of them.
    </>
  )
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
