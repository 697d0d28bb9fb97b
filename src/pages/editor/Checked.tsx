import type { StateCheck } from '#src/features/editor/stateCheck.ts'
import { Status } from '#src/ui/Status.tsx'
import { counted, number } from '#words/counts.ts'

/** The result of verifying a text; undefined while there is none. */
export function Checked({ check }: { check: StateCheck | undefined }) {
  if (!check) return <Status tone="running">Being verified</Status>
  if (!check.ok) {
    const place = check.line === undefined ? '' : ` Line ${number(check.line)}, column ${check.column ?? 1}.`
    return (
      <Status tone="danger" className="whitespace-normal! wrap-anywhere">
        {`${check.message}.${place}`.replace('..', '.')}
      </Status>
    )
  }
  const { entries, pending, integrityErrors } = check
  return (
    <Status tone={integrityErrors.length === 0 ? 'ok' : 'danger'} className="whitespace-normal! wrap-anywhere">
      {integrityErrors.length === 0
        ? `Valid structure: ${counted(entries, 'resource')}, ${counted(pending, 'pending operation')}`
        : `${counted(integrityErrors.length, 'error')}, first: ${integrityErrors[0]}`}
    </Status>
  )
}
