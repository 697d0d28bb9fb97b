import Server from 'lucide-react/icons/server'
import { Fragment } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { usePersonName } from '#src/lib/personName.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { DayRow, isNewDay } from '#src/ui/DayRow.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { TimeOfDay } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { cx } from '#src/lib/cx.ts'
import { localDate } from '#words/time.ts'
import type { Choice } from './filter.ts'
import { shownAction } from './actions.ts'
import { SERVER_LOGIN } from '#words/personName.ts'

/** Columns that can be hidden. */
export const COLUMNS = { stack: 'Stack', details: 'Details', from: 'From', request: 'Request' } as const
export type Column = keyof typeof COLUMNS

type Props = {
  entries: readonly AuditEntry[]
  hidden: ReadonlySet<Column>
  onFilter: (change: Partial<Choice>) => void
  /** Where only one day is listed. */
  dayPath: (day: string) => string
}

const SHOWN_ALWAYS = 3

/** The actions, grouped by day. */
export function AuditTable({ entries, hidden, onFilter, dayPath }: Props) {
  const columns = SHOWN_ALWAYS + Object.keys(COLUMNS).length - hidden.size
  const hideOrg = hasOneOrg(entries.flatMap(({ stack }) => (stack === null ? [] : [refOf(stack)])))
  return (
    <Table label="Audit log" narrow="cards">
      <THead>
        <Tr>
          <Th>When</Th>
          <Th>Who</Th>
          <Th>Action</Th>
          {!hidden.has('stack') && <Th>Stack</Th>}
          {!hidden.has('details') && <Th>Details</Th>}
          {!hidden.has('from') && <Th>From</Th>}
          {!hidden.has('request') && <Th>Request</Th>}
        </Tr>
      </THead>
      <TBody>
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {isNewDay(entry.at, entries[index - 1]?.at) && (
              <DayRow at={entry.at} columns={columns} to={dayPath(localDate(entry.at))} />
            )}
            <Row entry={entry} hideOrg={hideOrg} hidden={hidden} onFilter={onFilter} />
          </Fragment>
        ))}
      </TBody>
    </Table>
  )
}

type RowProps = { entry: AuditEntry; hideOrg: boolean } & Pick<Props, 'hidden' | 'onFilter'>

function Row({ entry, hideOrg, hidden, onFilter }: RowProps) {
  const { at, login, tokenName, address, action, stack, requestId } = entry
  return (
    <Tr>
      <Td className="py-1 whitespace-nowrap max-sm:order-2 max-sm:text-right max-sm:text-xs">
        <TimeOfDay at={at} />
      </Td>
      <Td className="min-w-32 py-1 max-sm:order-5">
        <Doer login={login} tokenName={tokenName} onFilter={onFilter} />
      </Td>
      <Td className="whitespace-nowrap max-sm:order-1">
        <Action action={action} />
      </Td>
      {!hidden.has('stack') && (
        <Td className="min-w-40 wrap-anywhere max-sm:order-3">
          {stack !== null && <StackName stack={refOf(stack)} hideOrg={hideOrg} />}
        </Td>
      )}
      {!hidden.has('details') && (
        <Td className="min-w-48 wrap-anywhere max-sm:order-4 max-sm:text-right max-sm:text-muted">
          <Detail entry={entry} />
        </Td>
      )}
      {!hidden.has('from') && (
        <Td className="whitespace-nowrap max-sm:order-6 max-sm:text-right max-sm:text-xs">
          {address ?? <span className="text-faint max-sm:hidden">–</span>}
        </Td>
      )}
      {!hidden.has('request') && (
        <Td className="max-sm:order-7 max-sm:col-span-2 max-sm:text-xs max-sm:empty:hidden">
          {requestId !== '' && (
            <>
              <InCard>Request</InCard>
              <Mono title={requestId} className="text-muted">
                {requestId.slice(0, 8)}
              </Mono>
            </>
          )}
        </Td>
      )}
    </Tr>
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
