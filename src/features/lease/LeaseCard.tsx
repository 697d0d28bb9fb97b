import type { Lease } from '#contract/leases.ts'
import type { QueuePlace } from '#contract/locks.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { runName } from '#domain/runName.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { FigureHead } from '#src/ui/FigureHead.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
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
import { LeaseRun } from './LeaseRun.tsx'
import { operationWords } from './words.ts'

type Props = {
  lease: Lease
  /**
   * `none` on the recovery pages, which are the way out themselves; the stack’s page has it above the card if the client
   * is gone, or a step waits for approval.
   */
  actions?: 'links' | 'none'
  queue?: readonly QueuePlace[] | undefined
  /** What it had in flight is on the page already. */
  isListed?: boolean
}

/** Who holds the lease of a stack, since when, with which signs of life, and the actions. */
export const LeaseCard = ({ lease, actions = 'links', queue = [], isListed = false }: Props) =>
  lease.verdict === 'orphaned' ? (
    <LeaseThatEnded lease={lease} queue={queue} isListed={isListed} />
  ) : (
    <HeldLease lease={lease} actions={actions} queue={queue} />
  )

function HeldLease({
  lease,
  actions,
  queue,
}: Required<Pick<Props, 'lease' | 'actions'>> & { queue: readonly QueuePlace[] }) {
  const { verdict, expiresAt } = lease
  // The card beside it that is about the decision has the same badge.
  const isSaid = actions === 'none' && verdict === 'awaitingApproval'
  const { text, subtle } = toneClasses[useLeaseLook(lease).tone]
  return (
    <Card title="Lease" {...(!isSaid && { actions: <VerdictStatus lease={lease} look="badge" /> })} padding="none">
      <FigureHead
        // Of a step that waits, the time until it is refused matters, which is said where it is decided.
        figure={verdict !== 'awaitingApproval' && <LeaseClock lease={lease} />}
        title={<Holding lease={lease} />}
        action={
          actions === 'links' &&
          (verdict === 'alive' || verdict === 'notProgressing') && (
            <LinkButton to={paths.recover(lease.stack)}>Release lease…</LinkButton>
          )
        }
        className={verdict !== 'alive' && subtle}
      >
        <p className={cx('font-medium wrap-anywhere', verdict === 'alive' ? 'text-ink' : text)}>{lease.reason}</p>
        <p className="text-sm text-muted">
          Expires in <Countdown until={expiresAt} /> unless renewed. The CLI renews every 2.5 to 3 minutes.
        </p>
        {verdict === 'alive' && lease.refused.length > 0 && (
          <p className="text-sm text-muted">
            To run something else, wait until {runName(lease)} ends, or cancel it where it runs.
          </p>
        )}
      </FigureHead>
      <div className="@container border-t border-line p-4">
        {/* In two columns where the card is wide enough. */}
        <div className="grid gap-x-8 gap-y-4 @2xl:grid-cols-2">
          <Facts lease={lease} />
          <div className="flex min-w-0 flex-col gap-4">
            <InFlight lease={lease} />
            <BlockedAttempts refused={lease.refused} />
            <WaitingList queue={queue} />
          </div>
        </div>
      </div>
    </Card>
  )
}

/** Nothing of it runs any more: a note beside what to do, which the page has above. */
function LeaseThatEnded({ lease, queue, isListed }: { lease: Lease; queue: readonly QueuePlace[]; isListed: boolean }) {
  return (
    <Card title="Lease">
      <div className="@container">
        <div className="grid gap-x-8 gap-y-4 @2xl:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <div className="flex flex-col gap-1">
              <p className="text-ink">
                <Holding lease={lease} />
              </p>
              <p className="font-medium wrap-anywhere text-danger">{lease.reason}</p>
              <p className="text-sm text-muted">
                The server ended the update <Time at={lease.expiresAt} />.
              </p>
            </div>
            {!isListed && <InFlight lease={lease} />}
            <BlockedAttempts refused={lease.refused} />
            <WaitingList queue={queue} />
          </div>
          <Facts lease={lease} />
        </div>
      </div>
    </Card>
  )
}

function InFlight({ lease: { verdict, inFlight } }: { lease: Lease }) {
  const isOver = verdict === 'orphaned'
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        {isOver ? 'In flight when it ended' : 'In flight'}
        {inFlight.length > 0 && <span className="font-normal text-muted"> · {operationWords(inFlight)}</span>}
      </h3>
      <OperationsInFlight operations={inFlight} isOver={isOver} />
    </section>
  )
}

function Facts({ lease }: { lease: Lease }) {
  const { verdict, client, signs } = lease
  const isOver = verdict === 'orphaned'
  return (
    <KeyValue
      items={[
        { label: 'Update', value: <RunLink lease={lease} /> },
        { label: isOver ? 'Held from' : 'Since', value: <DatedTime at={lease.since} /> },
        { label: 'Client', value: clientWords(client) },
        { label: 'Host', value: <ClientPlace client={client} /> },
        { label: isOver ? 'While held' : 'Last activity', value: <SignsOfLife signs={signs} /> },
      ]}
    />
  )
}

/** Who holds it, in the words of the stack's head while the client responds. */
function Holding({ lease }: { lease: Lease }) {
  const { verdict, holder, client } = lease
  const name = <HolderName actor={holder} ci={client.ci} agent={client.agent} />
  if (verdict === 'orphaned') return <>No one holds the lease. It was last held by {name}</>
  if (isProbablyGone(verdict)) return <>Held by {name}</>
  return (
    <>
      {name} is running {runName(lease)}
    </>
  )
}

function RunLink({ lease }: { lease: Lease }) {
  const { message } = lease
  return (
    <span className="line-clamp-3" title={message}>
      <LeaseRun lease={lease} />
      {message !== '' && <span className="text-muted"> {message}</span>}
    </span>
  )
}
