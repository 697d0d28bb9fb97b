import type { HeldSpan } from '#contract/leases.ts'
import { LOCK_TONES, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { verdictWord } from '#src/ui/verdictLooks.ts'
import { runTones } from '#src/features/stacks/runs/runs.ts'
import { cx } from '#src/lib/cx.ts'
import { type Tone, toneClasses } from '#src/ui/tone.ts'
import { list } from '#words/counts.ts'
import type { Lane } from './lanes.ts'
import { verdictTone } from './verdictTone.ts'

/** What the bar of a run means. */
const spanWords = {
  'not started': 'held',
  running: 'held',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'interrupted',
} as const satisfies Record<HeldSpan['status'], string>

const TONES = ['running', 'waiting', 'attention', 'disconnected', 'unknown', 'danger', 'ok'] as const satisfies Tone[]

/** What the bars of lanes mean, by colour. */
export function barWords(lanes: readonly Lane[]): { tone: Tone; words: string }[] {
  const words = new Map<Tone, Set<string>>(TONES.map((tone) => [tone, new Set()]))
  for (const { held, foreign, spans } of lanes) {
    if (held) {
      const { verdict } = held
      words.get(verdictTone(verdict))?.add(verdict === 'alive' ? 'held' : verdictWord(verdict))
    }
    if (foreign) words.get(LOCK_TONES[foreign.word])?.add(LOCK_WORDS[foreign.word])
    for (const { status } of spans) words.get(runTones[status])?.add(spanWords[status])
  }
  return [...words].flatMap(([tone, set]) => (set.size > 0 ? [{ tone, words: list([...set]) }] : []))
}

/** Marks that are no bars, as they are drawn. */
const MARKS: readonly { look: string; words: string; isIn: (lane: Lane) => boolean }[] = [
  {
    look: 'rounded-full border-2 border-signal bg-surface',
    words: 'blocked',
    isIn: ({ refusals }) => refusals.length > 0,
  },
  {
    look: 'h-0! border-t-2 border-dotted border-signal',
    words: 'waiting in the queue',
    isIn: ({ waiting }) => waiting.length > 0,
  },
  {
    look: 'rounded-sm border-2 border-dashed border-attention',
    words: 'locked',
    isIn: ({ lock, pastLocks }) => lock !== undefined || pastLocks.length > 0,
  },
  {
    look: 'rounded-sm border-2 border-dashed border-ink',
    words: 'a lock file in a connected backend',
    isIn: ({ foreign }) => foreign !== undefined,
  },
]

/** The signs that are used in the lanes. */
export function Legend({ lanes }: { lanes: readonly Lane[] }) {
  const bars = barWords(lanes)
  const marks = MARKS.filter(({ isIn }) => lanes.some(isIn))
  if (bars.length + marks.length === 0) return null
  return (
    <ul
      aria-label="Legend"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted"
    >
      {bars.map(({ tone, words }) => (
        <Sign key={tone} look={cx('rounded-sm', toneClasses[tone].fill)} words={words} />
      ))}
      {marks.map(({ look, words }) => (
        <Sign key={words} look={look} words={words} />
      ))}
    </ul>
  )
}

const Sign = ({ look, words }: { look: string; words: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden className={cx('size-2.5 forced-color-adjust-none', look)} />
    {words}
  </li>
)
