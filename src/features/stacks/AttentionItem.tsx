import type { StackSummary } from '#contract/stacks.ts'
import { counted } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown, Time } from '#src/ui/Time.tsx'
import { HealthStatus } from './HealthStatus.tsx'
import { stackName, updateWords } from './names.ts'

/** Since when it has been like this: the start of the update that runs, the end of the lease, or of the last update. */
const troubledSince = ({ lease, lastUpdate }: StackSummary): number | undefined =>
  (lease?.verdict === 'orphaned' ? lease.expiresAt : lease?.since) ?? lastUpdate?.endedAt ?? lastUpdate?.createdAt

/** A stack that needs somebody: what is wrong in a sentence, since when, and the way out. */
export function AttentionItem({ stack }: { stack: StackSummary }) {
  const { ref, health, healthReason, pendingCount, lease, lastUpdate } = stack
  const since = troubledSince(stack)
  return (
    <article aria-label={stackName(ref)} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-60 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <TextLink to={paths.stack(ref)} className="font-semibold wrap-anywhere">
            {stackName(ref)}
          </TextLink>
          <HealthStatus health={health} />
        </div>
        <p className="wrap-anywhere">{healthReason}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {since !== undefined && <Time at={since} />}
          {lastUpdate && (
            <span>
              {updateWords(lastUpdate)}, by {lastUpdate.by.login}
            </span>
          )}
          {pendingCount > 0 && <span>{counted(pendingCount, 'pending operation')}</span>}
          {lease && lease.verdict !== 'orphaned' && (
            <span>
              lease expires in <Countdown until={lease.expiresAt} />
            </span>
          )}
        </p>
      </div>
      <LinkButton to={paths.recover(ref)} look="primary" aria-label={`Recover ${stackName(ref)}`}>
        Recover
      </LinkButton>
    </article>
  )
}
