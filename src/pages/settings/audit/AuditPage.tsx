import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import ShieldX from 'lucide-react/icons/shield-x'
import type { LoaderFunctionArgs } from 'react-router'
import { auditQueries } from '#src/api/audit.ts'
import { isAdmin, sessionQueries } from '#src/api/session.ts'
import { filterOf } from '#src/features/views/timedList.ts'
import { useAddressState } from '#src/lib/useAddressState.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { AuditLog } from './AuditLog.tsx'
import { AuditViews } from './AuditViews.tsx'
import { address } from './filter.ts'

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    if (isAdmin(await client.ensureQueryData(sessionQueries.current())))
      await client.fetchQuery(auditQueries.page(filterOf(address.read(new URL(request.url).searchParams))))
  }

/** The audit log: who did what to which stack, from where; filtered by the address, newest first. */
export default function AuditPage() {
  const [choice, change] = useAddressState(address)
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  return (
    <>
      <PageHeader
        title="Audit log"
        meta={<span>Everything that was done to stacks, tokens and users, and who did it</span>}
        actions={isAdmin(session) && <AuditViews choice={choice} />}
      />
      <SettingsTabs />
      {isAdmin(session) ? <AuditLog choice={choice} onChange={change} /> : <Forbidden role={session.role} />}
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
