import { useMemo } from 'react'
import { type Course, stepsAt } from '#domain/timeline/course.ts'
import { workCounts } from '#domain/timeline/work.ts'
import { timeSoFar } from '#domain/timeline/timeSoFar.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { counted, number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { cx } from '#src/lib/cx.ts'
import type { Analysis } from './analysis.ts'
import { spanText, stepsWords, workWords } from './words.ts'

type Share = { name: string; why: string; ms: number; fill: string }

/** Minimum to be shown. */
const WORTH_MS = 1000
const WORTH_SHARE = 0.1

type Props = { analysis: Analysis; now: number; before: { course: Course; title: string } | undefined }

/** How the duration is made up along the critical path, and how to shorten it. */
export function WhereTimeWent({ analysis: { course, path, journal }, now, before }: Props) {
  const total = Math.max(1, (course.to ?? now) - course.from)
  const isOver = course.to !== null
  const words = useMemo(() => stepsWords(course), [course])
  const shares = isOver ? path.shares : timeSoFar(course, now)
  const all: Share[] = [
    { name: 'Start-up', why: 'before the first step', ms: shares.startup, fill: 'bg-unknown-line' },
    {
      name: 'Steps',
      why: isOver
        ? `on the critical path: ${workWords(stepsAt(course, path.steps), true)}`
        : 'with at least one step in progress',
      ms: shares.steps,
      fill: 'bg-running',
    },
    { name: 'Approval', why: 'waiting for a person', ms: shares.approval, fill: 'bg-signal' },
    { name: 'Room', why: 'the limit of parallel steps was reached', ms: shares.limit, fill: 'bg-attention' },
    {
      name: 'Program',
      why: isOver ? 'waiting for the program' : 'without a step in progress',
      ms: shares.program,
      fill: 'bg-accent',
    },
    { name: 'End', why: 'after the last step', ms: shares.finish, fill: 'bg-control' },
  ]
  const parts = all.filter(({ ms }) => ms > 0)
  const share = (ms: number) => shareText(ms / total)
  const difference =
    before && before.course.to !== null && course.to !== null
      ? total - (before.course.to - before.course.from)
      : undefined
  const { saves } = course
  const isSavingSlow = saves !== null && saves.ms >= WORTH_MS && saves.ms >= total * WORTH_SHARE
  const isSlow = journal.aloneMs >= WORTH_MS && journal.aloneMs >= total * WORTH_SHARE
  return (
    <Card look="section" isFirst title={course.to === null ? 'Where the time went so far' : 'Where the time went'}>
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <span>
            <strong className="font-semibold">{spanText(total, course)}</strong>: {words}
          </span>
          {difference !== undefined && before && (
            <span className="text-muted">
              {Math.abs(difference) < 1000
                ? `as long as ${before.title.toLowerCase()}`
                : `${durationText(Math.abs(Math.round(difference / 1000) * 1000))} ${difference > 0 ? 'longer' : 'shorter'} than ${before.title.toLowerCase()}`}
            </span>
          )}
        </p>
        <Shares parts={parts} total={total} course={course} />
        {saves !== null && (
          <p>
            <span className="font-medium">Checkpoint writes</span>: {counted(saves.count, 'write')}, at least{' '}
            {durationText(saves.ms)} <span className="text-muted">· {share(saves.ms)}</span>
            <span className="block text-sm text-muted">
              one after the other, in the steps and between them: without a journal, the start and the end of each step
              wait until the whole state is saved
            </span>
          </p>
        )}
        {isSavingSlow && (
          <Notice
            tone="attention"
            announce="none"
            title={`At least ${durationText(saves.ms)} of ${spanText(total, course)} went into writing checkpoints`}
          >
            <div className="flex flex-col gap-2">
              <p>
                This run sent the whole state at the start and the end of each step, because it kept no journal. CLI
                3.225 and later keep one, unless this variable is set in their environment:
              </p>
              <CodeLine code="unset PULUMI_DISABLE_JOURNALING" label="Copy the setting" />
            </div>
          </Notice>
        )}
        {isSlow && (
          <Notice
            tone="attention"
            announce="none"
            title={`Up to ${spanText(journal.aloneMs, course)} of ${spanText(total, course)} went into filling journal batches`}
          >
            <div className="flex flex-col gap-2">
              <p>
                The CLI collects what it reports for {durationText(course.journalPeriodMs ?? 0)} before it sends it.{' '}
                {number(journal.batches)} times it did so while no step was with a provider. This setting, in the
                environment of the CLI, removes the wait:
              </p>
              <CodeLine code="export PULUMI_JOURNALING_BATCH_PERIOD=1" label="Copy the setting" />
            </div>
          </Notice>
        )}
      </div>
    </Card>
  )
}

/** A share in percent, never rounded to none or to all of it. */
function shareText(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 0) return 'under 1%'
  return percent === 100 && share < 1 ? 'over 99%' : `${percent}%`
}

type SharesProps = { parts: readonly Share[]; total: number; course: Course }

/** What took all of the time, in a sentence. */
function allWords({ name, why }: Share, { steps, to }: Course): string {
  if (name !== 'Steps') return `All of the time was spent ${why}.`
  if (to === null) return 'At least one step was in progress all the time.'
  const { open } = workCounts(steps)
  return `Steps were in progress all the time${open === 0 ? '' : `; ${number(open)} of them never reported an end`}.`
}

/** A bar of the shares, and what each of them is. A single one is a sentence: a bar of one colour says nothing. */
function Shares({ parts, total, course }: SharesProps) {
  const [only, ...others] = parts
  if (only === undefined) return null
  if (others.length === 0) {
    return <p className="text-muted">{allWords(only, course)}</p>
  }
  return (
    <>
      <div aria-hidden className="flex h-3 overflow-hidden rounded-full bg-line forced-color-adjust-none">
        {parts.map(({ name, ms, fill }) => (
          <span key={name} className={cx('min-w-[2px]', fill)} style={{ flexGrow: ms, flexBasis: 0 }} />
        ))}
      </div>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {parts.map(({ name, why, ms, fill }) => (
          <div key={name} className="flex flex-col">
            <dt className="flex items-center gap-1.5 font-medium">
              <span aria-hidden className={cx('size-2.5 shrink-0 rounded-sm forced-color-adjust-none', fill)} />
              {name}
            </dt>
            <dd>
              {spanText(ms, course)} <span className="text-muted">· {shareText(ms / total)}</span>
              <span className="block text-sm text-muted">{why}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
