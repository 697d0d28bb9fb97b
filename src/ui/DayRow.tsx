import { localDate } from '#words/time.ts'
import { Day } from './Time.tsx'

/** The head of a day in a table of events. */
export const DayRow = ({ at, columns }: { at: number; columns: number }) => (
  <tr className="max-sm:!block max-sm:!py-0">
    <th
      scope="rowgroup"
      colSpan={columns}
      className="border-b border-line bg-sunken px-3 py-1.5 text-left text-xs font-semibold text-muted max-sm:block"
    >
      <Day at={at} />
    </th>
  </tr>
)

/** Whether an event is on another local day than the one before it. */
export const isNewDay = (at: number, before: number | undefined): boolean =>
  before === undefined || localDate(at) !== localDate(before)
