import type { AccessToken } from '#contract/session.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { inTreeOrder } from './tokenTree.ts'
import { scopeWords } from '#src/features/access/accessWords.ts'

const sources = {
  console: 'in console',
  'cli-login': 'by pulumi login',
  api: 'by the API',
  terminal: 'in the server’s terminal',
  environment: 'by the server’s settings',
} as const satisfies Record<AccessToken['source'], string>

const PersonName = ({ login }: { login: string }) => <span title={login}>{usePersonName(login)}</span>

type Props = { label: string; tokens: readonly AccessToken[]; onRevoke: (token: AccessToken) => void }

/** Access tokens: scope, expiry and last use. */
export const TokenTable = ({ label, tokens, onRevoke }: Props) => (
  <Table label={label} narrow="cards">
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th>Begins with</Th>
        <Th>Scope</Th>
        <Th>Expires</Th>
        <Th>Last used</Th>
        <Th>Created</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {inTreeOrder(tokens).map(({ token, depth }) => (
        <Tr key={token.id}>
          <Td
            className="min-w-40 py-1 font-medium wrap-anywhere max-sm:order-1"
            style={depth > 0 ? { paddingInlineStart: `${0.75 + Math.min(depth, 4)}rem` } : undefined}
          >
            {token.madeWith !== null && <span className="text-muted">↳ </span>}
            {token.name}
            {token.madeWith !== null && (
              <span className="block text-xs font-normal text-muted">
                created with “{token.madeWith.name}” of <PersonName login={token.madeWith.login} />
              </span>
            )}
          </Td>
          <Td className="max-sm:order-4 max-sm:text-right">
            <Mono>{token.hint}…</Mono>
          </Td>
          <Td className="max-sm:order-3">
            <InCard>Scope</InCard>
            <span title={scopeWords[token.scope].text}>{scopeWords[token.scope].label.toLowerCase()}</span>
          </Td>
          <Td className="whitespace-nowrap max-sm:order-5">
            <InCard>Expires</InCard>
            <Expiry at={token.expiresAt} />
          </Td>
          <Td className="whitespace-nowrap max-sm:order-6 max-sm:text-right">
            <InCard>Used</InCard>
            {token.lastUsedAt === null ? (
              <span className="text-muted">never</span>
            ) : (
              <DatedTime at={token.lastUsedAt} look="cell" />
            )}
          </Td>
          <Td className="whitespace-nowrap max-sm:order-7 max-sm:col-span-2">
            <InCard>Created</InCard>
            <DatedTime at={token.createdAt} />
            <span className="text-muted sm:block sm:text-xs"> {sources[token.source]}</span>
          </Td>
          <Td align="right" className="max-sm:order-2">
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

const SOON_MS = 7 * 24 * 3600 * 1000

function Expiry({ at }: { at: number | null }) {
  const state = useServerTime((now) =>
    at === null ? 'never' : now >= at ? 'over' : at - now < SOON_MS ? 'soon' : 'later',
  )
  if (at === null) return <span className="text-muted">never</span>
  if (state === 'over') return <Status tone="danger">expired</Status>
  if (state === 'soon')
    return (
      <Status tone="attention">
        <DatedTime at={at} look="cell" />
      </Status>
    )
  return <DatedTime at={at} look="cell" />
}
