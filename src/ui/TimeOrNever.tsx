import { DatedTime } from './Time.tsx'

/** A time in a cell; `null` is never. */
export const TimeOrNever = ({ at }: { at: number | null }) =>
  at === null ? <span className="text-muted">never</span> : <DatedTime at={at} look="cell" />
