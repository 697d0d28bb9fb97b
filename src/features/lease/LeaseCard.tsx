import type { Lease } from '#contract/leases.ts'
import type { QueuePlace } from '#contract/locks.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { number } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown, DatedTime, Time } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { ClientPlace } from './ClientPlace.tsx'
import { clientWords } from './clientFacts.ts'
import { HolderName } from './HolderName.tsx'
import { LeaseClock } from './LeaseClock.tsx'
import { OperationsInFlight } from './OperationsInFlight.tsx'
import { BlockedAttempts } from './BlockedAttempts.tsx'
import { SignsOfLife } from './SignsOfLife.tsx'
import { WaitingList } from './WaitingList.tsx'
import { useLeaseLook, VerdictStatus } from './VerdictStatus.tsx'
import { runTitle } from './words.ts'

type Props = {
  lease: Lease
  /** `none` on the recovery pages, which are the way out themselves. */
  actions?: 'links' | 'none'
  queue?: readonly QueuePlace[] | undefined
}

/** Who holds the lease of a stack, since when, with which signs of life, and the actions. */
export function LeaseCard({ lease, actions = 'links', queue = [] }: Props) {
  const { verdict, holder, client, signs, inFlight, refused, expiresAt, stack } = lease
  const isOver = verdict === 'orphaned'
  const command = clientWords(client)
  const { text, subtle } = toneClasses[useLeaseLook(lease).tone]
  return (
    <Card title="Lease" actions={<VerdictStatus lease={lease} look="badge" />} padding="none">
      <div className={cx('flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3', verdict !== 'alive' && subtle)}>
        <LeaseClock lease={lease} />
        <div className="flex min-w-60 flex-1 flex-col gap-1">
          <p className="text-lg text-ink">
            {isOver ? 'Was held by' : 'Held by'} <HolderName actor={holder} ci={client.ci} agent={client.agent} />
          </p>
          <p className={cx('font-medium wrap-anywhere', verdict === 'alive' ? 'text-ink' : text)}>{lease.reason}</p>
          <p className="text-sm text-muted">
            {isOver ? (
              <>
                The server ended it <Time at={expiresAt} />.
              </>
            ) : (
              <>
                Expires in <Countdown until={expiresAt} /> unless renewed. The CLI renews every 2.5 to 3 minutes.
              </>
            )}
          </p>
        </div>
        {actions === 'links' && (
          <LinkButton
            to={isProbablyGone(verdict) ? paths.recovery(stack, 'release-lease') : paths.recover(stack)}
            look={isOver ? 'primary' : 'quiet'}
          >
            {isOver ? 'Recover' : 'Release lease…'}
          </LinkButton>
        )}
      </div>
      <div className="grid gap-x-8 gap-y-4 border-t border-line p-4 md:grid-cols-2">
        <KeyValue
          items={[
            { label: 'Update', value: <RunLink lease={lease} /> },
            { label: 'Since', value: <DatedTime at={lease.since} /> },
            { label: 'Command', value: command },
            { label: 'Host', value: <ClientPlace client={client} /> },
            { label: 'Last activity', value: <SignsOfLife signs={signs} /> },
          ]}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <section>
            <h3 className="mb-1 font-semibold">
              {isOver ? 'In flight when it ended' : 'In flight'}
              {inFlight.length > 0 && <span className="font-normal text-muted"> · {number(inFlight.length)}</span>}
            </h3>
            <OperationsInFlight operations={inFlight} isOver={isOver} />
          </section>
          <BlockedAttempts refused={refused} />
          <WaitingList queue={queue} />
        </div>
      </div>
    </Card>
  )
}

function RunLink({ lease }: { lease: Lease }) {
  const { stack, version, message } = lease
  return (
    <span>
      {version === null ? runTitle(lease) : <TextLink to={paths.update(stack, version)}>{runTitle(lease)}</TextLink>}
      {message !== '' && <span className="text-muted"> {message}</span>}
    </span>
  )
}
