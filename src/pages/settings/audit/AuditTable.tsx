import Server from 'lucide-react/icons/server'
import type { AuditEntry } from '#contract/audit.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { usePersonName } from '#src/lib/personName.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { DayRow, isNewDay } from '#src/ui/DayRow.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { hideable } from '#src/ui/ColumnsMenu.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { TimeOfDay } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { cx } from '#src/lib/cx.ts'
import { localDate } from '#words/time.ts'
import type { Change } from './filter.ts'
import { shownAction } from './actions.ts'
import { SERVER_LOGIN } from '#words/personName.ts'

type Props = {
  entries: readonly AuditEntry[]
  hidden: ReadonlySet<string>
  onFilter: (change: Change) => void
  /** Where only one day is listed. */
  dayPath: (day: string) => string
}

type Context = { hideOrg: boolean } & Pick<Props, 'onFilter'>

const columns: readonly Column<AuditEntry, Context>[] = [
  {
    head: 'When',
    className: 'py-1 whitespace-nowrap max-sm:text-xs',
    phone: { order: 2, align: 'right' },
    cell: ({ at }) => <TimeOfDay at={at} />,
  },
  {
    head: 'Who',
    className: 'min-w-32 py-1',
    phone: { order: 5 },
    cell: ({ login, tokenName }, { onFilter }) => <Doer login={login} tokenName={tokenName} onFilter={onFilter} />,
  },
  {
    head: 'Action',
    className: 'whitespace-nowrap',
    phone: { order: 1 },
    cell: ({ action }) => <Action action={action} />,
  },
  {
    id: 'stack',
    head: 'Stack',
    className: 'min-w-40 wrap-anywhere',
    phone: { order: 3 },
    cell: ({ stack }, { hideOrg }) => stack !== null && <StackName stack={refOf(stack)} hideOrg={hideOrg} />,
  },
  {
    id: 'details',
    head: 'Details',
    className: 'min-w-48 wrap-anywhere max-sm:text-muted',
    phone: { order: 4, align: 'right' },
    cell: (entry) => <Detail entry={entry} />,
  },
  {
    id: 'from',
    head: 'From',
    className: 'whitespace-nowrap max-sm:text-xs',
    phone: { order: 6, align: 'right' },
    cell: ({ address }) => address ?? <span className="text-faint max-sm:hidden">–</span>,
  },
  {
    id: 'request',
    head: 'Request',
    className: 'max-sm:text-xs max-sm:empty:hidden',
    phone: { order: 7, isWide: true, label: 'Request' },
    cell: ({ requestId }) =>
      requestId === '' ? null : (
        <Mono title={requestId} className="text-muted">
          {requestId.slice(0, 8)}
        </Mono>
      ),
  },
]

/** Columns that can be hidden. */
export const COLUMNS = hideable(columns)

/** The actions, grouped by day. */
export function AuditTable({ entries, hidden, onFilter, dayPath }: Props) {
  const hideOrg = hasOneOrg(entries.flatMap(({ stack }) => (stack === null ? [] : [refOf(stack)])))
  return (
    <Table
      label="Audit log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      context={{ hideOrg, onFilter }}
      hidden={hidden}
      above={({ at }, previous, width) =>
        isNewDay(at, previous?.at) && <DayRow at={at} columns={width} to={dayPath(localDate(at))} />
      }
    />
  )
}

/** Names of stacks are `organization/project/stack`; the address may belong to another one by now, or to none. */
function refOf(name: string) {
  const [org = '', project = '', stack = ''] = name.split('/')
  return stackOf({ org, project, stack })
}

/** An action, with an icon for what it affects. */
function Action({ action }: { action: string }) {
  const { words, Icon, tone } = shownAction(action)
  return (
    <span className="inline-flex items-center gap-2">
      <Icon className={cx('size-4 shrink-0', tone === undefined ? 'text-muted' : toneClasses[tone].text)} aria-hidden />
      <span className={cx(tone === 'danger' && 'font-medium text-danger')}>{words}</span>
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
        <Server className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
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
        </button>
        {tokenName !== null && <span className="block text-xs text-muted">token “{tokenName}”</span>}
      </span>
    </span>
  )
}

/** `update 3: succeeded`, a link to the update as long as the stack has that name. */
function Detail({ entry: { action, stack, detail } }: { entry: AuditEntry }) {
  const [, words, version, rest] = /^(update (\d+))(.*)$/s.exec(detail) ?? []
  if (stack === null || version === undefined || !action.startsWith('update.')) return detail
  const agent = /^, agent (.+)$/s.exec(rest ?? '')?.[1]
  return (
    <>
      <TextLink to={paths.update(refOf(stack), Number(version))}>{words}</TextLink>
      {agent === undefined ? rest : <AgentBadge agent={agent} />}
    </>
  )
}
