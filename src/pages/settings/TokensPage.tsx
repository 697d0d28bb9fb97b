import { type QueryClient, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AccessToken } from '#contract/session.ts'
import { troubleOf } from '#src/api/problem.ts'
import { createToken, revokeToken, sessionQueries, signOutEverywhere } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { NewToken } from './NewToken.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { TokenTable } from './TokenTable.tsx'

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(sessionQueries.tokens()), client.ensureQueryData(sessionQueries.current())])

/** Access tokens: make, see when they were last used, revoke. */
export default function TokensPage() {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(sessionQueries.tokens())
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const [revoked, setRevoked] = useState<AccessToken>()
  const refresh = () => client.invalidateQueries({ queryKey: sessionQueries.tokens().queryKey })
  return (
    <>
      <PageHeader title="Settings" meta={<span>Access tokens speak for you: to the CLI, in CI, to scripts.</span>} />
      <SettingsTabs />
      <Card title="New token">
        <NewToken most={session.scope} create={createToken} onCreated={refresh} />
      </Card>
      <Card title="Your tokens" padding="none">
        {data.tokens.length === 0 ? (
          <EmptyState Icon={KeyRound} title="No tokens yet">
            One is made here, or by <code>pulumi login</code>.
          </EmptyState>
        ) : (
          <TokenTable label="Your access tokens" tokens={data.tokens} onRevoke={setRevoked} />
        )}
      </Card>
      <Sessions />
      <RevokeDialog token={revoked} revoke={revokeToken} onRevoked={refresh} onClose={() => setRevoked(undefined)} />
    </>
  )
}

function Sessions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: async () => {
      await navigate(paths.login())
      client.clear() // what one person saw is not the next one's
    },
  })
  return (
    <Card title="Browsers">
      <div className="flex flex-col items-start gap-3">
        <p>Ends every session of yours, in this browser and in all others. Access tokens go on working.</p>
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>
          Sign out everywhere
        </Button>
        {leave.isError && (
          <Notice tone="danger" title="Nobody was signed out">
            {troubleOf(leave.error).detail}
          </Notice>
        )}
      </div>
    </Card>
  )
}
