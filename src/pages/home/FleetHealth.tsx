import type { Dashboard } from '#contract/stacks.ts'
import { healthLooks, HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { counted, number } from '#words/counts.ts'

/** All stacks by health, as a bar and as a list; each part links to its stacks. */
export function FleetHealth({ healthCounts }: Pick<Dashboard, 'healthCounts'>) {
  const all = healthCounts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card
      look="section"
      title="Stacks by health"
      actions={<TextLink to={paths.stacks()}>{counted(all, 'stack')}</TextLink>}
    >
      <div aria-hidden className="mb-3 flex h-2.5 gap-px overflow-hidden rounded-full">
        {healthCounts.map(({ health, count }) => (
          <span
            key={health}
            title={`${healthLooks[health].label}: ${number(count)}`}
            className={cx('min-w-1.5', toneClasses[healthLooks[health].tone].fill)}
            style={{ flexGrow: count, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="flex flex-col gap-1">
        {healthCounts.map(({ health, count }) => (
          <li key={health} className="flex items-center justify-between gap-3">
            <HealthStatus health={health} />
            <TextLink to={paths.stacks({ health })} aria-label={`${number(count)} ${healthLooks[health].label}`}>
              {number(count)}
            </TextLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
