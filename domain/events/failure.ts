import { isObject } from '../json/jsonObject.ts'
import { stripDirectives } from './engineEvents.ts'

/** An error that a run reported: of a resource, or of the program or the engine (`urn` null). */
export type Failure = { sequence: number; urn: string | null; text: string }

/** Maximum length of a stored message; the log has the rest. */
const MAX_TEXT = 4_000
/** The engine's closing line after the actual error. */
const EPILOGUE = /^(?:error: )?(?:update|preview|refresh|destroy) failed\s*$/

/** Whether a text is only the engine's closing line, which says nothing about the cause. */
export const isClosingLine = (text: string): boolean => EPILOGUE.test(text)

/**
 * The error that an engine event reports; undefined for all other events. The input is untrusted and may have any
 * shape.
 */
export function failureOf(event: Record<string, unknown>): Failure | undefined {
  const { sequence, diagnosticEvent } = event
  if (typeof sequence !== 'number' || !isObject(diagnosticEvent)) return undefined
  const { severity, message, urn, ephemeral } = diagnosticEvent
  if (severity !== 'error' || ephemeral === true || typeof message !== 'string') return undefined
  const text = stripDirectives(message).trim().slice(0, MAX_TEXT)
  if (text === '' || EPILOGUE.test(text)) return undefined
  return { sequence, urn: typeof urn === 'string' && urn !== '' ? urn : null, text }
}

/** Returns the error that caused a run to fail: an error of a resource rather than a general one, else the first. */
export function causeOf(one: Failure | null | undefined, other: Failure | null | undefined): Failure | null {
  if (!one || !other) return one ?? other ?? null
  if ((one.urn === null) !== (other.urn === null)) return one.urn === null ? other : one
  return one.sequence <= other.sequence ? one : other
}
