import type { StackRef } from '#contract/common.ts'
import type { LeaseLogEntry } from '#contract/locks.ts'
import { cx } from '#src/lib/cx.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { personName } from '#words/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { type Tone, toneClasses } from '#src/ui/tone.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { counted } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { HolderName } from '../HolderName.tsx'
import { type HolderLane, holderLanes } from './lanes.ts'

const HEIGHT = 20

const ends = {
  completed: { words: 'completed', tone: 'ok' },
  released: { words: 'ended by someone else', tone: 'attention' },
  expired: { words: 'expired', tone: 'danger' },
} as const satisfies Record<NonNullable<HolderLane['end']>, { words: string; tone: Tone }>

const columns: readonly Column<HolderLane, { stack: StackRef; now: number; longest: number }>[] = [
  {
    head: 'Held',
    className: 'py-1',
    phone: { order: 1 },
    cell: ({ holder, ci, version, from }, { stack }) => (
      <>
        <HolderName actor={{ ...holder, tokenName: null }} ci={ci} />
        <span className="block text-xs text-muted">
          {version !== null && (
            <>
              <TextLink to={paths.update(stack, version)}>Update {version}</TextLink> ·{' '}
            </>
          )}
          <Time at={from} />
        </span>
      </>
    ),
  },
  {
    head: ({ longest }) => (
      <span className="flex justify-between font-normal">
        <span>acquired</span>
        <span>{durationText(longest)} later</span>
      </span>
    ),
    headClass: 'w-1/2 max-sm:w-full',
    className: 'py-1',
    phone: { order: 3, isWide: true },
    cell: (lane, { now, longest }) => <Picture lane={lane} longest={longest} now={now} />,
  },
  {
    head: 'What happened',
    className: 'py-1 text-muted',
    phone: { order: 2, align: 'right' },
    cell: (lane, { now }) => laneWords(lane, now),
  },
]

/** The last holders of a stack's lease, one lane each from the grant on: renewals, refusals of others, and the end. */
export function LeaseLanes({ stack, entries }: { stack: StackRef; entries: readonly LeaseLogEntry[] }) {
  const now = serverNow()
  const lanes = holderLanes(entries)
  if (lanes.length === 0) return null
  const longest = Math.max(1, ...lanes.map(({ from, to }) => (to ?? now) - from))
  return (
    <Table
      label="Holders of the lease"
      columns={columns}
      rows={lanes}
      rowKey={({ updateId }) => updateId}
      context={{ stack, now, longest }}
    />
  )
}

const toneOf = ({ end }: HolderLane): Tone => (end === null ? 'running' : ends[end].tone)

function Picture({ lane, longest, now }: { lane: HolderLane; longest: number; now: number }) {
  const { from, to, renewals, refusals } = lane
  const names = useNamesByLogin()
  const place = (at: number) => `${Math.min(1, Math.max(0, (at - from) / longest)) * 100}%`
  return (
    <svg
      role="img"
      aria-label={laneWords(lane, now)}
      width="100%"
      height={HEIGHT}
      className={cx('block min-w-32 overflow-visible', toneClasses[toneOf(lane)].text)}
    >
      <rect x="0" y={7} height={6} rx={3} fill="currentColor" style={{ width: `max(6px, ${place(to ?? now)})` }} />
      {renewals.map((at) => (
        <line key={at} x1={place(at)} x2={place(at)} y1={2} y2={18} stroke="currentColor" strokeWidth={2}>
          <title>renewed</title>
        </line>
      ))}
      {refusals.map(({ at, actor }, index) => (
        <circle
          key={`${index}:${at}`}
          cx={place(at)}
          cy={10}
          r={4}
          fill="var(--color-surface)"
          stroke="currentColor"
          strokeWidth={2}
          className="text-signal forced-color-adjust-none"
        >
          <title>{`${personName(actor.login, names)} was blocked`}</title>
        </circle>
      ))}
    </svg>
  )
}

function laneWords({ from, to, end, renewals, refusals }: HolderLane, now: number): string {
  return [
    end === null
      ? `held for ${durationText(now - from)}`
      : `${ends[end].words} after ${durationText((to ?? now) - from)}`,
    renewals.length > 0 && counted(renewals.length, 'renewal'),
    refusals.length > 0 && counted(refusals.length, 'refusal'),
  ]
    .filter(Boolean)
    .join(', ')
}
