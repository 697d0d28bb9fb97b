import { z } from 'zod'
import type { EventStep } from '#domain/journal/stepFacts.ts'
import type { Reader } from '../../store/port.ts'

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
  let after = 0
  for (;;) {
    const rows = await reader.events(updateId, { after, limit: PAGE })
    for (const { sequence, text: event, receivedAt } of rows) {
      // Most events are log lines of programs and providers, without a step.
      if (STEP.test(event)) found.push({ sequence, steps: eventSteps(JSON.parse(event), receivedAt) })
    }
    after = rows.at(-1)?.received ?? after
    if (rows.length < PAGE) break
  }
  const steps = found.toSorted((a, b) => a.sequence - b.sequence).flatMap((event) => event.steps)
  return { steps, events: after } // events are numbered from 1 in order of receipt
}

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
