import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { AuditAction, type AuditEntry, AuditFilter } from '#contract/audit.ts'
import { auditLinesPath, auditQueries } from '#src/api/audit.ts'
import { paths } from '#src/lib/paths.ts'
import { clockTimeSeconds, exactTime, localDate } from '#words/time.ts'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { actionWords } from './actionWords.ts'
import { SettingsTabs } from '../SettingsTabs.tsx'

const filterOf = (search: URLSearchParams): AuditFilter =>
  AuditFilter.catch({}).parse(Object.fromEntries([...search].filter(([, value]) => value !== '')))

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.fetchQuery(auditQueries.page(filterOf(new URL(request.url).searchParams)))

const ANY = ''
const actions = [
  { value: ANY, label: 'Anything' },
  ...AuditAction.options.map((value) => ({ value, label: actionWords[value] })),
]

/** Who did what to which stack, from where: filtered by the address, newest first. */
export default function AuditPage() {
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search)
  const { data } = useSuspenseQuery(auditQueries.page(filter))
  const change = (next: Partial<Record<'stack' | 'login' | 'action', string>>): void => {
    const { before: _, ...kept } = filter
    const wanted = Object.entries({ ...kept, ...next }).filter((entry): entry is [string, string] => !!entry[1])
    setSearch(wanted, { replace: true, preventScrollReset: true })
  }
  const people = [...new Set([...data.people, 'holdfast', ...(filter.login ? [filter.login] : [])])]
  const isNarrowed = Boolean(filter.stack ?? filter.login ?? filter.action)
  return (
    <>
      <PageHeader
        title="Settings"
        meta={<span>Everything that was done to stacks, tokens and users, and who did it.</span>}
      />
      <SettingsTabs />
      <div className="flex flex-wrap items-end gap-2">
        <AppliedField
          key={filter.stack}
          label="Stack"
          placeholder="organization/project/stack, then Enter"
          value={filter.stack ?? ''}
          onApply={(stack) => change({ stack })}
        />
        <div className="w-44 max-sm:flex-1">
          <SelectField
            label="Person"
            options={[{ value: ANY, label: 'Anybody' }, ...people.map((value) => ({ value, label: value }))]}
            value={filter.login ?? ANY}
            onChange={(login) => change({ login })}
          />
        </div>
        <div className="w-56 max-sm:flex-1">
          <SelectField
            label="Action"
            options={actions}
            value={filter.action ?? ANY}
            onChange={(action) => change({ action })}
          />
        </div>
        <a
          href={auditLinesPath}
          download="holdfast-audit.jsonl"
          className="inline-flex h-9 items-center rounded-md px-2 text-accent underline"
        >
          Export JSONL
        </a>
      </div>
      <Card padding="none">
        {data.entries.length === 0 ? (
          <EmptyState
            Icon={ScrollText}
            title={isNarrowed ? 'No matching events' : 'No events yet'}
            action={isNarrowed && <Button onClick={() => setSearch({})}>Show everything</Button>}
          />
        ) : (
          <AuditTable entries={data.entries} />
        )}
      </Card>
      <div className="flex flex-wrap gap-2">
        {filter.before !== undefined && (
          <LinkButton to={paths.settings.audit({ ...filter, before: undefined })}>Newest</LinkButton>
        )}
        {data.older !== null && (
          <LinkButton to={paths.settings.audit({ ...filter, before: String(data.older) })}>Older</LinkButton>
        )}
      </div>
    </>
  )
}

const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <Table label="Audit log">
    <THead>
      <Tr>
        <Th>When</Th>
        <Th>Who</Th>
        <Th>Action</Th>
        <Th>Stack</Th>
        <Th>Details</Th>
        <Th>From</Th>
        <Th>Request</Th>
      </Tr>
    </THead>
    <TBody>
      {entries.map((entry) => (
        <Tr key={entry.id}>
          <Td className="whitespace-nowrap max-sm:whitespace-normal">
            <time dateTime={new Date(entry.at).toISOString()} title={exactTime(entry.at)}>
              {localDate(entry.at)} {clockTimeSeconds(entry.at)}
            </time>
          </Td>
          <Td className="min-w-20 wrap-anywhere sm:min-w-28">
            {entry.login === '' ? <span className="text-muted">nobody</span> : entry.login}
            {entry.tokenName !== null && <span className="block text-xs text-muted">by {entry.tokenName}</span>}
          </Td>
          <Td className="whitespace-nowrap">{wordsFor(entry.action)}</Td>
          <Td className="min-w-40 wrap-anywhere">{entry.stack !== null && <StackName name={entry.stack} />}</Td>
          <Td className="min-w-48 wrap-anywhere">{entry.detail}</Td>
          <Td className="whitespace-nowrap">{entry.address ?? ''}</Td>
          <Td>{entry.requestId !== '' && <Mono title={entry.requestId}>{entry.requestId.slice(0, 8)}</Mono>}</Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)

function wordsFor(action: string): string {
  const known = AuditAction.safeParse(action)
  return known.success ? actionWords[known.data] : action
}

/** A stack by the name that it had: the address may be another one's by now, or nobody's. */
function StackName({ name }: { name: string }) {
  const [org = '', project = '', stack = ''] = name.split('/')
  return <TextLink to={paths.stack({ org, project, stack })}>{name}</TextLink>
}
