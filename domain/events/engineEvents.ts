import { type Diagnostic, type EngineEvent, inOrder } from './eventShapes.ts'
import { isObject } from '../json/jsonObject.ts'

export { type EngineEvent } from './eventShapes.ts'

/** The text without the engine's colour directives, unknown and cut-off ones as well (docs/protocol.md, Events). */
export const stripDirectives = (text: string): string =>
  text.replaceAll(/<\{%[^%]*%\}>|<\{%[a-z0-9 ]*%?\}?$|<\{%/gi, '')

/** The whole text of a diagnostic, without colours and without the line's end (docs/protocol.md, Events). */
export const diagnosticText = ({ prefix, message }: Diagnostic): string =>
  stripDirectives(`${prefix ?? ''}${message}`).trimEnd()

/** `at` is in unix seconds: the moment the batch was sent, up to some seconds after the event. */
export type LogLine = { sequence: number; at: number; severity: string; urn?: string; text: string }

/** Whether an event is a line of the log. Of foreign input: where its shape is odd, there may be no line after all. */
export const isLogLine = (event: Record<string, unknown>): boolean =>
  isObject(event['stdoutEvent']) || (isObject(event['diagnosticEvent']) && !event['diagnosticEvent']['ephemeral'])

/** What was said while it ran, by the engine, the providers and the program; status texts that come and go are left out. */
export function logLines(events: readonly EngineEvent[]): LogLine[] {
  return inOrder(events).flatMap(({ sequence, timestamp: at, diagnosticEvent, stdoutEvent }): LogLine[] => {
    if (stdoutEvent) return [{ sequence, at, severity: 'info', text: stripDirectives(stdoutEvent.message).trimEnd() }]
    if (!diagnosticEvent || diagnosticEvent.ephemeral) return []
    const { severity, urn } = diagnosticEvent
    return [{ sequence, at, severity, ...(urn && { urn }), text: diagnosticText(diagnosticEvent) }]
  })
}
