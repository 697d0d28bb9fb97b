import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import ShieldX from 'lucide-react/icons/shield-x'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { AuditAction } from '#contract/audit.ts'
import { auditLinesPath, auditQueries } from '#src/api/audit.ts'
import { sessionQueries } from '#src/api/session.ts'
import { PeriodSelect } from '#src/features/views/PeriodSelect.tsx'
import { ViewsMenu } from '#src/features/views/ViewsMenu.tsx'
import { auditWords } from '#domain/auditWords.ts'
import { paths } from '#src/lib/paths.ts'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { Button } from '#src/ui/Button.tsx'
import { buttonClasses } from '#src/ui/buttonLook.ts'
import { Card } from '#src/ui/Card.tsx'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'
import { hiddenIn, hiddenSearch } from '#src/lib/hiddenColumns.ts'
import { personName } from '#words/personName.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { AuditTable, COLUMNS } from './AuditTable.tsx'
import { type Choice, choiceOf, filterOf, filterWords, searchOf } from './filter.ts'
import { SERVER_LOGIN } from '#words/personName.ts'

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    const { role, scope } = await client.ensureQueryData(sessionQueries.current())
    if (role === 'admin' && scope === 'admin')
      await client.fetchQuery(auditQueries.page(filterOf(choiceOf(new URL(request.url).searchParams))))
  }

const ANY = ''
const actions = [
  { value: ANY, label: 'Any action' },
  ...AuditAction.options.map((value) => ({ value, label: auditWords[value] })),
]

const USUAL = [
  { name: 'All events', search: '' },
  { name: 'Last 24 hours', search: 'since=24h' },
  { name: 'Failed sign-ins', search: 'action=signin.failed' },
  { name: 'Decrypted secrets', search: 'action=secrets.decrypt' },
  { name: 'Recoveries', search: 'action=state.recovery' },
  { name: 'Deleted stacks', search: 'action=stack.delete' },
  { name: 'By the server itself', search: `login=${SERVER_LOGIN}` },
]

/** The audit log: who did what to which stack, from where; filtered by the address, newest first. */
export default function AuditPage() {
  const [search] = useSearchParams()
  const choice = choiceOf(search)
  const isNarrowed = filterWords(choice) !== ''
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const maySee = session.role === 'admin' && session.scope === 'admin'
  return (
    <>
      <PageHeader
        title="Settings"
        meta={<span>Everything that was done to stacks, tokens and users, and who did it.</span>}
        actions={
          maySee && (
            <>
              <ViewsMenu list="audit" search={new URLSearchParams(searchOf(choice, {})).toString()} usual={USUAL} />
              <a
                href={auditLinesPath(filterOf(choice))}
                download="holdfast-audit.jsonl"
                title={
                  isNarrowed
                    ? 'All events that match the filter, on every page, as lines of JSON'
                    : 'The whole log, as lines of JSON'
                }
                className={buttonClasses('quiet', 'md', false)}
              >
                <Download aria-hidden /> {isNarrowed ? 'Export matching events' : 'Export all events'}
              </a>
            </>
          )
        }
      />
      <SettingsTabs />
      {maySee ? <Log choice={choice} /> : <Forbidden role={session.role} />}
    </>
  )
}

const Forbidden = ({ role }: { role: string }) => (
  <Card>
    <EmptyState Icon={ShieldX} title="Only administrators see the audit log">
      {role === 'admin'
        ? 'You are an administrator, but signed in with a token that may do less. Sign in with a link or another token.'
        : 'Ask an administrator for an export, or for the role. What ran on your stacks is under Activity.'}
    </EmptyState>
  </Card>
)

function Log({ choice }: { choice: Choice }) {
  const [, setSearch] = useSearchParams()
  const { data, dataUpdatedAt } = useSuspenseQuery(auditQueries.page(filterOf(choice)))
  const { location: coming } = useNavigation()
  const go = (next: Record<string, string>): void => setSearch(next, { replace: true, preventScrollReset: true })
  const change = (next: Partial<Choice>): void => {
    // Fast picking changes the request in flight, not the rows on screen.
    const asked = coming ? choiceOf(new URLSearchParams(coming.search)) : choice
    go(searchOf(asked, next))
  }
  const hidden = hiddenIn(choice.hide ?? null, COLUMNS)
  const names = { ...useNamesByLogin(), [SERVER_LOGIN]: 'Holdfast' }
  const people = [...new Set([...data.people, SERVER_LOGIN, ...(choice.login ? [choice.login] : [])])]
  const words = filterWords(choice)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <ListSearch label="Search events" value={choice.q} onChange={(q) => change({ q })} />
        <AppliedField
          key={choice.stack}
          label="Stack"
          hideLabel
          placeholder="Filter by organization/project/stack"
          spellCheck={false}
          value={choice.stack ?? ''}
          onApply={(stack) => change({ stack })}
        />
        <FilterSelect
          width="w-44"
          label="Person"
          options={[
            { value: ANY, label: 'Anyone' },
            ...people.map((value) => ({ value, label: personName(value, names) })),
          ]}
          value={choice.login ?? ANY}
          onChange={(login) => change({ login })}
        />
        <FilterSelect
          width="w-56"
          label="Action"
          options={actions}
          value={choice.action ?? ANY}
          onChange={(action) => change({ action })}
        />
        <PeriodSelect time={choice} onChange={change} />
        <ColumnsMenu
          columns={COLUMNS}
          hidden={hidden}
          onHide={(columns) => go({ ...searchOf({ ...choice, hide: undefined }, {}), ...hiddenSearch(columns) })}
        />
      </div>
      <Card padding="none">
        {data.entries.length === 0 ? (
          words === '' && choice.before === undefined ? (
            <EmptyState Icon={ScrollText} title="No events yet" />
          ) : (
            <EmptyState
              Icon={SearchX}
              title="No matching events"
              action={<Button onClick={() => go(hiddenSearch(hidden))}>Show everything</Button>}
            >
              {words && <>Filter: {words}.</>}
            </EmptyState>
          )
        ) : (
          <AuditTable
            entries={data.entries}
            hidden={hidden}
            onFilter={change}
            dayPath={(day) => paths.settings.audit(searchOf(choice, { day, since: undefined }))}
          />
        )}
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <UpdatedAt at={dataUpdatedAt} />
        <nav aria-label="Pages" className="flex gap-2">
          {choice.before !== undefined && (
            <LinkButton size="sm" to={paths.settings.audit(searchOf(choice, {}))}>
              Newest
            </LinkButton>
          )}
          {data.older !== null && (
            <LinkButton size="sm" to={paths.settings.audit(searchOf(choice, { before: data.older }))}>
              Older
            </LinkButton>
          )}
        </nav>
      </div>
    </>
  )
}
