import type { AccessToken } from '#contract/session.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ACTIONS, type Column, Table } from '#src/ui/Table.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { TimeOrNever } from '#src/ui/TimeOrNever.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { inTreeOrder, type Placed } from './tokenTree.ts'
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

const columns: readonly Column<Placed, Pick<Props, 'onRevoke'>>[] = [
  {
    head: 'Name',
    className: 'min-w-40 py-1 font-medium wrap-anywhere',
    phone: { order: 1 },
    cell: ({ token, depth }) => (
      <div style={depth > 0 ? { paddingInlineStart: `${Math.min(depth, 4)}rem` } : undefined}>
        {token.madeWith !== null && <span className="text-muted">↳ </span>}
        {token.name}
        {token.madeWith !== null && (
          <span className="block text-xs font-normal text-muted">
            created with “{token.madeWith.name}” of <PersonName login={token.madeWith.login} />
          </span>
        )}
      </div>
    ),
  },
  { head: 'Begins with', phone: { order: 4, align: 'right' }, cell: ({ token }) => <Mono>{token.hint}…</Mono> },
  {
    head: 'Scope',
    phone: { order: 3, label: 'Scope' },
    cell: ({ token }) => <span title={scopeWords[token.scope].text}>{scopeWords[token.scope].label}</span>,
  },
  {
    head: 'Expires',
    className: 'whitespace-nowrap',
    phone: { order: 5, label: 'Expires' },
    cell: ({ token }) => <Expiry at={token.expiresAt} />,
  },
  {
    head: 'Last used',
    className: 'whitespace-nowrap',
    phone: { order: 6, align: 'right', label: 'Used' },
    cell: ({ token: { lastUsedAt } }) => <TimeOrNever at={lastUsedAt} />,
  },
  {
    head: 'Created',
    className: 'whitespace-nowrap',
    phone: { order: 7, isWide: true, label: 'Created' },
    cell: ({ token }) => (
      <>
        <DatedTime at={token.createdAt} />
        <span className="text-muted sm:block sm:text-xs"> {sources[token.source]}</span>
      </>
    ),
  },
  {
    ...ACTIONS,
    phone: { order: 2 },
    cell: ({ token }, { onRevoke }) => (
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
    ),
  },
]

/** Access tokens: scope, expiry and last use. */
export const TokenTable = ({ label, tokens, onRevoke }: Props) => (
  <Table
    label={label}
    columns={columns}
    rows={inTreeOrder(tokens)}
    rowKey={({ token }) => token.id}
    context={{ onRevoke }}
  />
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
