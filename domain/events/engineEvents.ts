import { type Diagnostic, type EngineEvent, inOrder } from './eventShapes.ts'
import { isObject } from '../json/jsonObject.ts'

export { type EngineEvent } from './eventShapes.ts'

/** The text without the engine's colour directives, including unknown and cut-off ones (docs/protocol.md, Events). */
export const stripDirectives = (text: string): string =>
  text.replaceAll(/<\{%[^%]*%\}>|<\{%[a-z0-9 ]*%?\}?$|<\{%/gi, '')

/** The full text of a diagnostic, without colours and the trailing line break (docs/protocol.md, Events). */
export const diagnosticText = ({ prefix, message }: Diagnostic): string =>
  stripDirectives(`${prefix ?? ''}${message}`).trimEnd()

/** `at`, in Unix seconds: when the batch was sent, up to some seconds after the event. */
export type LogLine = { sequence: number; at: number; severity: string; urn?: string; text: string }

/**
 * Whether an event is a line of the log. The input is untrusted: an event of an unexpected shape may still yield no
 * line.
 */
export const isLogLine = (event: Record<string, unknown>): boolean =>
  isObject(event['stdoutEvent']) || (isObject(event['diagnosticEvent']) && !event['diagnosticEvent']['ephemeral'])

/** The messages of the engine, the providers and the program, in order; without temporary status texts. */
export function logLines(events: readonly EngineEvent[]): LogLine[] {
  return inOrder(events).flatMap(({ sequence, timestamp: at, diagnosticEvent, stdoutEvent }): LogLine[] => {
    if (stdoutEvent) return [{ sequence, at, severity: 'info', text: stripDirectives(stdoutEvent.message).trimEnd() }]
    if (!diagnosticEvent || diagnosticEvent.ephemeral) return []
    const { severity, urn } = diagnosticEvent
    return [{ sequence, at, severity, ...(urn && { urn }), text: diagnosticText(diagnosticEvent) }]
  })
}
