import { useQuery } from '@tanstack/react-query'
import Hand from 'lucide-react/icons/hand'
import type { Lease } from '#contract/leases.ts'
import { allowedText, type WaitingRun, waitingRuns, wantedText } from '#domain/approvals/waitingRuns.ts'
import { fullName } from '#domain/stackName.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { runTitle } from '#src/features/lease/words.ts'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { runPath } from '#src/features/updates/words.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Elapsed } from '#src/ui/Time.tsx'
import { counted } from '#words/counts.ts'

/** When the first step of the run is refused. */
const deadlineOf = ({ decideBy, since }: Lease): number => decideBy ?? since

/** `leases`: those of the runs that wait. */
type Props = { leases: readonly Lease[]; hideOrg: boolean }

/** The runs whose steps wait for approval, each in a line with the way to its decision; the one that is refused first at the top. */
export function WaitingApprovals({ leases, hideOrg }: Props) {
  const { data } = useQuery(approvalQueries.waiting())
  const runs = waitingRuns(data?.approvals ?? [])
  const lines = leases
    .map((lease) => ({ lease, run: runs.find(({ updateId }) => updateId === lease.updateId) }))
    .toSorted((a, b) => deadlineOf(a.lease) - deadlineOf(b.lease))
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0)
  const first = lines.find(({ run }) => run?.mayDecide)
  return (
    <Card
      title="Waiting for approval"
      padding="none"
      className="border-waiting-line"
      actions={steps > 0 && <span className="text-muted">{counted(steps, 'step')}</span>}
    >
      <ul className="divide-y divide-line" aria-label="Runs that wait for approval">
        {lines.map(({ lease, run }) => (
          <li key={lease.updateId}>
            <Waiting lease={lease} run={run} hideOrg={hideOrg} isFirst={lease === first?.lease} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `isFirst`: a list has one primary action. */
type LineProps = { lease: Lease; run: WaitingRun | undefined; hideOrg: boolean; isFirst: boolean }

/** `Update 12 of shop/prod wants to delete orders-db · waiting for 4m · refused automatically in 26m`. */
function Waiting({ lease, run, hideOrg, isFirst }: LineProps) {
  const { stack, updateId, version, holder, client } = lease
  const page = runPath(stack, { id: updateId, version, dryRun: false })
  const to = `${page}#approval`
  return (
    <article
      aria-label={fullName(stack)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-waiting-subtle px-4 py-3"
    >
      <Hand className="size-5 shrink-0 text-signal max-sm:hidden" aria-hidden />
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <p className="wrap-anywhere">
          <TextLink to={page}>{runTitle(lease)}</TextLink> of <StackName stack={stack} hideOrg={hideOrg} />{' '}
          {run === undefined ? (
            'waits for approval'
          ) : (
            <>
              wants to <strong className="font-semibold">{wantedText(run.steps)}</strong>
            </>
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm text-muted">
          {run === undefined ? <span>{lease.reason}</span> : <Wait run={run} />}
          <HolderName actor={{ ...holder, tokenName: null }} ci={client.ci} agent={client.agent} />
        </p>
      </div>
      <LinkButton
        to={to}
        look={isFirst ? 'primary' : 'quiet'}
        aria-label={`${run?.mayDecide ? 'Allow or refuse' : 'View'} ${fullName(stack)}`}
      >
        {run?.mayDecide ? 'Allow or refuse' : 'View'}
      </LinkButton>
    </article>
  )
}

function Wait({ run }: { run: WaitingRun }) {
  const allowed = allowedText(run)
  return (
    <>
      <span>
        waiting for <Elapsed since={run.since} />
      </span>
      <RefusedIn until={run.until} />
      {allowed !== undefined && <span>{allowed}</span>}
    </>
  )
}
