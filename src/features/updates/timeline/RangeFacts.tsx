import { useMemo } from 'react'
import { shortType } from '#domain/state/shortType.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { rangeStats } from '#domain/timeline/range.ts'
import type { Row } from '#domain/timeline/rows.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { type Analysis, isWork } from './analysis.ts'
import type { Span } from './view.ts'
import { instantText, spanText, workWords } from './words.ts'

type Props = {
  analysis: Analysis
  rows: readonly Row[]
  /** Whether rows show what was unchanged, too. */
  unchanged: boolean
  now: number
  span: Span
  isZoomed: boolean
  onSelect: (urn: string) => void
}

/** The steps in the visible range of those shown: how many, the longest, the mean. */
export function RangeFacts(props: Props) {
  const { analysis, rows, unchanged, now, span, isZoomed, onSelect } = props
  const { course } = analysis
  const { from, to } = span
  const among = useMemo(
    () => new Set(rows.flatMap(({ steps }) => steps).filter((index) => unchanged || isWork(course, index))),
    [course, rows, unchanged],
  )
  const { steps, meanMs, longest } = useMemo(
    () => rangeStats(course, among, { from, to }, now),
    [course, among, from, to, now],
  )
  const step = longest === null ? undefined : course.steps[longest.step]
  return (
    <section aria-label="Range" className="border-line px-4 py-3 max-lg:border-t lg:not-first:border-t">
      <h3 className="mb-2 text-sm font-semibold">
        {isZoomed ? `${instantText(from, { from, to })} to ${instantText(to, { from, to })}` : 'Whole run'}
      </h3>
      <KeyValue
        items={[
          {
            label: 'Steps',
            value: workWords(steps, course.to !== null),
          },
          {
            label: 'Longest',
            value:
              longest === null || step === undefined ? undefined : (
                <>
                  {step.end === null ? 'over ' : ''}
                  {spanText(longest.ms, course)}{' '}
                  <button
                    type="button"
                    title={urnName(step.urn)}
                    onClick={() => onSelect(step.urn)}
                    className="line-clamp-2 rounded-sm text-left wrap-anywhere text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
                  >
                    {urnName(step.urn)}
                  </button>{' '}
                  <span className="text-muted">{shortType(urnType(step.urn))}</span>
                </>
              ),
          },
          { label: 'Mean', value: meanMs === null ? undefined : spanText(Math.round(meanMs), course) },
        ]}
      />
    </section>
  )
}
