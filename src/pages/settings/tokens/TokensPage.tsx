import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import type { AccessToken } from '#contract/session.ts'
import { createToken, revokeToken, sessionQueries } from '#src/api/session.ts'
import { CiVariables } from '#src/features/stacks/CiVariables.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { NewToken } from './NewToken.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { TokenTable } from './TokenTable.tsx'
import { scopesUpTo, scopeWords } from '#src/features/access/accessWords.ts'

export const loader = (client: QueryClient) => () =>
  Promise.all([
    client.ensureQueryData(sessionQueries.tokens()),
    client.ensureQueryData(sessionQueries.current()),
    client.ensureQueryData(sessionQueries.connect()),
  ])

/** Creates, lists and revokes access tokens. */
export default function TokensPage() {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(sessionQueries.tokens())
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const [revoked, setRevoked] = useState<AccessToken>()
  const refresh = () => client.invalidateQueries({ queryKey: sessionQueries.tokens().queryKey })
  return (
    <>
      <PageHeader title="Access tokens" meta={<span>For the CLI, CI and scripts</span>} />
      <SettingsTabs />
      <div className="grid items-start gap-x-8 gap-y-4 xl:grid-cols-[24rem_minmax(0,1fr)] 2xl:grid-cols-[32rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="New token">
            <NewToken most={session.scope} create={createToken} onCreated={refresh} />
          </Card>
          <Card look="section" title="Scopes" className="max-xl:hidden">
            <KeyValue
              items={scopesUpTo(session.scope).map((scope) => ({
                key: scope,
                label: scopeWords[scope].label,
                value: scopeWords[scope].text,
              }))}
            />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Your tokens" padding="none">
            {data.tokens.length === 0 ? (
              <EmptyState Icon={KeyRound} title="No tokens yet">
                Create one here, or run <code>pulumi login</code>.
              </EmptyState>
            ) : (
              <TokenTable label="Your access tokens" tokens={data.tokens} onRevoke={setRevoked} />
            )}
          </Card>
          <Card look="section" title="Use a token in CI">
            <CiVariables connect={connect} />
          </Card>
        </div>
      </div>
      <RevokeDialog
        token={revoked}
        effect={sessionQueries.revocation}
        revoke={revokeToken}
        onRevoked={refresh}
        onClose={() => setRevoked(undefined)}
      />
    </>
  )
}
