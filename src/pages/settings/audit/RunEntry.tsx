import ChevronRight from 'lucide-react/icons/chevron-right'
import type { AuditEntry } from '#contract/audit.ts'
import { decisionOf, isStart, runOfEntry, runVerb } from '#domain/auditWords.ts'
import { cx } from '#src/lib/cx.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { breakable } from '#src/ui/Mono.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, firstOf } from '#words/counts.ts'
import { SERVER_LOGIN } from '#words/personName.ts'
import { bothTimes, clockTimeSeconds, durationText } from '#words/time.ts'
import { ActionIcon, shownAction } from './actions.tsx'

/** Names of stacks are `organization/project/stack`; the address may belong to another one by now, or to none. */
export function namedStack(name: string) {
  const [org = '', project = '', stack = ''] = name.split('/')
  return stackOf({ org, project, stack })
}

/** The name of the run, a link to it as long as the stack has that name. */
function RunName({ entry }: { entry: AuditEntry }) {
  const run = runOfEntry(entry)
  const version = Number(run?.split(' ')[1])
  return entry.stack === null ? run : <TextLink to={paths.update(namedStack(entry.stack), version)}>{run}</TextLink>
}

/** What the details say after the name of the run: `succeeded`, the reason of a release. */
const afterName = (entry: AuditEntry): string => entry.detail.slice(runOfEntry(entry)?.length ?? 0).replace(/^: /, '')

/** The agent that the entry about a start names. */
const agentOf = (entry: AuditEntry): string | undefined =>
  isStart(entry) ? /, agent (.+)$/s.exec(entry.detail)?.[1] : undefined

/** The details of one entry about a run: `update 3: succeeded`, or the agent that started it. */
export function AboutRun({ entry }: { entry: AuditEntry }) {
  if (isStart(entry)) return <AgentBadge agent={agentOf(entry)} />
  return (
    <>
      <RunName entry={entry} />
      {breakable(entry.detail.slice(runOfEntry(entry)?.length ?? 0))}
    </>
  )
}

/** The start of a run that goes on: `started update 3`. */
export const StartOfRun = ({ entry }: { entry: AuditEntry }) => (
  <span className="flex items-center gap-2">
    <ActionIcon action={entry.action} />
    <span>
      started <RunName entry={entry} />
    </span>
  </span>
)

/** Steps of a decision that are named. */
const STEPS = 4

/** The details of a decision about several steps, with its reason once: `destroy 3: deleting a, b and c: “They were moved.”` */
export function Decisions({ entries }: { entries: readonly AuditEntry[] }) {
  const decisions = entries.flatMap((entry) => decisionOf(entry) ?? [])
  const steps = decisions.map(({ step }) => step.replace(/ \([^()]*\)$/, ''))
  const [verb = ''] = steps[0]?.split(' ') ?? []
  const areAlike = steps.every((step) => step.startsWith(`${verb} `))
  const names = areAlike ? steps.map((step) => step.slice(verb.length + 1)) : steps
  const reason = decisions[0]?.reason
  return (
    <>
      {entries[0] && <RunName entry={entries[0]} />}: {areAlike && `${verb} `}
      {firstOf(names, STEPS)}
      {reason && `: ${reason}`}
    </>
  )
}

type RunProps = { entry: AuditEntry; started: AuditEntry }

/** A run as one action: `ran update 3`, with a button that shows the entries about its start and its end. */
export function RunAction({ entry, started, isOpen, onOpen }: RunProps & { isOpen: boolean; onOpen: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <ActionIcon action={entry.action} />
      <span>
        {runVerb(entry, started)} <RunName entry={entry} />
      </span>
      <EntriesButton count={2} isOpen={isOpen} onOpen={onOpen} />
    </span>
  )
}

type EntriesButtonProps = { count: number; isOpen: boolean; onOpen: () => void }

/** Shows the entries that a row sums up. */
export const EntriesButton = ({ count, isOpen, onOpen }: EntriesButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onOpen}
    className="inline-flex min-h-6 items-center gap-0.5 rounded-sm pr-1 text-xs text-muted hover:text-ink"
  >
    <ChevronRight className={cx('size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')} aria-hidden />
    {counted(count, 'entry', 'entries')}
  </button>
)

const hasFailed = (entry: AuditEntry): boolean => afterName(entry) === 'failed'

/** How a run ended and how long it took: `succeeded, 0:46`; whose it was if somebody else ended it. */
export function EndOfRun({ entry, started }: RunProps) {
  const owner = usePersonName(started.login)
  return (
    <>
      <span className={cx(hasFailed(entry) && 'text-danger')}>{afterName(entry)}</span>,{' '}
      {durationText(entry.at - started.at)}
      {entry.login !== started.login && <span className="text-muted"> · run by {owner}</span>}
      <AgentBadge agent={agentOf(started)} />
    </>
  )
}

/** The row below a run or a repeated action: its entries as the log has them. */
export const EntriesBelow = ({ entries, columns }: { entries: readonly AuditEntry[]; columns: number }) => (
  <tr>
    <td colSpan={columns} className="border-b border-line bg-sunken px-3 py-1.5 max-sm:col-span-2">
      <ul className="flex flex-col gap-1">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </td>
  </tr>
)

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, login, action, detail, address, tokenName, requestId } = entry
  const name = usePersonName(login)
  const facts = [
    detail,
    tokenName !== null && `token “${tokenName}”`,
    address !== null && `from ${address}`,
    requestId !== '' && `request ${requestId}`,
  ]
  return (
    <li className="flex flex-wrap gap-x-3">
      <time dateTime={new Date(at).toISOString()} title={bothTimes(at)} className="text-muted">
        {clockTimeSeconds(at)}
      </time>
      <span>
        {login === SERVER_LOGIN ? 'Holdfast' : name} {shownAction(action).words}
      </span>
      <span className="wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
