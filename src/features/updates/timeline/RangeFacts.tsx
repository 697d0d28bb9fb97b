import { useMemo } from 'react'
import { shortType } from '#domain/state/shortType.ts'
import { isDefaultProvider, urnName, urnType } from '#domain/state/urn.ts'
import { rangeStats } from '#domain/timeline/range.ts'
import type { Row } from '#domain/timeline/rows.ts'
import { stepsAt } from '#domain/timeline/course.ts'
import { workCounts } from '#domain/timeline/work.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { TextButton } from '#src/ui/TextButton.tsx'
import { counted, number } from '#words/counts.ts'
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
  const { steps, meanMs, longest, defaultProviders } = useMemo(
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
            value: (
              <>
                {workWords(steps, course.to !== null)}
                {defaultProviders > 0 && (
                  <span className="block text-sm text-muted">
                    {counted(defaultProviders, 'default provider')} not counted
                  </span>
                )}
              </>
            ),
          },
          {
            label: 'Longest',
            value:
              longest === null || step === undefined ? undefined : (
                <>
                  {step.end === null ? 'over ' : ''}
                  {spanText(longest.ms, course)} <ResourceButton urn={step.urn} onSelect={onSelect} />{' '}
                  <span className="text-muted">{shortType(urnType(step.urn))}</span>
                </>
              ),
          },
          { label: 'Mean', value: meanMs === null ? undefined : spanText(Math.round(meanMs), course) },
        ]}
      />
      {!isZoomed && <PathSteps analysis={analysis} onSelect={onSelect} />}
    </section>
  )
}

const ResourceButton = ({ urn, onSelect }: { urn: string; onSelect: (urn: string) => void }) => (
  <TextButton title={urnName(urn)} onClick={() => onSelect(urn)} className="line-clamp-2 text-left wrap-anywhere">
    {urnName(urn)}
  </TextButton>
)

/** Most steps of the critical path that are listed: the longest. */
const MAX_STEPS = 10

/**
 * The steps that the run waited for, one after the other: to shorten it, shorten these. With those that are only
 * counted, as many as `WhereTimeWent` says.
 */
function PathSteps({ analysis: { course, path }, onSelect }: Pick<Props, 'analysis' | 'onSelect'>) {
  const isCounted = (index: number) => isWork(course, index) && !isDefaultProvider(course.steps[index]?.urn ?? '')
  const parts = path.parts.flatMap((part) => (part.kind === 'step' && isCounted(part.step) ? [part] : []))
  const shown = parts
    .filter(({ from, to }) => to - from > course.precisionMs)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MAX_STEPS)
    .toSorted((a, b) => a.from - b.from)
  if (shown.length < 2) return null
  const rest = parts.length - shown.length
  const { unchanged } = workCounts(stepsAt(course, path.steps))
  return (
    <section aria-label="Critical path" className="mt-4">
      <h4 className="mb-1 text-sm font-semibold">Critical path</h4>
      <ol>
        {shown.map(({ step, from, to }) => {
          const { urn = '' } = course.steps[step] ?? {}
          return (
            <li key={step} className="flex items-baseline justify-between gap-3 py-0.5">
              <ResourceButton urn={urn} onSelect={onSelect} />
              <span className="shrink-0 tabular-nums">{spanText(to - from, course)}</span>
            </li>
          )
        })}
      </ol>
      {rest > 0 && <p className="text-sm text-muted">and {counted(rest, 'shorter step')}</p>}
      {unchanged > 0 && <p className="text-sm text-muted">and {number(unchanged)} unchanged</p>}
    </section>
  )
}
