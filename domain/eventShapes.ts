import { ROOT_STACK_TYPE } from './urn.ts'

/** A step of the engine (service-api 8.3). Open: older and newer engines name others. */
export type Op = string

export type StateMeta = {
  type?: string
  urn?: string
  id?: string
  parent?: string
  provider?: string
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
  /** By property path; null is not known, empty is known to be empty. */
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

/** One event as the CLI sends it (service-api 8.2): `timestamp` in unix seconds, and one payload, known to us or not. */
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

/** The name of the payload, for example `resourcePreEvent`; `unknown` when there is none. */
export const payloadKind = (event: EngineEvent): string =>
  Object.keys(event).find((key) => key.endsWith('Event') && event[key] !== undefined && event[key] !== null) ??
  'unknown'

/** Each event once, in the order in which the engine made them: batches arrive out of order and repeat (service-api 8.1). */
export function inOrder(events: readonly EngineEvent[]): EngineEvent[] {
  const bySequence = new Map<number, EngineEvent>()
  for (const event of events) if (!bySequence.has(event.sequence)) bySequence.set(event.sequence, event)
  return [...bySequence.values()].toSorted((a, b) => a.sequence - b.sequence)
}

/** Whether a step is about the stack itself. */
export const isRootStack = ({ type, urn }: { type: string; urn: string }): boolean =>
  type === ROOT_STACK_TYPE || urn.includes(`::${ROOT_STACK_TYPE}::`)
