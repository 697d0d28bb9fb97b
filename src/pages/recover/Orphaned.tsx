import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { InterruptedRun } from '#src/features/recovery/pending/InterruptedRun.tsx'
import { ResolveButton } from '#src/features/recovery/record/ResolveButton.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { allOf } from '#domain/recoveries/pageOf.ts'

type Props = { stack: StackRef; interrupted: NonNullable<Diagnosis['interrupted']>; pending: Diagnosis['pending'] }

/** The server closed the update (GR-02): nothing is left to cancel; pending operations remain. */
export function Orphaned({ stack, interrupted, pending }: Props) {
  const { update } = interrupted
  return (
    <section aria-labelledby="orphaned" className="flex flex-col gap-4">
      <h2 id="orphaned" className="text-xl font-semibold">
        {runTitle(update)} was interrupted, and its lease has expired
      </h2>
      <p className="max-w-prose">
        The server closed <TextLink to={runPath(stack, update)}>{runTitle(update).toLowerCase()}</TextLink> because its
        CLI did not renew the lease in time. There is nothing left to cancel: it can no longer write, and the previous
        version is kept.{' '}
        {pending.length > 0
          ? 'Don’t run pulumi up yet: it could create duplicates. Resolve the pending operations first.'
          : 'Nothing is pending.'}
      </p>
      <Card title="How far it got" level={3}>
        <InterruptedRun interrupted={interrupted} />
      </Card>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <LinkButton to={paths.recover(stack)}>Back</LinkButton>
        {pending.length > 0 ? (
          <LinkButton look="primary" to={paths.recovery(stack, allOf(pending))}>
            Resolve pending operations
          </LinkButton>
        ) : (
          <ResolveButton stack={stack} update={update} pending={0} />
        )}
      </div>
    </section>
  )
}
