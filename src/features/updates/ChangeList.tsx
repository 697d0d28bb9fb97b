import { ShowMore } from '#src/ui/ShowMore.tsx'
import Ban from 'lucide-react/icons/ban'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Hand from 'lucide-react/icons/hand'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { ChangeRow } from '#contract/updates.ts'
import { firstLine } from '#domain/events/failureLine.ts'
import { shortType } from '#domain/state/shortType.ts'
import { counted, number } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/ui/icon.ts'
import { type Tone, toneClasses } from '#src/ui/tone.ts'
import { UrnText } from '#src/ui/UrnText.tsx'
import { type ChangeFilter, changeTree, type TreeRow, unfolded } from './changeTree.ts'
import { plainText } from '#words/plainText.ts'
import { opGroup } from '#domain/events/opGroups.ts'
import { opLooks, outcomeWords } from './operations.ts'
import { PropertyDiff } from './PropertyDiff.tsx'

/** Rows mounted at first; a first update may have thousands. */
const PAGE = 200

type Props = {
  rows: readonly ChangeRow[]
  filter: ChangeFilter
  isPreview: boolean
  isRefresh: boolean
  /** The error that the page shows above the list: closed rows have only its first line. */
  cause?: string | undefined
  /** The only change of a run that has ended is open from the start. */
  opensOnlyChange?: boolean
  /** Links from an opened row to its resource. */
  linksOf: (change: ChangeRow) => ReactNode
}

/**
 * What a run did to each resource, as a tree whose branches fold: sign and word, errors next to them, properties on
 * request.
 */
export function ChangeList({ rows, filter, opensOnlyChange = false, ...look }: Props) {
  const tree = useMemo(() => changeTree(rows, filter), [rows, filter])
  const only = useMemo(() => (opensOnlyChange ? onlyChange(tree) : undefined), [opensOnlyChange, tree])
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE)
  const shown = useMemo(() => unfolded(tree, folded), [tree, folded])
  const [limit, setLimit] = useState(PAGE)
  const toggle = (urn: string) =>
    setFolded(folded.has(urn) ? new Set([...folded].filter((each) => each !== urn)) : new Set([...folded, urn]))
  return (
    <>
      <ul aria-label="Changes by resource" className="divide-y divide-line">
        {shown.slice(0, limit).map((row) => (
          <Change
            key={row.change.urn}
            row={row}
            startsOpen={row.change === only}
            isFolded={folded.has(row.change.urn)}
            onFold={toggle}
            {...look}
          />
        ))}
      </ul>
      {shown.length > limit && (
        <div className="border-t border-line px-4 py-2">
          <ShowMore shown={limit} total={shown.length} step={PAGE * 5} onMore={setLimit} />
        </div>
      )}
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()

const stateIcons = {
  running: LoaderCircle,
  waiting: Hand,
  allowed: CircleCheck,
  refused: Ban,
  done: CircleCheck,
  failed: CircleX,
  unknown: CircleHelp,
} as const satisfies Record<ChangeRow['state'], Icon>

/** Of what is not as the operation says. */
const stateTones: Partial<Record<ChangeRow['state'], Tone>> = {
  waiting: 'waiting',
  allowed: 'unknown',
  refused: 'danger',
  failed: 'danger',
  unknown: 'attention',
}

/** The change of a run that did only one; undefined if it failed, because the error is above the list. */
function onlyChange(tree: readonly TreeRow[]): ChangeRow | undefined {
  const [first, ...others] = tree.filter(({ isContext }) => !isContext)
  return others.length === 0 && first?.change.state === 'done' ? first.change : undefined
}

type Folding = { isFolded: boolean; onFold: (urn: string) => void }
type Look = Omit<Props, 'rows' | 'filter' | 'opensOnlyChange'>
type ChangeProps = { row: TreeRow; startsOpen: boolean } & Folding & Look

function Change({ row, startsOpen, isFolded, onFold, isPreview, isRefresh, cause, linksOf }: ChangeProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const detailsId = useId()
  const { change, level, isContext } = row
  const { messages, messagesLeftOut = 0, urn } = change
  const warnings = messages.filter(({ severity }) => isWarning(severity))
  return (
    <li className={cx(isContext && 'text-muted')}>
      <div className="flex min-h-row items-stretch pl-2 hover:bg-hover">
        <span aria-hidden className="shrink-0" style={{ width: Math.min(level - 1, 8) * 14 }} />
        <Fold row={row} isFolded={isFolded} onFold={onFold} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-x-2 py-1 pr-3 pl-1 text-left text-sm -outline-offset-2 max-sm:flex-wrap"
        >
          <ChangeLine row={row} isFolded={isFolded} isOpen={isOpen} isPreview={isPreview} isRefresh={isRefresh} />
        </button>
      </div>
      {warnings.length > 0 && <Messages messages={warnings} cause={isOpen ? undefined : cause} />}
      {isOpen && (
        <div id={detailsId} className="flex min-w-0 flex-col gap-3 border-t border-line bg-sunken px-4 py-3">
          <UrnText urn={urn} max={Infinity} className="text-sm" />
          {linksOf(change)}
          <PropertyDiff change={change} />
          {messages.length > warnings.length && (
            <Messages messages={messages.filter(({ severity }) => !isWarning(severity))} />
          )}
          {messagesLeftOut > 0 && (
            <p className="pl-6 text-sm text-muted">The log has {counted(messagesLeftOut, 'message')} more of it.</p>
          )}
        </div>
      )}
    </li>
  )
}

/** Folds the rows below a row; its name says what it does, because `aria-expanded` is that of the details. */
const Fold = ({ row: { change, below }, isFolded, onFold }: { row: TreeRow } & Folding) =>
  below === 0 ? (
    <span className="w-6 shrink-0" />
  ) : (
    <button
      type="button"
      aria-label={isFolded ? `Show what is in ${change.name}` : `Hide what is in ${change.name}`}
      title={isFolded ? `Show ${number(below)} below` : `Hide ${number(below)} below`}
      onClick={() => onFold(change.urn)}
      className="inline-flex w-6 shrink-0 items-center justify-center text-muted -outline-offset-2 hover:text-ink"
    >
      <ChevronRight className={cx('size-4 transition-transform', !isFolded && 'rotate-90')} aria-hidden />
    </button>
  )

type LineProps = { row: TreeRow; isFolded: boolean; isOpen: boolean } & Pick<Look, 'isPreview' | 'isRefresh'>

/** A change in one line: sign, name, what differs, outcome, and whether its details are open. */
function ChangeLine({ row, isFolded, isOpen, isPreview, isRefresh }: LineProps) {
  const { change, isContext, below } = row
  const { name, type, op, state, diffs } = change
  const look = opLooks[opGroup(op)]
  const tone = toneClasses[stateTones[state] ?? look.tone]
  const StateIcon = stateIcons[state]
  return (
    <>
      <span aria-hidden className={cx('w-3 shrink-0 text-center font-mono font-semibold', tone.text)}>
        {look.sign}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 max-sm:min-w-28">
        <span className={cx('wrap-anywhere', isContext ? 'text-muted' : 'font-medium text-ink')}>{name}</span>
        <span className="text-xs text-muted" title={type}>
          {shortType(type)}
        </span>
        {diffs.length > 0 && (
          <span className="min-w-0 truncate text-xs text-muted" title={diffs.join(', ')}>
            [{diffs.slice(0, 4).join(', ')}
            {diffs.length > 4 && `, ${diffs.length - 4} more`}]
          </span>
        )}
        {isFolded && <span className="text-xs text-muted">{number(below)} folded</span>}
      </span>
      <span
        className={cx(
          'ml-auto inline-flex shrink-0 items-center gap-1.5 font-medium',
          isContext ? 'text-muted' : tone.text,
        )}
      >
        {!isContext && !(isPreview && state === 'done') && (
          <StateIcon
            className={cx('size-4', state === 'running' && 'animate-spin [animation-duration:2s]')}
            aria-hidden
          />
        )}
        {outcomeWords(change, { isPreview, isRefresh })}
        <ChevronDown className={cx('size-4 text-muted transition-transform', isOpen && 'rotate-180')} aria-hidden />
      </span>
    </>
  )
}

const isWarning = (severity: string): boolean => severity === 'error' || severity === 'warning'

type MessagesProps = { messages: ChangeRow['messages']; cause?: string | undefined }

const Messages = ({ messages, cause }: MessagesProps) => (
  <ul className="flex flex-col gap-1 px-4 pb-2 pl-10 text-sm">
    {messages.map(({ severity, text }, index) => (
      <li
        key={index} // they have no id, and are only ever appended
        className={cx(
          'border-l-2 pl-2 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap',
          severity === 'error' && 'border-danger text-danger',
          severity === 'warning' && 'border-attention text-attention',
          !isWarning(severity) && 'border-line-strong text-muted',
        )}
      >
        {text.trim() === cause ? (
          <span className="line-clamp-2">{firstLine(plainText(text))}</span>
        ) : (
          <>
            {isWarning(severity) && !text.startsWith(severity) ? `${severity}: ` : ''}
            {plainText(text)}
          </>
        )}
      </li>
    ))}
  </ul>
)
