import type { BrowserSession } from '#contract/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ACTIONS, type Column, Table } from '#src/ui/Table.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { deviceName } from '#words/device.ts'

type Props = { sessions: readonly BrowserSession[]; onEnd: (session: BrowserSession) => void }

const columns: readonly Column<BrowserSession, Pick<Props, 'onEnd'>>[] = [
  {
    head: 'Browser',
    className: 'py-1 font-medium wrap-anywhere',
    phone: { order: 1 },
    cell: ({ userAgent, isThis }) => (
      <>
        <span title={userAgent}>{deviceName(userAgent)}</span>
        {isThis && (
          <span className="ml-2">
            <Status tone="ok">this browser</Status>
          </span>
        )}
      </>
    ),
  },
  { head: 'Address', phone: { order: 3 }, cell: ({ address }) => address !== null && <Mono>{address}</Mono> },
  {
    head: 'Signed in',
    phone: { order: 5, isWide: true, label: 'Signed in' },
    cell: ({ begunAt, tokenName }) => (
      <>
        <DatedTime at={begunAt} />
        <span className="text-muted wrap-anywhere sm:block sm:text-xs">
          {' '}
          with {tokenName === null ? 'a sign-in link' : `token “${tokenName}”`}
        </span>
      </>
    ),
  },
  {
    head: 'Last used',
    className: 'whitespace-nowrap',
    phone: { order: 4, align: 'right', label: 'Used' },
    cell: ({ lastUsedAt }) => <DatedTime at={lastUsedAt} look="cell" />,
  },
  {
    head: 'Ends',
    className: 'whitespace-nowrap',
    phone: { order: 6, isWide: true, label: 'Ends' },
    cell: ({ endsAt }) => <DatedTime at={endsAt} />,
  },
  {
    ...ACTIONS,
    phone: { order: 2 },
    cell: (session, { onEnd }) => (
      <Button
        size="sm"
        aria-label={`End the session of ${deviceName(session.userAgent)}${session.isThis ? ', this browser' : ''}`}
        onClick={() => onEnd(session)}
      >
        End…
      </Button>
    ),
  },
]

/** Browser sessions: browser, address, sign-in method, last use and expiry. */
export const SessionTable = ({ sessions, onEnd }: Props) => (
  <Table label="Your sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} context={{ onEnd }} />
)
