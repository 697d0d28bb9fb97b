import { cx } from '#src/lib/cx.ts'

/** Characters at the end of a long name that stay. */
const TAIL = 9
const LONG = 24
/** Parts of a name that is written from right to left would change places. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/

/** A name on one line. Without room a long one is cut before its end, which tells apart names that begin alike. */
export function CutName({ name, className }: { name: string; className?: string }) {
  const characters = name.length > LONG && !RIGHT_TO_LEFT.test(name) ? Array.from(name) : []
  if (characters.length <= LONG) return <span className={cx('min-w-0 truncate', className)}>{name}</span>
  return (
    <span className={cx('flex min-w-0', className)}>
      <span className="min-w-0 truncate">{characters.slice(0, -TAIL).join('')}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(-TAIL).join('')}</span>
    </span>
  )
}
