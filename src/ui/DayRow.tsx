import { Link } from 'react-router'
import { localDate } from '#words/time.ts'
import { Day } from './Time.tsx'

type Props = {
  at: number
  columns: number
  /** Where only this day is listed. */
  to: string
}

/** The head of a day in a table of events. */
export const DayRow = ({ at, columns, to }: Props) => (
  <tr className="max-sm:!block max-sm:!py-0">
    <th
      scope="rowgroup"
      colSpan={columns}
      className="border-b border-line bg-sunken px-3 text-left text-xs font-semibold text-muted max-sm:block"
    >
      <Link
        to={to}
        title="Only this day"
        className="inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline"
      >
        <Day at={at} />
      </Link>
    </th>
  </tr>
)

/** Whether an event is on another local day than the one before it. */
export const isNewDay = (at: number, before: number | undefined): boolean =>
  before === undefined || localDate(at) !== localDate(before)
