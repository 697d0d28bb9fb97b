import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Attention, Dashboard } from '#contract/stacks.ts'
import { counted, number } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { type Tone, toneClasses } from '#src/ui/tone.ts'

type Props = { attention: Attention; dashboard: Dashboard }

/** The status in four numbers, each a link to its list. */
export function Tiles({ attention, dashboard }: Props) {
  const { needs, running, lockedElsewhere = 0 } = attention
  const { unresolved, started } = dashboard
  const failing = attention.needsCount ?? needs.length
  const gone = running.filter(({ verdict }) => verdict === 'notResponding' || verdict === 'disconnected').length
  const stalled = running.filter(({ verdict }) => verdict === 'notProgressing').length
  const troubles = troublesOf(started)
  const waiting = running.filter(({ verdict }) => verdict === 'awaitingApproval').length
  return (
    <ul aria-label="At a glance" className="grid grid-cols-2 gap-x-6 gap-y-3 xl:grid-cols-4">
      <Tile
        to={paths.stacks({ health: 'attention', sort: 'health' })}
        label="Need attention"
        value={failing}
        isHero
        tone={failing > 0 ? 'danger' : 'ok'}
      >
        of {counted(attention.stackCount, 'stack')}
      </Tile>
      <Tile
        to={paths.leases()}
        label="Leases held"
        value={running.length}
        isTotal
        tone={gone + stalled > 0 ? 'attention' : waiting > 0 ? 'waiting' : running.length > 0 ? 'running' : 'unknown'}
      >
        {countsOf({ 'not responding': gone, 'not progressing': stalled, 'waiting for approval': waiting }) ||
          (running.length > 0 ? 'all responding' : lockedElsewhere === 0 && 'none')}
        {lockedElsewhere > 0 && <span className="block">{number(lockedElsewhere)} locked in connected backends</span>}
      </Tile>
      <Tile
        to={paths.untracked()}
        label="Untracked resources"
        value={unresolved}
        tone={unresolved > 0 ? 'danger' : 'ok'}
      >
        {unresolved > 0 ? 'may exist in the cloud' : 'none'}
      </Tile>
      <Tile
        to={paths.activity({ kind: 'not-preview', since: '24h' })}
        label="Updates, last 24 hours"
        value={started.total}
        isTotal
        tone={started.interrupted > 0 ? 'danger' : troubles === '' ? 'unknown' : 'attention'}
      >
        {troubles === '' ? (started.total > 0 ? 'none failed' : 'nothing ran') : troubles}
      </Tile>
    </ul>
  )
}

/** How many of the updates that started lately failed or were interrupted: `2 failed, 1 interrupted`; empty if none. */
export const troublesOf = ({ failed, interrupted }: Dashboard['started']): string => countsOf({ failed, interrupted })

/** `2 failed, 1 interrupted`, without zeros; empty if all are. */
const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([word, count]) => (count > 0 ? [`${number(count)} ${word}`] : []))
    .join(', ')

type TileProps = {
  to: string
  label: string
  value: number
  tone: Tone
  /** The one figure of the page. */
  isHero?: true
  /** It also counts what is in order: the colour is that of the words below. */
  isTotal?: true
  children: ReactNode
}

const Tile = ({ to, label, value, tone, isHero, isTotal, children }: TileProps) => (
  <li>
    <Link
      to={to}
      className={cx(
        'flex h-full flex-col border-t-2 pt-2 text-sm text-muted hover:bg-hover',
        value > 0 ? toneClasses[tone].line : 'border-line',
      )}
    >
      {label}
      <span
        className={cx(
          'font-semibold',
          isHero ? 'text-3xl' : 'text-xl/9',
          value > 0 && tone !== 'unknown' && !isTotal ? toneClasses[tone].text : 'text-ink',
        )}
      >
        {number(value)}
      </span>
      <span className={cx(isTotal && value > 0 && tone !== 'unknown' && toneClasses[tone].text)}>{children}</span>
    </Link>
  </li>
)
