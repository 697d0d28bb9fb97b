import { isApproval } from '#domain/timeline/approvalWaits.ts'
import type { Course, Step } from '#domain/timeline/course.ts'
import { stepMs } from '#domain/timeline/slowest.ts'
import { workCounts } from '#domain/timeline/work.ts'
import type { Wait } from '#domain/timeline/waits.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { counted, list, number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { outcomeWords } from '../operations.ts'
import { concurrency, latestOf } from './analysis.ts'
import type { Span } from './view.ts'

/** A duration as exact as the record: no milliseconds for what is known to some seconds. */
export function spanText(ms: number, { precisionMs }: Pick<Course, 'precisionMs'>): string {
  if (precisionMs >= 1000)
    return ms < precisionMs ? `under ${durationText(precisionMs)}` : durationText(rounded(ms, 1000))
  if (ms < 1000) return ms === 0 ? `under ${durationText(Math.max(1, precisionMs))}` : durationText(ms)
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)}s` : durationText(rounded(ms, 1000))
}

const rounded = (ms: number, to: number): number => Math.round(ms / to) * to

/** An instant of the axis: `0`, `1.5s`, `2m 30s`. */
export const tickText = (ms: number): string =>
  ms === 0 ? '0' : ms < 10_000 && ms % 1000 !== 0 ? `${ms / 1000}s` : durationText(ms)

/** An instant between the marks of the axis, as exact as the visible range allows: `12.4s`, `2m 31s`. */
export const instantText = (ms: number, { from, to }: Span): string =>
  to - from < 60_000 && ms < 600_000
    ? `${(ms / 1000).toFixed(to - from < 6000 ? 2 : 1)}s`
    : durationText(rounded(ms, 1000))

/** What a step waited for before it started, in a sentence without its full stop. */
export function waitWords(wait: Wait | undefined, { steps, parallel, saves }: Course): string {
  switch (wait?.why) {
    case undefined:
      return 'unknown: its start is not recorded'
    case 'start':
      return 'nothing: it started first'
    case 'dependency': {
      const step = steps[wait.on]
      if (step !== undefined && isApproval(step)) return 'approval'
      const urn = step?.urn ?? ''
      return `${urnName(urn)}, ${dependencyWords(urn)}`
    }
    case 'limit':
      return `room: ${parallel === null ? 'as many as allowed' : `${number(parallel)} at once`} were under way`
    case 'program':
      return saves === null ? 'the program' : 'the program, or a checkpoint write'
  }
}

/** Why a step waited for a resource: its provider has to start first, with its configuration. */
export const dependencyWords = (urn: string): string =>
  urnType(urn).startsWith('pulumi:providers:') ? 'its provider, which had to start' : 'which it depends on'

/** What a step did, and its duration: `created in 2.3s`, `creating for 12s`. */
export function stepWords(step: Step, course: Course, now: number): string {
  if (isApproval(step)) return approvalWords(step, course, now)
  const isInterrupted = step.outcome === 'open' && course.to !== null
  const state = isInterrupted ? 'unknown' : step.outcome === 'open' ? 'running' : step.outcome
  const words = outcomeWords({ op: step.op, state }, { isPreview: false, isRefresh: false })
  const ms = stepMs(step, isInterrupted ? undefined : now)
  if (ms === undefined) return words
  return `${words} ${state === 'running' ? 'for' : state === 'failed' ? 'after' : 'in'} ${spanText(ms, course)}`
}

/** How long a step waited for a person: `waited 2m 10s for approval`. */
function approvalWords(step: Step, course: Course, now: number): string {
  const { outcome } = step
  const time = spanText(stepMs(step, course.to ?? now) ?? 0, course)
  if (outcome === 'open') return `waiting for approval for ${time}`
  return `waited ${time} for approval${outcome === 'failed' ? ', which was not given' : ''}`
}

/** The precision of the times, and their source. */
export function precisionWords({ source, precisionMs }: Course): string {
  switch (source) {
    case 'journal':
      return `Times as received from the journal; accurate to ${durationText(precisionMs)}.`
    case 'events':
      return `Times as received with engine events, which the CLI sends in batches; accurate to ${durationText(precisionMs)}. Dependencies are not in them.`
    case 'trace':
      return 'From a trace: a bar is a call to a provider, to the millisecond. The time of the engine and the program between calls has no resource.'
    case 'log':
      return 'From an event log, which counts whole seconds. Dependencies are not in it, so waits are derived from parent and provider only.'
  }
}

/** What came of steps, by their number: `3 changes, 1 failed and 25 unchanged`. `isOver`: the run is. */
export function workWords(steps: Iterable<Step>, isOver: boolean): string {
  const { change, open, failed, read, unchanged } = workCounts(steps)
  const parts = [
    change > 0 || open + failed + read + unchanged === 0 ? counted(change, 'change') : '',
    open > 0 ? `${number(open)} ${isOver ? 'with an unknown outcome' : 'in progress'}` : '',
    failed > 0 ? `${number(failed)} failed` : '',
    read > 0 ? `${number(read)} read` : '',
    unchanged > 0 ? `${number(unchanged)} unchanged` : '',
  ]
  return list(parts.filter((part) => part !== ''))
}

/** What came of the steps of a run, how many were in progress at once, and how many might have been. */
export function stepsWords(course: Course): string {
  const { steps, to, parallel } = course
  // Of a running one, until its latest step has started: time alone adds none.
  const [most = 0] = concurrency(course, to ?? latestOf(course) + 1, 1)
  const limit = parallel === null ? '' : ` (limit ${number(parallel)})`
  return `${workWords(steps, to !== null)}${most === 0 ? '' : `; at most ${number(most)} at once${limit}`}`
}
