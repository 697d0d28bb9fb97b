import { z } from 'zod'
import type { EventStep } from '#domain/journal/stepFacts.ts'
import type { Reader } from '../../store/port.ts'
import type { EventRow } from '../../store/port/events.ts'

const PAGE = 2000
const WHAT = { resourcePreEvent: 'begun', resOutputsEvent: 'ended', resOpFailedEvent: 'failed' } as const
const STEP = /"(?:resourcePreEvent|resOutputsEvent|resOpFailedEvent)"/

const text = z.string().nullish().catch(null)
const State = z
  .looseObject({
    urn: text,
    id: text,
    custom: z.boolean().nullish().catch(null),
    parent: text,
    provider: text,
    inputs: z.record(z.string(), z.unknown()).nullish().catch(null),
  })
  .nullish()
  .catch(null)
const Step = z.object({
  metadata: z.object({ op: z.string(), urn: z.string(), type: z.string().catch(''), old: State, new: State }),
})

/** Returns the steps that the events of an update report, in the order in which the engine made them, each once. */
export async function readEventSteps(
  reader: Reader,
  updateId: string,
): Promise<{ steps: EventStep[]; events: number }> {
  const found: { sequence: number; steps: EventStep[] }[] = []
  const { read } = await eachEvent(reader, updateId, (row) => {
    const steps = stepsIn(row)
    if (steps.length > 0) found.push({ sequence: row.sequence, steps })
  })
  const steps = found.toSorted((a, b) => a.sequence - b.sequence).flatMap((event) => event.steps)
  return { steps, events: read }
}

/** Passes on the events of an update in the order of receipt. At most about so many are read; `isAll`: there are no more. */
export async function eachEvent(
  reader: Reader,
  updateId: string,
  take: (row: EventRow) => void,
  most = Infinity,
): Promise<{ read: number; isAll: boolean }> {
  for (let [read, after] = [0, 0]; read < most;) {
    const rows = await reader.events(updateId, { after, limit: PAGE })
    rows.forEach(take)
    read += rows.length
    after = rows.at(-1)?.received ?? after
    if (rows.length < PAGE) return { read, isAll: true }
  }
  return { read: most, isAll: false }
}

/** Returns the steps that a stored event reports. Most events are log lines of programs and providers, without one. */
export const stepsIn = ({ text: event, receivedAt }: Pick<EventRow, 'text' | 'receivedAt'>): EventStep[] =>
  STEP.test(event) ? eventSteps(JSON.parse(event), receivedAt) : []

/** Returns the steps that one event reports; none for any other event, or one of another shape. */
export function eventSteps(event: unknown, at: number): EventStep[] {
  if (typeof event !== 'object' || event === null) return []
  return Object.entries(WHAT).flatMap(([name, what]): EventStep[] => {
    const parsed = Step.safeParse((event as Record<string, unknown>)[name])
    if (!parsed.success) return []
    const { op, urn, type, old, new: now } = parsed.data.metadata
    return [
      {
        what,
        op,
        urn,
        type,
        at,
        old: old ? { urn: old.urn || urn, id: old.id ?? '' } : null,
        new: now
          ? {
              id: now.id ?? '',
              custom: now.custom === true,
              parent: now.parent ?? '',
              provider: now.provider ?? '',
              inputs: now.inputs ?? {},
            }
          : null,
      },
    ]
  })
}
