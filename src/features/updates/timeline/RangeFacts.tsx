import { useMemo } from 'react'
import { urnName } from '#domain/state/urn.ts'
import { rangeStats } from '#domain/timeline/range.ts'
import type { Row } from '#domain/timeline/rows.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { counted, number } from '#words/counts.ts'
import type { Analysis } from './analysis.ts'
import type { Span } from './view.ts'
import { instantText, spanText } from './words.ts'

type Props = {
  analysis: Analysis
  rows: readonly Row[]
  now: number
  span: Span
  isZoomed: boolean
  onSelect: (urn: string) => void
}

/** The steps in the visible range of those shown: how many, the longest, the mean. */
export function RangeFacts({ analysis: { course }, rows, now, span: { from, to }, isZoomed, onSelect }: Props) {
  const { count, failed, meanMs, longest } = useMemo(
    () => rangeStats(course, new Set(rows.flatMap(({ steps }) => steps)), { from, to }, now),
    [course, rows, from, to, now],
  )
  const step = longest === null ? undefined : course.steps[longest.step]
  return (
    <section aria-label="Range" className="border-line px-4 py-3 max-lg:border-t lg:not-last:border-b">
      <h3 className="mb-2 text-sm font-semibold">
        {isZoomed ? `${instantText(from, { from, to })} to ${instantText(to, { from, to })}` : 'Whole run'}
      </h3>
      <KeyValue
        items={[
          {
            label: 'Steps',
            value: failed === 0 ? number(count) : `${number(count)}, ${counted(failed, 'failed step')}`,
          },
          {
            label: 'Longest',
            value:
              longest === null || step === undefined ? undefined : (
                <>
                  {spanText(longest.ms, course)}{' '}
                  <button
                    type="button"
                    title={urnName(step.urn)}
                    onClick={() => onSelect(step.urn)}
                    className="line-clamp-2 rounded-sm text-left wrap-anywhere text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
                  >
                    {urnName(step.urn)}
                  </button>
                </>
              ),
          },
          { label: 'Mean', value: meanMs === null ? undefined : spanText(Math.round(meanMs), course) },
        ]}
      />
    </section>
  )
}
