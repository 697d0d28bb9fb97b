import { useNavigate } from 'react-router'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { undoRecovery } from '#src/api/recoveries.ts'
import { paths } from '#src/lib/paths.ts'
import { ReasonDialog } from '../confirm/ReasonDialog.tsx'

/** Restores the state from before, or says why that is no longer possible. */
export function UndoButton({ record }: { record: RecoveryRecord }) {
  const navigate = useNavigate()
  const { kind, stack, id, canUndo, undoBlocked, basis, version } = record
  if (!canUndo) return <p className="text-muted">This can’t be undone. {kind !== 'release' && undoBlocked}</p>
  return (
    <ReasonDialog
      stack={stack}
      title="Undo"
      verb="Undo recovery"
      run={(reason) => undoRecovery(stack, id, { reason })}
      onDone={({ id: undone }) => void navigate(paths.recovery(stack, undone), { state: FRESH })}
    >
      <p>
        Restores version {basis.version} as a new version. Version {version} stays in the history.
      </p>
    </ReasonDialog>
  )
}

/** Tells a record's page that it was just carried out: its heading takes the focus. */
export const FRESH = { isFresh: true } as const
