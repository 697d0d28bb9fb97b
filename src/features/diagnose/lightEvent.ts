import type { EngineEvent } from '#domain/events/engineEvents.ts'
import { isObject } from '#domain/json/jsonObject.ts'

/** Longer messages are cut: of a run's failures the first lines are shown. The whole of each is searched anyway. */
const LONGEST_KEPT = 2_000

/**
 * Of an event what the facts of its run follow from, and nothing of what is in its resources: steps by their name and
 * kind, messages that warn, the summary. A log of 200 MB is 99 % inputs and outputs. Undefined where nothing follows.
 */
export function lightEvent(event: EngineEvent): EngineEvent | undefined {
  const { sequence, timestamp, diagnosticEvent: said, summaryEvent } = event
  for (const kind of ['resourcePreEvent', 'resOutputsEvent', 'resOpFailedEvent'] as const) {
    const step = lightStep(event[kind])
    if (step) return { sequence, timestamp, [kind]: step }
  }
  if (isObject(said) && typeof said.message === 'string' && !said.ephemeral) {
    const { severity, prefix = '', message, urn } = said
    if (severity !== 'error' && severity !== 'warning') return undefined
    const text = `${prefix ?? ''}${message}`.slice(0, LONGEST_KEPT)
    return {
      sequence,
      timestamp,
      diagnosticEvent: { severity, message: text, ...(typeof urn === 'string' && { urn }) },
    }
  }
  return isObject(summaryEvent) ? { sequence, timestamp, summaryEvent } : undefined
}

function lightStep(step: unknown): EngineEvent['resourcePreEvent'] {
  const metadata = isObject(step) ? step['metadata'] : undefined
  if (!isObject(step) || !isObject(metadata)) return undefined
  const { op, urn, type, old } = metadata
  if (typeof op !== 'string' || typeof urn !== 'string' || typeof type !== 'string') return undefined
  // The former incarnation of a resource is deleted under the same URN; that is no step of the one that lives.
  const former = isObject(old) && old['delete'] === true ? { old: { delete: true } } : {}
  return { metadata: { op, urn, type, ...former }, ...(step['planning'] === true && { planning: true }) }
}
