import { isObject, isStringList } from '../json/jsonObject.ts'
import { ROOT_STACK_TYPE } from '../state/urn.ts'

/** A step of the engine (docs/protocol.md, Events). An open type: older and newer engines have others. */
export type Op = string

export type StateMeta = {
  type?: string
  urn?: string
  id?: string
  parent?: string
  provider?: string
  /** Absent for a component. */
  custom?: boolean
  inputs?: Record<string, unknown> | null
  outputs?: Record<string, unknown> | null
  delete?: boolean
  protect?: boolean
  [key: string]: unknown
}

export type PropertyChange = { diffKind: string; inputDiff?: boolean }

export type StepMeta = {
  op: Op
  urn: string
  type: string
  old?: StateMeta | null
  new?: StateMeta | null
  /** Properties that force a replacement. */
  keys?: string[] | null
  /** Changed top-level properties. */
  diffs?: string[] | null
  /** By property path; null if unknown, empty if known to be empty. */
  detailedDiff?: Record<string, PropertyChange> | null
  logical?: boolean
  [key: string]: unknown
}

export type Diagnostic = {
  urn?: string
  prefix?: string
  message: string
  severity: string
  ephemeral?: boolean
  [key: string]: unknown
}

export type Summary = {
  maybeCorrupt?: boolean
  durationSeconds?: number
  resourceChanges?: Record<Op, number> | null
  isPreview?: boolean
  /** Absent from older CLIs. */
  result?: string
  [key: string]: unknown
}

type StepEvent = { metadata: StepMeta; planning?: boolean }

/**
 * One event as the CLI sends it (docs/protocol.md, Events): `timestamp` in Unix seconds, and one payload, of a known
 * type or not.
 */
export type EngineEvent = {
  sequence: number
  timestamp: number
  resourcePreEvent?: StepEvent
  resOutputsEvent?: StepEvent
  resOpFailedEvent?: StepEvent
  diagnosticEvent?: Diagnostic
  stdoutEvent?: { message: string; color?: string }
  summaryEvent?: Summary
  [payload: string]: unknown
}

/**
 * Returns each event once, in the engine's order: batches arrive out of order and repeat (docs/protocol.md, Events).
 * Payloads of an unexpected shape are omitted, so that one bad event cannot break a page.
 */
export function inOrder(events: readonly EngineEvent[]): EngineEvent[] {
  const bySequence = new Map<number, EngineEvent>()
  for (const event of events) if (!bySequence.has(event.sequence)) bySequence.set(event.sequence, readable(event))
  return [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence)
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isFinite(value)
/** Go's encoder writes null, or nothing, for empty values. */
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value)
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)
const withParts =
  (parts: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(parts).every(([key, check]) => check(value[key]))

const isState = maybe(withParts({ parent: maybe(isText), inputs: maybe(isObject), outputs: maybe(isObject) }))
const isStep = withParts({
  metadata: withParts({
    urn: isText,
    type: isText,
    op: isText,
    old: isState,
    new: isState,
    keys: maybe(isStringList),
    diffs: maybe(isStringList),
    detailedDiff: maybe(mapOf(withParts({ diffKind: isText }))),
  }),
})
const PAYLOADS: Record<string, Check> = {
  resourcePreEvent: isStep,
  resOutputsEvent: isStep,
  resOpFailedEvent: isStep,
  diagnosticEvent: withParts({ message: isText, severity: isText, prefix: maybe(isText), urn: maybe(isText) }),
  stdoutEvent: withParts({ message: isText }),
  summaryEvent: withParts({ resourceChanges: maybe(mapOf(isNumber)), durationSeconds: maybe(isNumber) }),
}

function readable(event: EngineEvent): EngineEvent {
  const unread = Object.keys(PAYLOADS).filter((key) => event[key] !== undefined && !PAYLOADS[key]?.(event[key]))
  if (unread.length === 0 && isNumber(event.timestamp)) return event
  const copy: EngineEvent = { ...event, timestamp: isNumber(event.timestamp) ? event.timestamp : 0 }
  for (const key of unread) delete copy[key]
  return copy
}

/** Whether a step is about the stack itself. */
export const isRootStack = ({ type, urn }: { type: string; urn: string }): boolean =>
  type === ROOT_STACK_TYPE || urn.includes(`::${ROOT_STACK_TYPE}::`)
