import { capital } from '#words/capital.ts'
import type { ReactNode } from 'react'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { StackRef } from '#contract/common.ts'
import type { Difference, Option } from '#contract/recoveries.ts'
import type { z } from 'zod'
import { counted } from '#words/counts.ts'
import { useLevelWords } from '../byFile/useLevelWords.ts'

type Props = { stack: StackRef; option: Option; isSuggested: boolean }

/** What to know before choosing an option: risk, what it removes, where it leads, what input it needs. */
export function OptionSummary({ stack, option, isSuggested }: Props) {
  const { risk, level, needsStatement, removes, urnsChanged, differences, stopAndAsk } = option
  const end = useLevelWords(stack)(level)
  const places = differences.filter(({ isPlace }) => isPlace)
  const effects = [
    removes.length > 0 && `removes ${counted(removes.length, 'resource')} from the state`,
    urnsChanged.length > 0 && `changes ${counted(urnsChanged.length, 'URN')}`,
  ].filter((each) => each !== false)
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {isSuggested && (
        <span className="inline-flex items-center gap-1.5 font-medium text-ok">
          <CircleCheck className="size-4 shrink-0" aria-hidden />
          Recommended
        </span>
      )}
      <span>{risk}</span>
      {places.map((place) => (
        <Warning key={place.key} tone="text-danger">
          Another {place.key}: <span className="font-mono">{brief(place, 'is')}</span> instead of{' '}
          <span className="font-mono">{brief(place, 'was')}</span>
        </Warning>
      ))}
      {stopAndAsk !== null && <Warning tone="text-attention">Check first: {stopAndAsk}</Warning>}
      <span>
        {effects.length > 0 && <>{capital(effects.join(', '))}. </>}
        {end.label}: {end.words}
        {end.label === 'To confirm' && needsStatement && level < 3 ? ', with a short note on what you checked' : ''}.
      </span>
    </span>
  )
}

const Warning = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <span className={`inline-flex items-start gap-1.5 font-medium wrap-anywhere ${tone}`}>
    <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span className="min-w-0">{children}</span>
  </span>
)

/** A location is usually a word or two; anything longer is shown in full in the table of differences. */
function brief(difference: z.infer<typeof Difference>, side: 'was' | 'is'): string {
  const value = difference[side]
  if (value === undefined || value === null) return 'not set'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
