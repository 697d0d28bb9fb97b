import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Database from 'lucide-react/icons/database'
import { useState } from 'react'
import type { Backend } from '#contract/backends.ts'
import { backendQueries, backendsChanged } from '#src/api/backends.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { counted } from '#words/counts.ts'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { BackendTable } from './BackendTable.tsx'
import { ConnectBackend } from './ConnectBackend.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'

export const loader = (client: QueryClient) => () => client.ensureQueryData(backendQueries.list())

/** The connected backends: how fresh their mirrors are, what they cost, and how to connect another one. */
export default function BackendsPage() {
  const { backends } = useSuspenseQuery(backendQueries.list()).data
  const client = useQueryClient()
  const [leaving, setLeaving] = useState<Backend>()
  const refresh = () => {
    client.removeQueries({ queryKey: backendQueries.sizes() }) // the name may soon be that of another
    return backendsChanged(client)
  }
  return (
    <>
      <PageHeader title="Backends" meta={<span>Self-managed backends, shown here and left as they are</span>} />
      <SettingsTabs />
      <div className="flex flex-col gap-4">
        {backends.length === 0 ? (
          <NoBackends />
        ) : (
          <Card title={counted(backends.length, 'backend')} padding="none">
            <BackendTable backends={backends} onLeave={setLeaving} />
          </Card>
        )}
        <ConnectBackend onConnected={refresh} />
      </div>
      {leaving && <DisconnectDialog backend={leaving} onDone={refresh} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

const NoBackends = () => (
  <Card>
    <EmptyState
      Icon={Database}
      title="No backend is connected"
      action={<CodeLine code="npm start -- s3://BUCKET" className="w-full max-w-md text-left" />}
    >
      Stacks in a bucket, a folder or a database appear here with their locks, history, graph and recoveries, without
      being moved. Holdfast only reads. Connect one below, or start Holdfast with its address:
    </EmptyState>
  </Card>
)
