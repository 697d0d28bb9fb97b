import type { AccessToken } from '#contract/session.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { Time } from '#src/ui/Time.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { inTreeOrder } from './tokenTree.ts'
import { scopeWords } from '../words.ts'

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
  <Table label={label}>
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th className="max-sm:hidden">Begins with</Th>
        <Th>Scope</Th>
        <Th className="max-sm:hidden">Expires</Th>
        <Th className="max-sm:hidden">Last used</Th>
        <Th className="max-sm:hidden">Created</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {inTreeOrder(tokens).map(({ token, depth }) => (
        <Tr key={token.id}>
          <Td
            className="min-w-28 py-1 font-medium wrap-anywhere sm:min-w-40"
            style={depth > 0 ? { paddingInlineStart: `${0.75 + Math.min(depth, 4)}rem` } : undefined}
          >
            {token.madeWith !== null && <span className="text-muted">↳ </span>}
            {token.name}
            {token.madeWith !== null && (
              <span className="block text-xs font-normal text-muted">
                created with “{token.madeWith.name}” of <PersonName login={token.madeWith.login} />
              </span>
            )}
            <span className="block text-xs font-normal text-muted sm:hidden">
              <LastUse at={token.lastUsedAt} />
              {token.expiresAt !== null && (
                <>
                  , expires <Time at={token.expiresAt} />
                </>
              )}
            </span>
          </Td>
          <Td className="max-sm:hidden">
            <Mono>{token.hint}…</Mono>
          </Td>
          <Td>
            <span title={scopeWords[token.scope].text}>{scopeWords[token.scope].label.toLowerCase()}</span>
          </Td>
          <Td className="whitespace-nowrap max-sm:hidden">
            <Expiry at={token.expiresAt} />
          </Td>
          <Td className="whitespace-nowrap max-sm:hidden">
            {token.lastUsedAt === null ? <span className="text-muted">never</span> : <Time at={token.lastUsedAt} />}
          </Td>
          <Td className="whitespace-nowrap max-sm:hidden">
            <Time at={token.createdAt} /> <span className="text-muted">{sources[token.source]}</span>
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

/** Shown if there is no room for a column. */
const LastUse = ({ at }: { at: number | null }) =>
  at === null ? (
    'not used yet'
  ) : (
    <>
      used <Time at={at} />
    </>
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
        <Time at={at} />
      </Status>
    )
  return <Time at={at} />
}
