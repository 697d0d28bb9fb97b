import type { ReactNode } from 'react'
import LockOpen from 'lucide-react/icons/lock-open'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { HolderName } from './HolderName.tsx'
import { runTitle } from './words.ts'

const endings = {
  'not started': 'was created',
  running: 'started',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
  expired: 'was interrupted',
} as const satisfies Record<UpdateBrief['status'], string>

type Props = {
  stack: StackRef
  lastUpdate: UpdateBrief | null
  /** The actions for a free stack. */
  actions?: ReactNode
}

/** A stack whose lease is free. */
export const FreeLeaseCard = ({ stack, lastUpdate, actions }: Props) => (
  <Card title="Lease" {...(actions !== undefined && { actions })}>
    <div className="flex items-start gap-3">
      <LockOpen className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-ink">No one holds the lease.</p>
        {lastUpdate ? (
          <p className="text-muted">
            {lastUpdate.version === null ? (
              runTitle(lastUpdate)
            ) : (
              <TextLink to={paths.update(stack, lastUpdate.version)}>{runTitle(lastUpdate)}</TextLink>
            )}{' '}
            by <HolderName actor={lastUpdate.by} ci={lastUpdate.ci} agent={lastUpdate.agent} />{' '}
            {endings[lastUpdate.status]} <Time at={lastUpdate.endedAt ?? lastUpdate.createdAt} />.
          </p>
        ) : (
          <p className="text-muted">This stack has not been updated yet.</p>
        )}
      </div>
    </div>
  </Card>
)
