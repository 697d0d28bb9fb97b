import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { StackFilter, StackPage } from '#contract/stacks.ts'
import { needsAttention } from '#domain/health/stackHealth.ts'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/ui/icon.ts'
import { toneIcons } from '#src/ui/Status.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { number, plural } from '#words/counts.ts'
import { healthLooks, INVISIBLE } from '../HealthStatus.tsx'

type Choice = StackFilter['health']
type Props = {
  counts: StackPage['healthCounts']
  /** Those that are listed. */
  stacks: StackPage['stacks']
  value: Choice
  onChange: (health: Choice) => void
}

/** The name of a health to choose. */
export const healthName = (health: NonNullable<Choice>): string => lookOf(health).label

/** How many stacks there are of each health, worst first; a click shows only those, another one all again. */
export function HealthChips({ counts, stacks, value, onChange }: Props) {
  const areInvisible = useInvisible(counts, stacks)
  const choices = choicesOf(counts, value)
  if (choices.length < 2 && value === undefined) return null
  return (
    <div role="group" aria-label="Health" className="order-last flex basis-full flex-wrap gap-1.5 text-sm">
      {choices.map(({ health, count }) => {
        const { label, Icon, tone } = health === 'broken' && areInvisible ? INVISIBLE : lookOf(health)
        const isChosen = health === value
        return (
          <button
            key={health}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? undefined : health)}
            className={cx(
              'touch-target inline-flex h-7 items-center gap-1.5 rounded-md border px-2',
              isChosen
                ? 'border-accent-line bg-accent-subtle text-accent'
                : 'border-line bg-surface text-ink hover:border-accent-line hover:bg-accent-subtle',
            )}
          >
            <Icon className={cx('size-3.5 shrink-0', toneClasses[tone].text)} aria-hidden />
            {label}
            <span className={cx('tabular-nums', !isChosen && 'text-muted')}>
              {number(count)}
              <VisuallyHidden> {plural(count, 'stack', 'stacks')}</VisuallyHidden>
            </span>
            {isChosen && <X className="size-3.5 shrink-0" aria-hidden />}
          </button>
        )
      })}
    </div>
  )
}

const ATTENTION = {
  label: 'Needs attention',
  Icon: toneIcons.attention,
  tone: 'attention',
} as const satisfies { label: string; Icon: Icon; tone: string }

const lookOf = (health: NonNullable<Choice>) => (health === 'attention' ? ATTENTION : healthLooks[health])

/** Whether of all invalid states only the CLI cannot see them, as their rows say; as last listed, while others are. */
function useInvisible(counts: Props['counts'], stacks: Props['stacks']): boolean {
  const [areInvisible, setInvisible] = useState(false)
  const broken = stacks.filter(({ health }) => health === 'broken')
  const are =
    broken.length === counts.find(({ health }) => health === 'broken')?.count &&
    broken.every(({ elsewhere }) => elsewhere?.isInvisible)
  if (broken.length > 0 && are !== areInvisible) setInvisible(are)
  return areInvisible
}

/** Those that there are, first all that need attention; and the chosen one, which no stack may have any more. */
function choicesOf(counts: Props['counts'], value: Choice) {
  const troubles = counts.filter(({ health }) => needsAttention(health))
  const attention = troubles.reduce((sum, { count }) => sum + count, 0)
  const choices: { health: NonNullable<Choice>; count: number }[] = [...counts]
  // Of one kind of trouble, this would be the same number twice.
  if (troubles.length > 1 || value === 'attention') choices.unshift({ health: 'attention', count: attention })
  if (value !== undefined && !choices.some(({ health }) => health === value))
    choices.unshift({ health: value, count: 0 })
  return choices
}
