import { useQuery } from '@tanstack/react-query'
import Server from 'lucide-react/icons/server'
import { useState } from 'react'
import type { AuditEntry, ListedAuditEntry } from '#contract/audit.ts'
import { isDecision, isStart, runOfEntry } from '#domain/auditWords.ts'
import { fullName } from '#domain/stackName.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { usePersonName } from '#src/lib/personName.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { DayRow, isNewDay } from '#src/ui/DayRow.tsx'
import { breakable, Mono } from '#src/ui/Mono.tsx'
import { hideable } from '#src/ui/ColumnsMenu.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TimeOfDay } from '#src/ui/Time.tsx'
import { cx } from '#src/lib/cx.ts'
import { firstOf, number } from '#words/counts.ts'
import { localDate } from '#words/time.ts'
import type { Change } from './filter.ts'
import { ActionIcon, shownAction } from './actions.tsx'
import { repeats } from './repeats.ts'
import {
  AboutRun,
  Decisions,
  EndOfRun,
  EntriesBelow,
  EntriesButton,
  namedStack,
  RunAction,
  StartOfRun,
} from './RunEntry.tsx'
import { SERVER_LOGIN } from '#words/personName.ts'

type Props = {
  entries: readonly ListedAuditEntry[]
  hidden: ReadonlySet<string>
  onFilter: (change: Change) => void
  /** Where only one day is listed. */
  dayPath: (day: string) => string
}

type Context = {
  hideOrg: boolean
  /** Whether any entry has one: behind some proxies, and in the demo, none has. */
  hasAddress: boolean
  /** Whether an entry asks for a decision that is still to be made. */
  isWaiting: (entry: AuditEntry) => boolean
  /** The entries that repeat one, by its id, with itself. */
  repeated: ReadonlyMap<number, readonly ListedAuditEntry[]>
  opened: ReadonlySet<number>
  onOpen: (id: number) => void
} & Pick<Props, 'onFilter'>

const columns: readonly Column<ListedAuditEntry, Context>[] = [
  {
    head: 'When',
    className: 'whitespace-nowrap max-sm:text-xs',
    phone: { order: 2, align: 'right' },
    cell: ({ at }) => <TimeOfDay at={at} look="line" />,
  },
  {
    head: 'Who',
    className: 'min-w-32',
    phone: { order: 5, isWide: true },
    cell: ({ login, tokenName }, { onFilter }) => <Doer login={login} tokenName={tokenName} onFilter={onFilter} />,
  },
  {
    head: 'Action',
    className: 'whitespace-nowrap',
    phone: { order: 1 },
    cell: (entry, { opened, onOpen, repeated, isWaiting }) =>
      entry.started === null ? (
        <span className="flex flex-wrap items-center gap-x-2">
          {isStart(entry) && runOfEntry(entry) !== undefined ? (
            <StartOfRun entry={entry} />
          ) : (
            <Action action={entry.action} steps={isDecision(entry) ? repeated.get(entry.id)?.length : undefined} />
          )}
          {isWaiting(entry) && <Status tone="waiting">still waiting</Status>}
          {repeated.has(entry.id) && (
            <EntriesButton
              count={repeated.get(entry.id)?.length ?? 0}
              isOpen={opened.has(entry.id)}
              onOpen={() => onOpen(entry.id)}
            />
          )}
        </span>
      ) : (
        <RunAction
          entry={entry}
          started={entry.started}
          isOpen={opened.has(entry.id)}
          onOpen={() => onOpen(entry.id)}
        />
      ),
  },
  {
    id: 'stack',
    head: 'Stack',
    className: 'min-w-40 wrap-anywhere',
    phone: { order: 3 },
    cell: ({ stack }, { hideOrg }) => stack !== null && <StackName stack={namedStack(stack)} hideOrg={hideOrg} />,
  },
  {
    id: 'details',
    head: 'Details',
    className: (entry) => cx('min-w-48 wrap-anywhere max-sm:text-muted', inCard(entry)),
    phone: { order: 4 },
    cell: (entry, { repeated }) => {
      const same = repeated.get(entry.id)
      if (same) return isDecision(entry) ? <Decisions entries={same} /> : <RepeatedDetails entries={same} />
      if (entry.started !== null) return <EndOfRun entry={entry} started={entry.started} />
      return runOfEntry(entry) === undefined ? breakable(entry.detail) : <AboutRun entry={entry} />
    },
  },
  {
    id: 'from',
    head: 'From',
    isShown: ({ hasAddress }) => hasAddress,
    className: 'whitespace-nowrap max-sm:text-xs',
    phone: { order: 6, align: 'right' },
    cell: ({ address }) => address ?? <span className="text-faint max-sm:hidden">–</span>,
  },
  {
    id: 'request',
    head: 'Request',
    className: 'max-sm:text-xs max-sm:empty:hidden sm:whitespace-nowrap',
    phone: { order: 7, isWide: true, label: 'Request' },
    cell: ({ requestId }) =>
      requestId === '' ? null : (
        <Mono title={requestId} className="text-muted">
          {requestId.slice(0, 8)}
        </Mono>
      ),
  },
]

/** On a phone, more details than these have a line of their own: half a line would tear them. */
const SHORT = 30

const inCard = ({ started, detail }: ListedAuditEntry): string =>
  started === null && detail.length > SHORT ? 'max-sm:col-span-2' : 'max-sm:text-right'

/** Columns that can be hidden. */
export const COLUMNS = hideable(columns)

/** The actions, grouped by day. */
export function AuditTable({ entries, hidden, onFilter, dayPath }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const onOpen = (id: number) => setOpened((before) => before.symmetricDifference(new Set([id])))
  const { rows, repeated } = repeats(entries)
  const isWaiting = useWaiting()
  const hasAddress = entries.some(({ address }) => address !== null)
  const hideOrg = hasOneOrg(entries.flatMap(({ stack }) => (stack === null ? [] : [namedStack(stack)])))
  return (
    <Table
      label="Audit log"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      context={{ hideOrg, hasAddress, onFilter, opened, onOpen, repeated, isWaiting }}
      hidden={hidden}
      className="[&_td]:h-[min(var(--row-height),1.75rem)] sm:[&_td]:py-1"
      above={({ at }, previous, width) =>
        isNewDay(at, previous?.at) && <DayRow at={at} columns={width} to={dayPath(localDate(at))} />
      }
      below={(entry, width) => {
        const of = entry.started === null ? repeated.get(entry.id) : [entry.started, entry]
        return of !== undefined && opened.has(entry.id) && <EntriesBelow entries={of} columns={width} />
      }}
    />
  )
}

/** Tells which entries ask for a decision that is still to be made. */
function useWaiting(): Context['isWaiting'] {
  const { data } = useQuery(approvalQueries.waiting())
  const asked = new Set(data?.approvals.map(({ stack, since }) => `${fullName(stack)} ${since}`))
  return ({ action, stack, at }) => action === 'approval.ask' && asked.has(`${stack} ${at}`)
}

/** Details of a repeated action that are shown; the others are counted. */
const DETAILS = 2

const RepeatedDetails = ({ entries }: { entries: readonly ListedAuditEntry[] }) => {
  const details = [...new Set(entries.flatMap(({ detail }) => (detail === '' ? [] : detail)))]
  return firstOf(details, DETAILS)
}

/** An action, with an icon for what it affects, and the number of steps of a decision about several. */
function Action({ action, steps = 1 }: { action: string; steps?: number | undefined }) {
  const { words, tone } = shownAction(action)
  return (
    <span className="flex items-center gap-2">
      <ActionIcon action={action} />
      <span className={cx(tone === 'danger' && 'font-medium text-danger')}>
        {steps > 1 ? words.replace('a step', `${number(steps)} steps`) : words}
      </span>
    </span>
  )
}

type DoerProps = Pick<AuditEntry, 'login' | 'tokenName'> & Pick<Props, 'onFilter'>

function Doer({ login, tokenName, onFilter }: DoerProps) {
  const name = usePersonName(login)
  if (login === '') return <span className="text-muted">not signed in</span>
  const isServer = login === SERVER_LOGIN
  return (
    <span className="flex min-w-0 items-start gap-2">
      {isServer ? (
        <span className="mt-px inline-flex size-5 shrink-0 items-center justify-center text-muted">
          <Server className="size-4" aria-hidden />
        </span>
      ) : (
        <Avatar name={name} login={login} className="mt-px" />
      )}
      <span className="min-w-0 wrap-anywhere">
        <button
          type="button"
          title={`Only what ${isServer ? 'Holdfast' : name} did`}
          onClick={() => onFilter({ login })}
          className="rounded-sm text-left hover:underline"
        >
          {isServer ? 'Holdfast' : name}
        </button>{' '}
        {tokenName !== null && (
          <span
            title={tokenName}
            className="text-xs text-muted max-xl:block max-sm:line-clamp-2 xl:inline-block xl:max-w-40 xl:truncate xl:align-text-bottom"
          >
            token “{tokenName}”
          </span>
        )}
      </span>
    </span>
  )
}
