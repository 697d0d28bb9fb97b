import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { resolveOrphanedUpdate } from '#src/api/leases.ts'
import { paths } from '#src/lib/paths.ts'
import { ReasonDialog } from '../confirm/ReasonDialog.tsx'
import { FRESH } from './UndoButton.tsx'

type Props = { stack: StackRef; update: Pick<UpdateBrief, 'id' | 'version'>; pending: number }

/** Acknowledges an interrupted update, so that it is no longer listed under *Needs attention*. */
export function ResolveButton({ stack, update, pending }: Props) {
  const navigate = useNavigate()
  return (
    <ReasonDialog
      stack={stack}
      look="primary"
      title="Mark as resolved…"
      verb="Mark as resolved"
      blocked={pending > 0 ? 'Operations are still pending. Resolve them first.' : undefined}
      run={(reason) => resolveOrphanedUpdate(stack, { updateId: update.id, reason })}
      onDone={({ id }) => void navigate(paths.recovery(stack, id), { state: FRESH })}
    >
      <p>
        Confirms that you have checked the interrupted update{update.version === null ? '' : ` ${update.version}`} and
        nothing is left to do. The state does not change.
      </p>
    </ReasonDialog>
  )
}
