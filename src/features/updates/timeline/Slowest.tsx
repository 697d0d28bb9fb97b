import type { Course } from '#domain/timeline/course.ts'
import { slowestSteps, slowestTypes } from '#domain/timeline/slowest.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { Card } from '#src/ui/Card.tsx'
import { CutName } from '#src/ui/CutName.tsx'
import { counted, number } from '#words/counts.ts'
import { useMemo } from 'react'
import { spanText } from './words.ts'

const MAX = 8

type Props = {
  course: Course
  now: number
  onSelect: (urn: string) => void
  spansBefore: ReadonlyMap<string, number> | undefined
}

/** The slowest resources, and the types with the most time in total, which may be longer than the run: steps are side by side. */
export function Slowest({ course, now, onSelect, spansBefore }: Props) {
  const steps = useMemo(() => slowestSteps(course, now, MAX).filter(({ ms }) => ms > 0), [course, now])
  const types = useMemo(() => slowestTypes(course, now, MAX).filter(({ totalMs }) => totalMs > 0), [course, now])
  if (steps.length === 0) return null
  const mostStep = Math.max(1, ...steps.map(({ ms }) => ms))
  const mostType = Math.max(1, ...types.map(({ totalMs }) => totalMs))
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <Card look="section" title="Slowest resources">
        <ol>
          {steps.map(({ urn, op, ms, isOpen }, index) => {
            const before = spansBefore?.get(urn)
            return (
              <Line key={index} share={ms / mostStep}>
                <button
                  type="button"
                  onClick={() => onSelect(urn)}
                  className="flex min-w-0 flex-1 gap-1 rounded-sm text-left hover:underline max-sm:basis-auto"
                  title={urn}
                >
                  <CutName name={urnName(urn)} />{' '}
                  <span className="min-w-0 shrink-[999] truncate text-muted">
                    {shortType(urnType(urn))} · {op}
                  </span>
                </button>
                <span className="ml-auto shrink-0 whitespace-nowrap">
                  {isOpen ? 'over ' : ''}
                  {spanText(ms, course)}
                  {before !== undefined && <span className="text-muted"> · before {spanText(before, course)}</span>}
                </span>
              </Line>
            )
          })}
        </ol>
      </Card>
      <Card look="section" title="Time by type, added up">
        <ol>
          {types.map(({ type, count, unchanged, totalMs, longestMs, isOpen, isLongestOpen }) => (
            <Line key={type} share={totalMs / mostType}>
              <span className="min-w-0 flex-1 truncate max-sm:basis-auto" title={type}>
                {shortType(type)} <span className="text-muted">{stepCount(count, unchanged)}</span>
              </span>
              <span className="ml-auto shrink-0 whitespace-nowrap">
                {isOpen ? 'over ' : ''}
                {spanText(totalMs, course)}
                {spanText(totalMs, course) !== spanText(longestMs, course) && (
                  <span className="text-muted">
                    {' '}
                    · longest {isLongestOpen ? 'over ' : ''}
                    {spanText(longestMs, course)}
                  </span>
                )}
              </span>
            </Line>
          ))}
        </ol>
      </Card>
    </div>
  )
}

/** The number of steps, and of those that found nothing to do: `6 steps, 5 unchanged`. */
const stepCount = (count: number, unchanged: number): string =>
  unchanged === 0 ? counted(count, 'step') : `${counted(count, 'step')}, ${number(unchanged)} unchanged`

const Line = ({ share, children }: { share: number; children: React.ReactNode }) => (
  <li className="relative border-b border-line last:border-b-0">
    <span
      aria-hidden
      className="absolute inset-y-0.5 left-0 rounded-r-sm bg-running-subtle forced-colors:bg-[Highlight] forced-colors:opacity-30"
      style={{ width: `${share * 100}%` }}
    />
    {/* A phone has two lines for what does not fit into one. */}
    <div className="relative flex items-center gap-x-3 px-2 py-1.5 text-sm max-sm:flex-wrap">{children}</div>
  </li>
)
