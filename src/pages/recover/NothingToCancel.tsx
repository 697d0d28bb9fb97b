import { useNamesByLogin } from '#src/lib/personName.ts'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { howItEnded } from '#domain/recoveries/lease/nothingToCancel.ts'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted, plural } from '#words/counts.ts'
import { allOf } from '#domain/recoveries/pageOf.ts'

/** Nothing is running (GR-03): when and how the last update ended, and whether it left anything to decide. */
export function NothingToCancel({ stack, diagnosis }: { stack: StackRef; diagnosis: Diagnosis }) {
  const { lastUpdate, pending } = diagnosis
  const names = useNamesByLogin()
  return (
    <section aria-labelledby="nothing-to-cancel" className="flex flex-col gap-4">
      <h2 id="nothing-to-cancel" className="text-xl font-semibold">
        Nothing is running, so there is nothing to cancel
      </h2>
      <Card title="How the last update ended" level={3}>
        {lastUpdate ? (
          <div className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <TextLink to={runPath(stack, lastUpdate)}>{runTitle(lastUpdate)}</TextLink>
              <UpdateStatus status={lastUpdate.status} />
              {lastUpdate.endedAt !== null && <Time at={lastUpdate.endedAt} className="text-muted" />}
            </p>
            <p>{howItEnded(lastUpdate, names)}</p>
            {lastUpdate.message !== '' && <p className="text-muted">{lastUpdate.message}</p>}
          </div>
        ) : (
          <p>This stack has never been updated.</p>
        )}
      </Card>
      <p className="max-w-prose">
        {pending.length === 0
          ? 'No operation is pending. Nothing is left to do.'
          : `${counted(pending.length, 'operation')} ${plural(pending.length, 'has', 'have')} an unknown outcome. Resolve ${plural(pending.length, 'it', 'them')} before the next pulumi up.`}
      </p>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <LinkButton to={paths.stack(stack)}>Go to stack</LinkButton>
        {pending.length > 0 && (
          <LinkButton look="primary" to={paths.recovery(stack, allOf(pending))}>
            Resolve pending operations
          </LinkButton>
        )}
      </div>
    </section>
  )
}
