import type { StackPage } from '#contract/stacks.ts'
import { cx } from '#src/lib/cx.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { healthLooks } from '../HealthStatus.tsx'

/** The shares of each health in a group, as colours beside the words that say them. */
export const HealthBar = ({ healthCounts }: Pick<StackPage['groups'][number], 'healthCounts'>) => (
  <span aria-hidden className="flex h-1.5 w-24 gap-px overflow-hidden rounded-full">
    {healthCounts.map(({ health, count }) => (
      <span
        key={health}
        className={cx('min-w-1', toneClasses[healthLooks[health].tone].fill)}
        style={{ flexGrow: count, flexBasis: 0 }}
      />
    ))}
  </span>
)
