import type { ReactNode } from 'react'
import { Link } from 'react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type Bundle, isGroup } from '#domain/graphQueries/bundles.ts'
import { shortType } from '#domain/state/shortType.ts'
import { fitted } from '#src/features/graph/flow/fitted.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { cx } from '#src/lib/cx.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { number } from '#words/counts.ts'
import type { LastUpdate } from './lastTouch.ts'
import { bundleName, relationsText, type Side } from './words.ts'

/** Width that a card needs besides its name: borders, icon and sign. */
const BESIDE = 46
const SIGN = 18

export type CardProps = {
  bundle: Bundle
  entries: Entries
  /** Its relation to the next box towards the focus: bits of `RELATION`. */
  kinds: number
  /** Which of the two needs the other one. */
  side?: Side
  width: number
  last: LastUpdate | null | undefined
  isFocus?: boolean
  /** A delete of it loses data. */
  isDanger?: boolean
  /** Not what is looked for: paler, but as legible. */
  isPale?: boolean
  /** Out of the order of Tab, where a table beside the picture has the same resources. */
  tabIndex?: -1
  /** The second line, if it is not its type at the left and its relation at the right. */
  left?: ReactNode
  right?: ReactNode
  /** Address of a single resource. */
  to: (urn: string) => string
  /** Opens a group. */
  onOpen: () => void
}

const LOOK = 'flex size-full min-w-0 flex-col justify-center rounded-md border px-2.5 text-left'
const DANGER = 'border-danger bg-danger-subtle'
const PALE = 'border-line bg-surface hover:bg-hover'

/** One resource, or a group of them: name, type and relation. A tap moves the focus there. */
export const FocusCard = (props: CardProps) =>
  isGroup(props.bundle) ? <GroupCard {...props} /> : <ResourceCard {...props} />

function GroupCard({ bundle, entries, last, kinds, side, isDanger = false, isPale = false, ...props }: CardProps) {
  const { left, right, onOpen, tabIndex } = props
  const related = right ?? relationsText(kinds, side)
  return (
    <button
      type="button"
      aria-expanded={false}
      tabIndex={tabIndex}
      title={bundle.type}
      onClick={onOpen}
      className={cx(
        LOOK,
        'border-dashed',
        isPale ? PALE : isDanger ? DANGER : 'border-control bg-sunken hover:bg-hover',
      )}
    >
      <span className="flex w-full min-w-0 items-center gap-1.5">
        {bundle.type !== undefined && <TypeIcon type={bundle.type} />}
        <span className={cx(nameLook(isPale), related === '' ? 'line-clamp-2 leading-tight' : 'truncate')}>
          {bundleName(bundle, entries)}
        </span>
        <ChevronsUpDown className="ml-auto size-3.5 shrink-0 text-muted" aria-hidden />
      </span>
      <Second left={left ?? <GroupTouches bundle={bundle} entries={entries} last={last} />} right={related} />
    </button>
  )
}

const nameLook = (isPale: boolean): string => cx('text-sm', isPale ? 'text-muted' : 'font-semibold text-ink')

function ResourceCard({ bundle, entries, kinds, side, width, last, isFocus = false, ...props }: CardProps) {
  const { isDanger = false, isPale = false, tabIndex } = props
  const [index = -1] = bundle.members
  const name = bundleName(bundle, entries)
  const urn = entries.urnOf(index)
  const type = entries.typeOf(index)
  const touch = last?.touchOf(urn)
  const [mark] = entries.marksOf(index)
  const { to, left = mark ? <ResourceMark mark={mark} size="small" /> : shortType(type), right } = props
  return (
    <Link
      to={to(urn)}
      preventScrollReset
      tabIndex={tabIndex}
      aria-current={isFocus ? 'true' : undefined}
      title={`${name}\n${type}${last && touch ? `\n${last.title}: ${touch.word}` : ''}`}
      className={cx(
        LOOK,
        'no-underline',
        isFocus && 'border-2 border-accent bg-accent-subtle',
        !isFocus && (isPale ? PALE : isDanger ? DANGER : 'border-line-strong bg-surface hover:bg-hover'),
      )}
    >
      <span className="flex w-full min-w-0 items-center gap-1.5">
        <TypeIcon type={type} />
        <span className={cx('min-w-0 truncate', nameLook(isPale))}>
          {fitted(name, width - BESIDE - (touch ? SIGN : 0))}
        </span>
        {touch && (
          <span className={cx('ml-auto shrink-0 text-sm font-bold', toneClasses[touch.tone].text)}>
            <span aria-hidden>{touch.sign}</span>
            <span className="sr-only">{`, ${last?.title}: ${touch.word}`}</span>
          </span>
        )}
      </span>
      <Second left={left} right={right ?? relationsText(kinds, side)} />
    </Link>
  )
}

const Second = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <span className="flex w-full min-w-0 items-center gap-2 text-xs text-muted">
    <span className="min-w-0 flex-1 truncate">{left}</span>
    <span className="max-w-[60%] shrink-0 truncate">{right}</span>
  </span>
)

/** How many of a group the last update changed. */
function GroupTouches({ bundle, entries, last }: Pick<CardProps, 'bundle' | 'entries' | 'last'>) {
  if (!last) return null
  const count = bundle.members.reduce((sum, index) => sum + (last.touchOf(entries.urnOf(index)) ? 1 : 0), 0)
  return count === 0 ? null : `${number(count)} changed by ${last.title.toLowerCase()}`
}
