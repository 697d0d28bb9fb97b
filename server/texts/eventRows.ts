import { z } from 'zod'
import { isLogLine } from '#domain/events/engineEvents.ts'
import { causeOf, type Failure, failureOf } from '#domain/events/failure.ts'
import { DomainError } from '../errors.ts'
import { fitted, jsonOf } from './json.ts'

const Event = z.looseObject({
  sequence: z.number().int(),
  summaryEvent: z.looseObject({ resourceChanges: z.record(z.string(), z.number().int()).nullish() }).nullish(),
})
export const EventsRequest = z.object({ events: z.array(Event).nullish() })

/** The CLI sends at most 50 events at once (docs/protocol.md, Events). */
export const MAX_EVENTS = 2_000

export type EventBatch = {
  rows: { sequence: number; text: string; isLine: boolean }[]
  /** The counts of all changes of the run, if the batch contains them. */
  summary: Record<string, number> | null
  /** The most important error among the events. */
  failure: Failure | null
}

/** Parses a batch of engine events into the rows to store. */
export const eventRows = (body: Uint8Array): EventBatch => rowsOf(fitted(jsonOf(body), EventsRequest).events ?? [])

/** The same for a single event outside a list. */
export const eventRow = (body: Uint8Array): EventBatch => rowsOf([fitted(jsonOf(body), Event)])

function rowsOf(events: z.output<typeof Event>[]): EventBatch {
  if (events.length === 0) throw new DomainError({ kind: 'noEvents' })
  if (events.length > MAX_EVENTS) throw new DomainError({ kind: 'tooManyEvents', most: MAX_EVENTS })
  const summary = events.findLast((event) => event.summaryEvent?.resourceChanges)?.summaryEvent?.resourceChanges
  return {
    rows: events.map((event) => ({
      sequence: event.sequence,
      text: JSON.stringify(event),
      isLine: isLogLine(event),
    })),
    summary: summary ?? null,
    failure: events.reduce<Failure | null>((cause, event) => causeOf(cause, failureOf(event)), null),
  }
}
