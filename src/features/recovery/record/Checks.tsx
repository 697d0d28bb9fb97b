import CircleDot from 'lucide-react/icons/circle-dot'
import CircleHelp from 'lucide-react/icons/circle-help'
import CircleX from 'lucide-react/icons/circle-x'
import Check from 'lucide-react/icons/check'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { cx } from '#src/lib/cx.ts'

const LOOKS = {
  passed: { Icon: Check, tone: 'text-ok', label: '' },
  failed: { Icon: CircleX, tone: 'text-danger', label: 'Failed: ' },
  left: { Icon: CircleDot, tone: 'text-attention', label: '' },
  unknown: { Icon: CircleHelp, tone: 'text-muted', label: 'Not checked: ' },
}
const lookOf = (ok: boolean | null) => LOOKS[ok === null ? 'unknown' : ok ? 'passed' : 'failed']

/** What was checked, and the result of each; `isQuiet`: something else is more important than what passed. */
export const Checks = ({ items, isQuiet = false }: { items: RecoveryRecord['proof']; isQuiet?: boolean }) => (
  <ul className={cx('flex flex-col gap-1', isQuiet && 'text-sm text-muted')}>
    {items.map(({ what, ok, isLeft = false }) => {
      const { Icon, tone: loud, label } = isLeft ? LOOKS.left : lookOf(ok)
      const tone = isQuiet && ok === true ? 'text-muted' : loud
      return (
        <li key={what} className="flex items-start gap-2">
          <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {label !== '' && <span className={`font-medium ${tone}`}>{label}</span>}
            {what}
          </span>
        </li>
      )
    })}
  </ul>
)
