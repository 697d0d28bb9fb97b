import type { ReactNode } from 'react'
import { Link } from 'react-router'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { LinkedStack } from '#contract/stackGraph.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { CARD_W, HEADER } from '#domain/graphLayout/sizes.ts'
import { wordOf } from '#domain/overlays/overlay.ts'
import { fitted } from '#src/features/graph/flow/fitted.ts'
import { OverlaySign } from '#src/features/graph/overlays/OverlaySign.tsx'
import type { About } from '#src/features/graph/paint/about.ts'
import type { Emphasis } from '#src/features/graph/paint/emphasis.ts'
import { healthLabel, healthLooks, HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { cx } from '#src/lib/cx.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { number } from '#words/counts.ts'
import { signOf } from './stackPicture.ts'

type BoxProps = { about: About; item: number }

/** The selection, what it reads, and what reads it; the same on frames and cards. */
const BORDERS: Record<Emphasis, string> = {
  plain: 'border-line-strong',
  around: 'border-line-strong',
  dimmed: 'border-line',
  selected: 'border-2 border-accent',
  upstream: 'border-accent',
  downstream: 'border-dashed border-attention',
}

/** Neither of the selection nor of what is looked for: paler, but as legible as the rest. */
const isPale = (emphasis: Emphasis, opacity: number): boolean => emphasis === 'dimmed' || opacity < 1

/** What a card has beside its name: its padding, and the strip of its class. */
const BESIDE = { padding: 20, strip: 18 }

type CardProps = BoxProps & {
  /** Undefined for a stack that is not on this server. */
  stack: LinkedStack | undefined
  to: string | undefined
  /** Readers without a line, because there are so many. */
  readers: number
}

/** A stack: its name, the class of the legend that it is in, and its health, which is also its colour and its sign. */
export function StackCard({ about, item, stack, to, readers }: CardProps) {
  const { health, lastKind } = stack ?? {}
  const { name, kind } = about.labelOf(item)
  const mark = about.markOf(item)
  const emphasis = about.emphasisOf(item)
  const pale = isPale(emphasis, about.opacityOf(item))
  const tone = health && healthLooks[health].tone
  // What needs attention does so more or less: its health says how much.
  const color = `var(--color-${mark?.id === 'attention' ? (tone ?? mark.look) : mark?.look})`
  const content = (
    <>
      {mark && !pale && <Strip color={color}>{mark.id === 'attention' && health ? signOf(health) : mark.sign}</Strip>}
      <span className="flex min-w-0 flex-1 flex-col justify-center pr-1 pl-2">
        <span className={cx('truncate text-sm leading-4', pale ? 'text-muted' : 'font-semibold text-ink')}>
          {fitted(name, CARD_W - BESIDE.padding - (mark && !pale ? BESIDE.strip : 0))}
        </span>
        <span className="flex min-w-0 items-center gap-1 text-xs leading-4 text-muted">
          <span className={cx('truncate', health && !pale && 'max-w-1/2 shrink-0')}>{kind}</span>
          {health && !pale && (
            // The strip has a sign already.
            <span className={cx('ml-auto flex min-w-0 overflow-clip', mark && '[&_svg]:hidden')}>
              <HealthStatus health={health} lastKind={lastKind} size="small" />
            </span>
          )}
        </span>
        {mark && <span className="sr-only">, {wordOf(mark)}</span>}
      </span>
      {readers > 0 && <Readers count={readers} />}
    </>
  )
  const look = {
    title: [name, kind, health && healthLabel(health, lastKind)].filter(Boolean).join('\n'),
    className: cx(
      'relative flex size-full rounded-md border no-underline hover:bg-hover',
      pale && 'border-line',
      !pale && (tone ? toneClasses[tone].subtle : 'bg-raised'),
      !pale && (tone && emphasis === 'plain' ? toneClasses[tone].line : BORDERS[emphasis]),
    ),
    style: mark && !pale && emphasis !== 'selected' ? { borderColor: color } : undefined,
  }
  if (to === undefined) return <div {...look}>{content}</div>
  return (
    <Link {...look} to={to} replace preventScrollReset aria-current={emphasis === 'selected' ? 'true' : undefined}>
      {content}
    </Link>
  )
}

const Strip = ({ children, color }: { children: ReactNode; color: string }) => (
  <span
    aria-hidden
    className="flex w-4.5 shrink-0 items-center justify-center rounded-l-sm text-xs font-semibold sign-ground"
    style={{ background: color }}
  >
    {children}
  </span>
)

const Readers = ({ count }: { count: number }) => (
  <span className="absolute right-1.5 -bottom-3 rounded-full border border-line-strong bg-surface px-1.5 text-xs leading-3.5 text-muted">
    <span className="sr-only">, readers: </span>
    {number(count)} <span aria-hidden>→</span>
  </span>
)

/** A closed project: how many stacks it has, and what is to know of them. */
export function ClosedProject({ about, item, onOpen }: BoxProps & { onOpen: () => void }) {
  const emphasis = about.emphasisOf(item)
  const { name } = about.labelOf(item)
  const pale = isPale(emphasis, about.opacityOfGroup(item))
  return (
    <button
      type="button"
      aria-expanded={false}
      title={`Expand ${name} here`}
      onClick={onOpen}
      className={cx(
        'flex size-full flex-col justify-center rounded-lg border bg-sunken px-2.5 text-left hover:bg-hover',
        pale ? 'border-line' : BORDERS[emphasis],
      )}
    >
      <span className="flex w-full min-w-0 items-center gap-1.5">
        <span className={cx('truncate text-sm', pale ? 'text-muted' : 'font-semibold text-ink')}>{name}</span>
        <span className="text-xs text-muted">{number(about.insideOf(item))}</span>
        <ChevronsUpDown className="ml-auto size-3.5 shrink-0 text-muted" aria-hidden />
      </span>
      <Chips about={about} item={item} />
    </button>
  )
}

/** The frame around an open project; the outermost one cannot be closed, and has no line. */
export function ProjectFrame({ about, item, onClose }: BoxProps & { onClose?: () => void }) {
  const { name } = about.labelOf(item)
  const ground = at(about.tree.depth, item) % 2 === 0 ? 'bg-canvas' : 'bg-sunken'
  return (
    <div className={cx('size-full rounded-lg', onClose && cx('border', ground, BORDERS[about.emphasisOf(item)]))}>
      <div className="flex min-w-0 items-center gap-2 pr-1 pl-2.5" style={{ height: HEADER }}>
        <span className="truncate text-sm font-semibold text-ink">{name}</span>
        <span className="text-xs text-muted">{number(about.insideOf(item))}</span>
        <Chips about={about} item={item} />
        {onClose && (
          <button
            type="button"
            aria-expanded
            aria-label={`Close ${name}`}
            title={`Close ${name}`}
            onClick={onClose}
            className="pointer-events-auto ml-auto inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <ChevronsDownUp className="size-3.5" aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}

/** How many stacks of a group are in each class of the legend, and how many are looked for. */
const Chips = ({ about, item }: BoxProps) => (
  <span className="flex shrink-0 items-center gap-1.5 text-xs font-semibold">
    {about.chipsOf(item).map(({ mark, count }) =>
      mark === 'filter' ? (
        <span key="filter" className="text-accent">
          <span aria-hidden>⌕</span> {number(count)}
        </span>
      ) : (
        <span key={mark.sign} className="flex items-center gap-1" style={{ color: `var(--color-${mark.look})` }}>
          <OverlaySign mark={mark} /> {number(count)}
        </span>
      ),
    )}
  </span>
)
