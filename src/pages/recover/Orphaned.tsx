import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { InterruptedRun } from '#src/features/recovery/pending/InterruptedRun.tsx'
import { SettleButton } from '#src/features/recovery/record/SettleButton.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { allOf } from './allOf.ts'

type Props = { stack: StackRef; interrupted: NonNullable<Diagnosis['interrupted']>; pending: Diagnosis['pending'] }

/** The server closed it (GR-02): there is nothing left to cancel; what remains is what is pending. */
export function Orphaned({ stack, interrupted, pending }: Props) {
  const { update } = interrupted
  return (
    <section aria-labelledby="orphaned" className="flex flex-col gap-4">
      <h2 id="orphaned" className="text-xl font-semibold">
        {runTitle(update)} was cut off, and nobody holds the lease any more
      </h2>
      <p className="max-w-prose">
        The server closed <TextLink to={runPath(stack, update)}>{runTitle(update).toLowerCase()}</TextLink> because its
        client had stopped renewing the lease. There is nothing left to cancel: its client cannot write any more, and
        the state from before is kept.{' '}
        {pending.length > 0
          ? 'Do not run up straight away: it would create again what may exist already. Judge what is pending first.'
          : 'Nothing is pending.'}
      </p>
      <Card title="How far it had come" level={3}>
        <InterruptedRun interrupted={interrupted} />
      </Card>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <LinkButton to={paths.recover(stack)}>Back</LinkButton>
        {pending.length > 0 ? (
          <LinkButton look="primary" to={paths.recovery(stack, allOf(pending))}>
            Judge what is pending
          </LinkButton>
        ) : (
          <SettleButton stack={stack} update={update} pending={0} />
        )}
      </div>
    </section>
  )
}
