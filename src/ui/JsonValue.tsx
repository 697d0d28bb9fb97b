import { type ReactNode, useState } from 'react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import FileText from 'lucide-react/icons/file-text'
import Link2 from 'lucide-react/icons/link-2'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { cx } from '#src/lib/cx.ts'
import { shortenMiddle } from '#src/lib/shorten.ts'
import { counted, number } from '#words/counts.ts'
import { straightText, visibleText } from '#words/visible.ts'
import { type Shown, shownAs } from './jsonValue.ts'
import { breakable } from './Mono.tsx'

/** More children than this are shown on request: a value may have tens of thousands. */
const PAGE = 100
/** Longer texts are cut at first. */
const LONG_TEXT = 400

type Props = {
  value: unknown
  /** Name of the tree for screen readers. */
  label: string
  /** Number of levels open at first. */
  open?: number
  /** Omits keys that are of no use here. */
  className?: string | undefined
}

/** A tree of properties. Secrets are masked, unknown values say so, assets and references are named. */
export function JsonValue({ value, label, open = 1, className }: Props) {
  const shown = shownAs(value)
  return (
    <div role="group" aria-label={label} className={cx('min-w-0 font-mono text-sm', className)}>
      {isBranch(shown) ? <Children shown={shown} open={open} /> : <Leaf shown={shown} />}
    </div>
  )
}

const isUrn = (text: string): boolean => text.startsWith('urn:pulumi:')

type Branch = Extract<Shown, { kind: 'array' | 'object' }>

const isBranch = (shown: Shown): shown is Branch =>
  (shown.kind === 'array' || shown.kind === 'object') && sizeOf(shown) > 0

const sizeOf = (shown: Branch): number => (shown.kind === 'array' ? shown.items.length : shown.entries.length)

function Children({ shown, open }: { shown: Branch; open: number }) {
  const [limit, setLimit] = useState(PAGE)
  const size = sizeOf(shown)
  const visible: readonly (readonly [string, unknown])[] =
    shown.kind === 'array'
      ? shown.items.slice(0, limit).map((item, index) => [String(index), item] as const)
      : shown.entries.slice(0, limit)
  return (
    <ul className="flex flex-col">
      {visible.map(([key, value]) => (
        <Entry key={key} name={key} value={value} open={open} />
      ))}
      {size > limit && (
        <li>
          <Expand
            onClick={() => setLimit(limit + PAGE * 10)}
          >{`Show ${number(Math.min(PAGE * 10, size - limit))} more of ${number(size)}`}</Expand>
        </li>
      )}
    </ul>
  )
}

function Entry({ name, value, open }: { name: string; value: unknown; open: number }) {
  const shown = shownAs(value)
  const [isOpen, setOpen] = useState(open > 0)
  if (!isBranch(shown)) {
    return (
      <li className="flex min-w-0 flex-wrap gap-x-2 py-0.5 pl-5">
        <Key name={name} />
        <Leaf shown={shown} />
      </li>
    )
  }
  const size = sizeOf(shown)
  const contents = counted(size, shown.kind === 'array' ? 'item' : 'key')
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 max-w-full items-center gap-1 rounded-sm pr-1 text-left hover:bg-hover"
      >
        <ChevronRight
          className={cx('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
          aria-hidden
        />
        <Key name={name} />
        <span className="font-sans text-xs text-muted">{contents}</span>
      </button>
      {isOpen && (
        <div className="ml-2 border-l border-line pl-2">
          <Children shown={shown} open={open - 1} />
        </div>
      )}
    </li>
  )
}

const Key = ({ name }: { name: string }) => <span className="wrap-anywhere text-muted">{visibleText(name)}:</span>

function Leaf({ shown }: { shown: Shown }) {
  switch (shown.kind) {
    case 'secret':
      return (
        <Chip Icon={LockKeyhole} className="bg-unknown-subtle text-ink">
          secret
        </Chip>
      )
    case 'computed':
      return <Chip className="bg-running-subtle text-running">computed</Chip>
    case 'null':
      return <span className="text-faint">null</span>
    case 'string':
      return <Text text={shown.text} />
    case 'number':
    case 'boolean':
      return <span className="text-accent">{shown.text}</span>
    case 'asset':
    case 'archive':
    case 'reference':
      return (
        <Chip Icon={shown.kind === 'reference' ? Link2 : FileText} className="bg-unknown-subtle text-ink">
          {shown.kind} {shown.name}
          {'hash' in shown && <span className="text-muted"> {shortenMiddle(shown.hash ?? '', 13)}</span>}
        </Chip>
      )
    case 'array':
      return <span className="text-faint">[]</span>
    case 'object':
      return <span className="text-faint">{'{}'}</span>
  }
}

function Chip({ Icon, className, children }: { Icon?: typeof FileText; className: string; children: ReactNode }) {
  return (
    <span
      className={cx('inline-flex min-w-0 items-center gap-1 rounded-sm px-1.5 font-sans text-xs leading-5', className)}
    >
      {Icon && <Icon className="size-3 shrink-0" aria-hidden />}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </span>
  )
}

function Text({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text === '') return <span className="text-faint">""</span>
  const isCut = !isWhole && text.length > LONG_TEXT
  return (
    <span className="min-w-0 wrap-anywhere whitespace-pre-wrap text-ink">
      {isUrn(text) && !isCut ? breakable(straightText(text)) : straightText(isCut ? text.slice(0, LONG_TEXT) : text)}
      {isCut && <Expand onClick={() => setWhole(true)}>{`… show all ${number(text.length)} characters`}</Expand>}
    </span>
  )
}

const Expand = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    onClick={onClick}
    className="min-h-6 rounded-sm px-1 font-sans text-sm text-accent underline underline-offset-2"
  >
    {children}
  </button>
)
