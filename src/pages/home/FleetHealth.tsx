import type { LockWord } from '#contract/backends.ts'
import type { Dashboard, Health } from '#contract/stacks.ts'
import { isCalm, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { LOCK_HEALTH } from '#domain/health/lockHealth.ts'
import { healthLooks, HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { counted, list, number } from '#words/counts.ts'

type Props = Pick<Dashboard, 'healthCounts'> & {
  /** The words about locks in connected backends that the page uses for single stacks. */
  lockWords: readonly (LockWord | null | undefined)[]
}

/** All stacks by health, as a bar and as a list; each part links to its stacks. */
export function FleetHealth({ healthCounts, lockWords }: Props) {
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
          <li key={health} className="flex flex-wrap items-center justify-between gap-x-3">
            <HealthStatus health={health} lastKind={undefined} />
            <TextLink to={paths.stacks({ health })} aria-label={`${number(count)} ${healthLooks[health].label}`}>
              {number(count)}
            </TextLink>
            <LockWords health={health} lockWords={lockWords} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What stacks of this health are called elsewhere on the page, if locks decide it. */
function LockWords({ health, lockWords }: { health: Health } & Pick<Props, 'lockWords'>) {
  const words = lockWords.flatMap((word) =>
    word && !isCalm(word) && LOCK_HEALTH[word] === health ? LOCK_WORDS[word] : [],
  )
  return words.length > 0 && <span className="basis-full pl-5.5 text-sm text-muted">{list([...new Set(words)])}</span>
}
