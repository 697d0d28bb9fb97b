import { type QueryClient, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useState } from 'react'
import type { BrowserSession } from '#contract/session.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { endOtherSessions, sessionQueries, SIGNING_OUT, signOutEverywhere } from '#src/api/session.ts'
import { useLeave } from '#src/features/access/useLeave.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { EndSessionDialog } from './EndSessionDialog.tsx'
import { SessionTable } from './SessionTable.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'

export const loader = (client: QueryClient) => () => client.ensureQueryData(sessionQueries.browsers())

/** The sessions of the user; one or all can be ended. */
export default function SessionsPage() {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(sessionQueries.browsers())
  const leave = useLeave()
  const [ended, setEnded] = useState<BrowserSession>()
  const refresh = () => client.invalidateQueries({ queryKey: sessionQueries.all() })
  const endOthers = useMutation({ mutationFn: endOtherSessions, onSuccess: refresh })
  const endAll = useMutation({ mutationKey: SIGNING_OUT, mutationFn: signOutEverywhere, onSuccess: leave })
  const hasOthers = data.sessions.some(({ isThis }) => !isThis)
  const failure = endOthers.error ?? endAll.error
  return (
    <>
      <PageHeader title="Sessions" meta={<span>Browsers in which you are signed in</span>} />
      <SettingsTabs />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="Your sessions" padding="none">
          {data.sessions.length === 0 ? (
            <EmptyState Icon={MonitorSmartphone} title="No browser sessions" className="py-8">
              You use an access token, which has no session. Browsers that sign in are listed here, each with its
              address.
            </EmptyState>
          ) : (
            <SessionTable sessions={data.sessions} onEnd={setEnded} />
          )}
        </Card>
        <Card look="section" title="When sessions end">
          <div className="flex flex-col items-start gap-3">
            <KeyValue
              items={[
                { label: 'Unused', value: `${counted(data.idleH, 'hour')} after the last use` },
                { label: 'At the latest', value: `${spanWords(data.maxH)} after the sign-in` },
              ]}
            />
            <p className="text-muted">Ending sessions does not revoke access tokens.</p>
            <div className="flex flex-wrap gap-2">
              <Button
                busy={endOthers.isPending}
                blocked={hasOthers ? undefined : 'There are no other sessions.'}
                onClick={() => endOthers.mutate()}
              >
                End all other sessions
              </Button>
              <Button
                busy={endAll.isPending}
                blocked={data.sessions.length > 0 ? undefined : 'There are no sessions.'}
                onClick={() => endAll.mutate()}
              >
                Sign out everywhere
              </Button>
            </div>
            {failure && (
              <Notice tone="danger" title="No session was ended">
                {troubleOf(failure).detail}
              </Notice>
            )}
          </div>
        </Card>
      </div>
      <EndSessionDialog session={ended} onEnded={ended?.isThis ? leave : refresh} onClose={() => setEnded(undefined)} />
    </>
  )
}

const spanWords = (hours: number): string => (hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour'))
