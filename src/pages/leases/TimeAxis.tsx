import { Link } from 'react-router'
import { z } from 'zod'
import type { HeldSpan, Lease, LeaseBoard, Leases } from '#contract/leases.ts'
import type { MaintenanceLock, QueuePlace } from '#contract/locks.ts'
import { holderName, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { fullName } from '#domain/stackName.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { verdictWord } from '#src/ui/verdictLooks.ts'
import { updateWords } from '#src/features/stacks/names.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { cx } from '#src/lib/cx.ts'
import { runTones } from '#src/features/stacks/runs/runs.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { type NamesByLogin, personName, runnerName } from '#words/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { Elapsed, Time } from '#src/ui/Time.tsx'
import { shapeClass, toneClasses } from '#src/ui/tone.ts'
import { counted, firstOf, plural } from '#words/counts.ts'
import { clockTime, durationText } from '#words/time.ts'
import { ForeignBar, ForeignNow } from './ForeignLane.tsx'
import { type Lane, lanesOf } from './lanes.ts'
import { Legend } from './Legend.tsx'
import { roundTicks } from './ticks.ts'
import { lockedSince } from './urgency.ts'
import { verdictTone } from './verdictTone.ts'

/** The length of the axis, as the address names it. */
export const Range = z.enum(['1h', '6h', '24h'])
export type Range = z.infer<typeof Range>
const HOURS = { '1h': 1, '6h': 6, '24h': 24 } as const satisfies Record<Range, number>

const HOUR_MS = 3600 * 1000

/** The shortest axis that shows everything of the last day from its beginning. */
export function fittingRange(
  { leases, orphaned = [], locks = [], foreign = [], now }: Leases,
  { spans, locks: pastLocks, collisions }: LeaseBoard,
): Range {
  const day = now - HOURS['24h'] * HOUR_MS
  const first = Math.min(
    ...[...leases, ...orphaned, ...locks].map(({ since }) => since),
    ...foreign.map(({ elsewhere: { holder } }) => lockedSince(holder)),
    ...[...spans, ...pastLocks].filter(({ to }) => to >= day).map(({ from }) => from),
    ...collisions.filter(({ last }) => last >= day).map(({ first: at }) => at),
  )
  return Range.options.find((range) => first >= now - HOURS[range] * HOUR_MS && first <= now) ?? '24h'
}

const HEIGHT = 24
/** Height of a line for a client in the queue. */
const QUEUE_PX = 6
/** Clients of a queue that are drawn and named; the others are counted. */
const MOST_WAITING = 3
/** Minimum width of a bar. */
const MIN_PX = 4
const TICKS = 6
/** Lanes that are all shown. */
const FEW_LANES = 12
/** Of more lanes, those shown at first: the leases one by one, with what to do about them, are below. */
const LANES_AT_FIRST = 6

type Props = { leases: Leases; board: LeaseBoard; range: Range }

const columns: readonly Column<Lane, { since: number; now: number; hideOrg: boolean; isAnyBefore: boolean }>[] = [
  {
    head: 'Stack',
    className: 'max-w-64 min-w-34 py-1',
    phone: { order: 1 },
    cell: ({ stack }, { hideOrg }) => <StackName stack={stack} hideOrg={hideOrg} />,
  },
  {
    head: ({ since, now }) => <Ticks since={since} now={now} />,
    headClass: 'w-1/3 max-sm:w-full lg:w-1/2',
    className: 'py-1',
    phone: { order: 4, isWide: true },
    cell: (lane, { since, now }) => <LanePicture lane={lane} since={since} now={now} />,
  },
  {
    head: 'Now',
    className: 'py-1',
    phone: { order: 3, isWide: true },
    cell: (lane) => <NowWords lane={lane} />,
  },
  {
    head: 'Held before',
    isShown: ({ isAnyBefore }) => isAnyBefore,
    align: 'right',
    className: 'py-1 whitespace-nowrap text-muted',
    phone: { order: 5, isWide: true, align: 'left', label: 'held before:' },
    cell: (lane) => (wasHeld(lane) ? <BeforeWords lane={lane} /> : null),
  },
]

/** Whether anything is known of its leases before the present one. */
const wasHeld = ({ spans, pastLocks }: Lane): boolean => spans.length + pastLocks.length > 0

const Ticks = ({ since, now }: { since: number; now: number }) => (
  <span className="relative block h-4 font-normal">
    {roundTicks(since, now, (now - since) / TICKS).map((at, n) => (
      <span
        key={at}
        className={cx('absolute -translate-x-1/2', n % 2 === 1 && 'max-lg:hidden')}
        style={{ left: `max(1rem, ${(100 * (at - since)) / (now - since)}%)` }}
      >
        {clockTime(at)}
      </span>
    ))}
    <span className="absolute right-0">now</span>
  </span>
)

/** Leases over time: a lane for each stack, most worrying first. The columns next to the picture say the same. */
export function TimeAxis({ leases, board, range }: Props) {
  const hours = HOURS[range]
  const { now } = leases
  const since = now - hours * HOUR_MS
  const lanes = lanesOf(leases, board, since)
  const { shown, toggle } = useFirst(lanes, LANES_AT_FIRST, FEW_LANES - LANES_AT_FIRST)
  const hideOrg = hasOneOrg(lanes.map(({ stack }) => stack))
  return (
    <Card
      title={`Last ${plural(hours, 'hour', `${hours} hours`)}`}
      padding="none"
      actions={
        <nav aria-label="Range" className="flex gap-1">
          {Range.options.map((each) => (
            <Link
              key={each}
              to={paths.leases({ range: each })}
              aria-current={each === range || undefined}
              className={cx(
                'rounded-md px-2 py-0.5 text-sm',
                each === range ? 'bg-accent-subtle text-accent' : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {HOURS[each]} h
            </Link>
          ))}
        </nav>
      }
    >
      {lanes.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted">No one held a lease in this period.</p>
      ) : (
        <>
          {/* Cards have no heads: there, the times of all pictures are above the first one. */}
          <div aria-hidden className="border-b border-line px-3 py-1 text-xs text-muted sm:hidden">
            <Ticks since={since} now={now} />
          </div>
          <Table
            label="Leases on a time axis"
            columns={columns}
            rows={shown}
            rowKey={({ stack }) => fullName(stack)}
            context={{ since, now, hideOrg, isAnyBefore: shown.some(wasHeld) }}
          />
        </>
      )}
      {toggle && (
        <div className="border-t border-line px-4 py-2">
          <ShowAll {...toggle} total={counted(lanes.length, 'stack')} />
        </div>
      )}
      <Legend lanes={shown} />
    </Card>
  )
}

function LanePicture({ lane, since, now }: { lane: Lane; since: number; now: number }) {
  const { held, lock, foreign, spans, pastLocks, refusals, waiting } = lane
  const names = useNamesByLogin()
  const queue = waiting.slice(0, MOST_WAITING)
  const place = (at: number) => `${Math.min(1, Math.max(0, (at - since) / (now - since))) * 100}%`
  const width = (from: number, to: number) =>
    `max(${MIN_PX}px, ${((Math.min(to, now) - Math.max(from, since)) / (now - since)) * 100}%)`
  /** Place and width of a bar that ends now: one too short to be seen is made longer at its beginning. */
  const upToNow = (from: number) => ({
    width: width(from, now),
    x: `min(${place(from)}, 100% - ${MIN_PX}px)`,
  })
  return (
    <svg
      role="img"
      aria-label={laneWords(lane, names)}
      width="100%"
      height={HEIGHT + queue.length * QUEUE_PX}
      className="block min-w-40 overflow-visible"
    >
      <line x1="0" x2="100%" y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="currentColor" className="text-line" />
      {spans.map((span) => (
        <rect
          key={span.updateId}
          x={place(span.from)}
          y={7}
          height={10}
          rx={2}
          style={{ width: width(span.from, span.to) }}
          fill="currentColor"
          className={shapeClass(runTones[span.status])}
        >
          <title>{`${titleOf(span)}, ${runnerName(span.holder.login, span.ci, names)}, ${durationText(span.to - span.from)}`}</title>
        </rect>
      ))}
      {pastLocks.map((past) => (
        <rect
          key={`${past.from}:${past.to}`}
          x={place(past.from)}
          y={5}
          height={14}
          rx={2}
          style={{ width: width(past.from, past.to) }}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeDasharray="4 2"
          className={toneClasses.attention.text}
        >
          <title>{`Maintenance: ${past.reason}, ${personName(past.holder.login, names)}, ${durationText(past.to - past.from)}, ${past.end}`}</title>
        </rect>
      ))}
      {lock && (
        <rect
          y={4}
          height={16}
          rx={2}
          style={upToNow(lock.since)}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          strokeDasharray="4 2"
          className={toneClasses.attention.text}
        >
          <title>{`Maintenance: ${lock.reason}`}</title>
        </rect>
      )}
      {foreign && <ForeignBar holder={foreign} bar={upToNow(lockedSince(foreign))} />}
      {held && (
        <>
          <rect
            y={3}
            height={18}
            rx={3}
            style={
              held.verdict === 'orphaned'
                ? { x: place(held.since), width: width(held.since, held.expiresAt) }
                : upToNow(held.since)
            }
            fill="currentColor"
            className={shapeClass(verdictTone(held.verdict))}
          >
            <title>{`${runnerName(held.holder.login, held.client.ci, names)}: ${held.reason}`}</title>
          </rect>
          {held.verdict === 'orphaned' && (
            <line
              x1={place(held.expiresAt)}
              x2="100%"
              y1={HEIGHT / 2}
              y2={HEIGHT / 2}
              stroke="currentColor"
              strokeWidth={2}
              strokeDasharray="3 3"
              className={toneClasses.danger.text}
            />
          )}
        </>
      )}
      {refusals.map(({ at, login }, index) => (
        <circle
          key={`${index}:${at}`}
          cx={place(at)}
          cy={HEIGHT / 2}
          r={3.5}
          fill="var(--color-surface)"
          stroke="currentColor"
          strokeWidth={2}
          className="text-signal forced-color-adjust-none"
        >
          <title>{`${personName(login, names)} was blocked`}</title>
        </circle>
      ))}
      {queue.map(({ actor, since: from }, index) => {
        const y = HEIGHT + index * QUEUE_PX + 2
        return (
          <g key={`${index}:${from}:${actor.login}`} className="text-signal forced-color-adjust-none">
            <title>{`${clientWords(actor, names)} has waited for ${durationText(now - from)}`}</title>
            <line
              x1={place(from)}
              x2="100%"
              y1={y}
              y2={y}
              stroke="currentColor"
              strokeWidth={2}
              strokeDasharray="2 3"
            />
            <circle cx={place(from)} cy={y} r={2.5} fill="currentColor" />
          </g>
        )
      })}
    </svg>
  )
}

/** `Update 12`, for a span. */
const titleOf = ({ kind, version, status }: HeldSpan): string =>
  updateWords({ kind: kind as Parameters<typeof updateWords>[0]['kind'], version, status })

/** `Ada with token “nightly”`: clients of one user are told apart by their tokens. */
const clientWords = ({ login, tokenName }: QueuePlace['actor'], names: NamesByLogin): string =>
  `${personName(login, names)}${tokenName === null ? '' : ` with token “${tokenName}”`}`

const queueWords = (queue: readonly QueuePlace[], names: NamesByLogin): string =>
  firstOf(
    queue.map(({ actor }) => clientWords(actor, names)),
    MOST_WAITING,
  )

function laneWords({ held, lock, foreign, spans, pastLocks, refusals, waiting }: Lane, names: NamesByLogin): string {
  const now = held
    ? `${runnerName(held.holder.login, held.client.ci, names)}, ${verdictWord(held.verdict)}`
    : foreign
      ? `${holderName(foreign)}, ${LOCK_WORDS[foreign.word]}`
      : lock
        ? 'locked for maintenance'
        : 'not held'
  return [
    now,
    spans.length > 0 && `${counted(spans.length, 'update')} before`,
    pastLocks.length > 0 && `${counted(pastLocks.length, 'maintenance lock')} before`,
    refusals.length > 0 && counted(refusals.length, 'blocked attempt'),
    waiting.length > 0 && `${counted(waiting.length, 'client')} waiting: ${queueWords(waiting, names)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

function NowWords({ lane: { held, lock, foreign, waiting } }: { lane: Lane }) {
  return (
    <span className="flex flex-col">
      {held ? (
        <HeldNow lease={held} />
      ) : foreign ? (
        <ForeignNow holder={foreign} />
      ) : lock ? (
        <LockedNow lock={lock} />
      ) : (
        <span className="text-muted">not held</span>
      )}
      {waiting.length > 0 && <QueueNow queue={waiting} />}
    </span>
  )
}

/** Who waits for whom: the clients in line for the holder above, the next one first. */
const QueueNow = ({ queue }: { queue: readonly QueuePlace[] }) => (
  <ol aria-label="Queue" className="mt-1 flex flex-col gap-1 text-xs text-muted">
    {queue.slice(0, MOST_WAITING).map(({ actor, since }, index) => (
      <li key={`${index}:${since}:${actor.login}`}>
        <HolderName actor={actor} /> {index === 0 ? 'is next' : 'waits'}, asked <Time at={since} />
      </li>
    ))}
    {queue.length > MOST_WAITING && <li>and {counted(queue.length - MOST_WAITING, 'more client')}</li>}
  </ol>
)

const HeldNow = ({ lease: { holder, client, verdict, since, expiresAt } }: { lease: Lease }) => (
  <span>
    <HolderName actor={{ ...holder, tokenName: null }} ci={client.ci} agent={client.agent} />{' '}
    <span className={toneClasses[verdictTone(verdict)].text}>
      {verdict === 'alive' ? (
        <>
          for <Elapsed since={since} />
        </>
      ) : (
        verdictWord(verdict)
      )}
    </span>
    {verdict === 'orphaned' && (
      <span className="text-muted">
        {' '}
        <Time at={expiresAt} />
      </span>
    )}
  </span>
)

const LockedNow = ({ lock: { holder, reason } }: { lock: MaintenanceLock }) => (
  <span>
    <HolderName actor={{ ...holder, tokenName: null }} /> <span className="text-attention">maintenance</span>
    <span className="block max-w-64 truncate text-xs text-muted">{reason}</span>
  </span>
)

const BeforeWords = ({ lane: { spans, pastLocks } }: { lane: Lane }) => (
  <>
    {spans.length > 0 && <TotalTime what="update" periods={spans} />}
    {pastLocks.length > 0 && <TotalTime what="maintenance lock" periods={pastLocks} />}
  </>
)

const TotalTime = ({ what, periods }: { what: string; periods: readonly { from: number; to: number }[] }) => (
  <span className="max-sm:mr-3 sm:block">
    {counted(periods.length, what)}, {durationText(periods.reduce((sum, { from, to }) => sum + to - from, 0))}
  </span>
)
