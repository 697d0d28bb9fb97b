import type { BrowserSession } from '#contract/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { deviceName } from '#words/device.ts'

type Props = { sessions: readonly BrowserSession[]; onEnd: (session: BrowserSession) => void }

/** Browser sessions: browser, address, sign-in method, last use and expiry. */
export const SessionTable = ({ sessions, onEnd }: Props) => (
  <Table label="Your sessions" narrow="cards">
    <THead>
      <Tr>
        <Th>Browser</Th>
        <Th>Address</Th>
        <Th>Signed in</Th>
        <Th>Last used</Th>
        <Th>Ends</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {sessions.map((session) => (
        <Tr key={session.id}>
          <Td className="py-1 font-medium wrap-anywhere max-sm:order-1">
            <span title={session.userAgent}>{deviceName(session.userAgent)}</span>
            {session.isThis && (
              <span className="ml-2">
                <Status tone="ok">this browser</Status>
              </span>
            )}
          </Td>
          <Td className="max-sm:order-3">{session.address !== null && <Mono>{session.address}</Mono>}</Td>
          <Td className="max-sm:order-5 max-sm:col-span-2">
            <InCard>Signed in</InCard>
            <DatedTime at={session.begunAt} />
            <span className="text-muted wrap-anywhere sm:block sm:text-xs">
              {' '}
              with {session.tokenName === null ? 'a sign-in link' : `token “${session.tokenName}”`}
            </span>
          </Td>
          <Td className="whitespace-nowrap max-sm:order-4 max-sm:text-right">
            <InCard>Used</InCard>
            <DatedTime at={session.lastUsedAt} look="cell" />
          </Td>
          <Td className="whitespace-nowrap max-sm:order-6 max-sm:col-span-2">
            <InCard>Ends</InCard>
            <DatedTime at={session.endsAt} />
          </Td>
          <Td align="right" className="max-sm:order-2">
            <Button
              size="sm"
              aria-label={`End the session of ${deviceName(session.userAgent)}${session.isThis ? ', this browser' : ''}`}
              onClick={() => onEnd(session)}
            >
              End…
            </Button>
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
