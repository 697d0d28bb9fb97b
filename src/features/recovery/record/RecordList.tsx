import type { RecoveryRecord } from '#contract/recoveries.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { UndoButton } from './UndoButton.tsx'
import { personName } from '#words/personName.ts'
import { recordTitle } from '../words.ts'

/** The recoveries of the stack, newest first; the last one can be undone from here. */
export function RecordList({ records }: { records: readonly RecoveryRecord[] }) {
  const names = useNamesByLogin()
  return (
    <ul aria-label="Recoveries carried out" className="flex flex-col divide-y divide-line">
      {records.map((record) => (
        <li key={record.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <TextLink to={paths.recovery(record.stack, record.id)} className="font-medium">
                {recordTitle(record)}
              </TextLink>
            </p>
            <p className="text-sm wrap-anywhere text-muted">
              {personName(record.by, names)}, <Time at={record.at} />: {record.reason}
            </p>
          </div>
          {record.status === 'undone' ? (
            <Status tone="attention">Undone</Status>
          ) : (
            record.canUndo && <UndoButton record={record} />
          )}
        </li>
      ))}
    </ul>
  )
}
