import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import type { AccessToken } from '#contract/session.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { Time } from '#src/ui/Time.tsx'
import { NewToken } from './NewToken.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

export const loader = (client: QueryClient) => () => client.ensureQueryData(sessionQueries.tokens())

const sources = {
  console: 'this page',
  'cli-login': 'pulumi login',
  terminal: 'the server’s terminal',
  environment: 'the server’s settings',
} as const satisfies Record<AccessToken['source'], string>

/** Access tokens: make, see when they were last used, revoke. */
export default function TokensPage() {
  const { data } = useSuspenseQuery(sessionQueries.tokens())
  const [revoked, setRevoked] = useState<AccessToken>()
  return (
    <>
      <PageHeader title="Access tokens" meta={<span>They speak for you: to the CLI, in CI, to scripts.</span>} />
      <NewToken />
      <Card title="Your tokens" padding="none">
        {data.tokens.length === 0 ? (
          <EmptyState Icon={KeyRound} title="No tokens yet">
            One is made here, or by <code>pulumi login</code>.
          </EmptyState>
        ) : (
          <TokenTable tokens={data.tokens} onRevoke={setRevoked} />
        )}
      </Card>
      <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />
    </>
  )
}

const TokenTable = ({
  tokens,
  onRevoke,
}: {
  tokens: readonly AccessToken[]
  onRevoke: (token: AccessToken) => void
}) => (
  <Table label="Your access tokens">
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th>Begins with</Th>
        <Th>Made by</Th>
        <Th>Made</Th>
        <Th>Last used</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {tokens.map((token) => (
        <Tr key={token.id}>
          <Td className="min-w-40 font-medium wrap-anywhere">{token.name}</Td>
          <Td>
            <Mono>{token.hint}…</Mono>
          </Td>
          <Td className="whitespace-nowrap">{sources[token.source]}</Td>
          <Td className="whitespace-nowrap">
            <Time at={token.createdAt} />
          </Td>
          <Td className="whitespace-nowrap">
            {token.lastUsedAt === null ? <span className="text-muted">never</span> : <Time at={token.lastUsedAt} />}
          </Td>
          <Td align="right">
            <Button
              size="sm"
              aria-label={`Revoke ${token.name}`}
              blocked={
                token.source === 'environment'
                  ? 'It is set by HOLDFAST_ACCESS_TOKEN: take it out of the server’s settings.'
                  : undefined
              }
              onClick={() => onRevoke(token)}
            >
              Revoke…
            </Button>
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
