import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldX from 'lucide-react/icons/shield-x'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { AuditAction, type AuditFilter } from '#contract/audit.ts'
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
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { personName } from '#words/personName.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { AuditTable } from './AuditTable.tsx'
import { filterOf, searchOf } from './filter.ts'
import { SERVER_LOGIN } from '#words/personName.ts'

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    const { role, scope } = await client.ensureQueryData(sessionQueries.current())
    if (role === 'admin' && scope === 'admin')
      await client.fetchQuery(auditQueries.page(filterOf(new URL(request.url).searchParams)))
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
  const filter = filterOf(search)
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
              <ViewsMenu list="audit" search={new URLSearchParams(searchOf(filter, {})).toString()} usual={USUAL} />
              <a href={auditLinesPath} download="holdfast-audit.jsonl" className={buttonClasses('quiet', 'md', false)}>
                <Download aria-hidden /> Export JSONL
              </a>
            </>
          )
        }
      />
      <SettingsTabs />
      {maySee ? <Log filter={filter} /> : <Forbidden role={session.role} />}
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

function Log({ filter }: { filter: AuditFilter }) {
  const [, setSearch] = useSearchParams()
  const { data } = useSuspenseQuery(auditQueries.page(filter))
  const { location: coming } = useNavigation()
  const change = (next: Partial<AuditFilter>): void => {
    // Fast picking changes the request in flight, not the rows on screen.
    const asked = coming ? filterOf(new URLSearchParams(coming.search)) : filter
    setSearch(searchOf(asked, next), { replace: true, preventScrollReset: true })
  }
  const names = { ...useNamesByLogin(), [SERVER_LOGIN]: 'Holdfast' }
  const people = [...new Set([...data.people, SERVER_LOGIN, ...(filter.login ? [filter.login] : [])])]
  const isNarrowed = Boolean(filter.stack ?? filter.login ?? filter.action ?? filter.since)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <AppliedField
          key={filter.stack}
          label="Stack"
          hideLabel
          placeholder="Filter by organization/project/stack"
          spellCheck={false}
          value={filter.stack ?? ''}
          onApply={(stack) => change({ stack })}
        />
        <FilterSelect
          width="w-44"
          label="Person"
          options={[
            { value: ANY, label: 'Anyone' },
            ...people.map((value) => ({ value, label: personName(value, names) })),
          ]}
          value={filter.login ?? ANY}
          onChange={(login) => change({ login })}
        />
        <FilterSelect
          width="w-56"
          label="Action"
          options={actions}
          value={filter.action ?? ANY}
          onChange={(action) => change({ action })}
        />
        <PeriodSelect value={filter.since} onChange={(since) => change({ since })} />
      </div>
      <Card padding="none">
        {data.entries.length === 0 ? (
          <EmptyState
            Icon={ScrollText}
            title={isNarrowed ? 'No matching events' : 'No events yet'}
            action={isNarrowed && <Button onClick={() => setSearch({})}>Show everything</Button>}
          />
        ) : (
          <AuditTable entries={data.entries} onFilter={change} />
        )}
      </Card>
      <nav aria-label="Pages" className="flex flex-wrap justify-end gap-2">
        {filter.before !== undefined && (
          <LinkButton size="sm" to={paths.settings.audit({ ...filter, before: undefined })}>
            Newest
          </LinkButton>
        )}
        {data.older !== null && (
          <LinkButton size="sm" to={paths.settings.audit({ ...filter, before: String(data.older) })}>
            Older
          </LinkButton>
        )}
      </nav>
    </>
  )
}
