import type { EngineEvent } from '#domain/events/engineEvents.ts'
import { isObject } from '#domain/json/jsonObject.ts'

/** Longer messages are cut: only the first lines of a failure are shown. The whole message is searched all the same. */
const LONGEST_KEPT = 2_000

/**
 * Keeps of an event only what the facts of its run need: steps by name and kind, warnings and errors, the summary.
 * Inputs and outputs, 99 % of a log of 200 MB, are dropped. Undefined if nothing is left.
 */
export function lightEvent(event: EngineEvent): EngineEvent | undefined {
  const { sequence, timestamp, diagnosticEvent: diagnostic, summaryEvent } = event
  for (const kind of ['resourcePreEvent', 'resOutputsEvent', 'resOpFailedEvent'] as const) {
    const step = lightStep(event[kind])
    if (step) return { sequence, timestamp, [kind]: step }
  }
  if (isObject(diagnostic) && typeof diagnostic.message === 'string' && !diagnostic.ephemeral) {
    const { severity, prefix = '', message, urn } = diagnostic
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
  // A replaced resource is deleted under the same URN; that is no step of the new one.
  const former = isObject(old) && old['delete'] === true ? { old: { delete: true } } : {}
  return { metadata: { op, urn, type, ...former }, ...(step['planning'] === true && { planning: true }) }
}
