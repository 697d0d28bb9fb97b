import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Health, StackFilter, StackPage } from '#contract/stacks.ts'
import { needsAttention } from '#domain/health/stackHealth.ts'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/ui/icon.ts'
import { toneIcons } from '#src/ui/Status.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { number, plural } from '#words/counts.ts'
import { healthLooks, lookOf as lookInRow } from '../HealthStatus.tsx'
import { capital } from '#words/capital.ts'

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
  const shown = useShown(counts, stacks)
  const choices = choicesOf(counts, value)
  if (choices.length < 2 && value === undefined) return null
  return (
    <div role="group" aria-label="Health" className="order-last flex basis-full flex-wrap gap-1.5 text-sm">
      {choices.map(({ health, count }) => {
        const { label, Icon, tone } = (health !== 'attention' && shown.get(health)) || lookOf(health)
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

type Shown = Pick<(typeof healthLooks)[Health], 'label' | 'tone' | 'Icon'>

/**
 * The looks of each health in the rows, where these are not the usual one: words about locks of backends, stacks that the
 * CLI cannot see. As last listed, while other stacks are.
 */
function useShown(counts: Props['counts'], stacks: Props['stacks']): ReadonlyMap<Health, Shown> {
  const [shown, setShown] = useState<ReadonlyMap<Health, Shown>>(new Map())
  const listed = counts.flatMap(({ health, count }) => {
    const of = stacks.filter((stack) => stack.health === health)
    return of.length === count ? [[health, looksIn(health, of)] as const] : []
  })
  const isNew = listed.some(([health, { label }]) => label !== shown.get(health)?.label)
  if (isNew) setShown(new Map([...shown, ...listed]))
  return shown
}

/** The look of all rows, if it is the same; else the usual one with the words of the rows. */
function looksIn(health: Health, stacks: Props['stacks']): Shown {
  const looks = stacks.map(({ elsewhere }) =>
    lookInRow(health, elsewhere?.holder?.word, elsewhere?.isInvisible === true),
  )
  const labels = [...new Set(looks.map(({ label }) => label))]
  const [only = healthLooks[health]] = looks
  if (labels.length <= 1) return only
  return { ...healthLooks[health], label: capital(labels.map((label) => label.toLowerCase()).join(', ')) }
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
