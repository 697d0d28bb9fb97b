import type { Lease } from '#contract/leases.ts'
import type { RunProgress } from '#contract/runs.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { VerdictStatus } from '#src/features/lease/VerdictStatus.tsx'
import { runTitle } from '#src/features/lease/words.ts'
import { stackName } from '#src/features/stacks/names.ts'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Elapsed } from '#src/ui/Time.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { counted, number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

/** More than these are on the page of leases. */
const MOST = 6

type Props = { leases: readonly Lease[]; progress: readonly RunProgress[]; hideOrg: boolean }

/** What runs, how far it has come and how long it usually takes. */
export const RunningNow = ({ leases, progress, hideOrg }: Props) => (
  <Card
    title="Running now"
    padding="none"
    actions={<TextLink to={paths.leases()}>{counted(leases.length, 'lease')}</TextLink>}
  >
    <ul className="divide-y divide-line">
      {leases.slice(0, MOST).map((lease) => (
        <li key={lease.updateId}>
          <Run
            lease={lease}
            progress={progress.find(({ updateId }) => updateId === lease.updateId)}
            hideOrg={hideOrg}
          />
        </li>
      ))}
    </ul>
    {leases.length > MOST && (
      <p className="border-t border-line px-4 py-2 text-sm">
        <TextLink to={paths.leases()}>{number(leases.length - MOST)} more</TextLink>
      </p>
    )}
  </Card>
)

type RunProps = { lease: Lease; progress: RunProgress | undefined; hideOrg: boolean }

function Run({ lease, progress, hideOrg }: RunProps) {
  const { stack, version, holder, client, message, inFlight } = lease
  const [first] = inFlight
  return (
    <article aria-label={stackName(stack)} className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <StackName stack={stack} hideOrg={hideOrg} />
          {version === null ? (
            runTitle(lease)
          ) : (
            <TextLink to={paths.update(stack, version)} className="text-sm">
              {runTitle(lease)}
            </TextLink>
          )}
        </span>
        <VerdictStatus lease={lease} />
      </div>
      {message !== '' && <p className="line-clamp-1 wrap-anywhere text-muted">{message}</p>}
      <Progress lease={lease} progress={progress} />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <HolderName actor={holder} isBot={client.ci !== null} />
        {first && (
          <span className="wrap-anywhere">
            {first.type} {first.name}
            {inFlight.length > 1 && ` and ${number(inFlight.length - 1)} more`}
          </span>
        )}
      </p>
    </article>
  )
}

/** Full only when it has ended: what is usual is a guess. */
const MOST_SHARE = 0.96

function Progress({ lease: { since }, progress }: { lease: Lease; progress: RunProgress | undefined }) {
  const { done = 0, expected = null, usualMs = null } = progress ?? {}
  const share = useServerTime((now) => {
    const bySteps = expected === null ? null : done / expected
    const byTime = usualMs === null || usualMs === 0 ? null : (now - since) / usualMs
    return Math.round(Math.min(MOST_SHARE, bySteps ?? byTime ?? 0) * 1000) / 10
  })
  return (
    <div className="flex items-center gap-3 text-sm">
      <div aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-running transition-[width]" style={{ width: `${share}%` }} />
      </div>
      <span className="whitespace-nowrap text-muted">
        {expected === null
          ? done > 0 && `${counted(done, 'step')} · `
          : `${number(done)} of about ${number(expected)} · `}
        <Elapsed since={since} className="text-ink" />
        {usualMs !== null && ` · usually ${durationText(Math.max(1000, Math.round(usualMs / 1000) * 1000))}`}
      </span>
    </div>
  )
}
