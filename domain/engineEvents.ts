import {
  type Diagnostic,
  type EngineEvent,
  inOrder,
  isRootStack,
  type Op,
  type PropertyChange,
  type StateMeta,
  type StepMeta,
  type Summary,
} from './eventShapes.ts'
import { maskProperties } from './secrets.ts'
import { urnName } from './urn.ts'

export { type EngineEvent, payloadKind } from './eventShapes.ts'

/** The text without the engine's colour directives, unknown and cut-off ones as well (service-api 8.4, rule 6). */
export const stripDirectives = (text: string): string =>
  text.replaceAll(/<\{%[^%]*%\}>|<\{%[a-z0-9 ]*%?\}?$|<\{%/gi, '')

/** The whole text of a diagnostic, without colours and without the line's end (service-api 8.4, rule 5). */
export const diagnosticText = ({ prefix, message }: Diagnostic): string =>
  stripDirectives(`${prefix ?? ''}${message}`).trimEnd()

/** `at` is in unix seconds: the moment the batch was sent, up to some seconds after the event. */
export type LogLine = { sequence: number; at: number; severity: string; urn?: string; text: string }

/** What was said while it ran, by the engine, the providers and the program; status texts that come and go are left out. */
export function logLines(events: readonly EngineEvent[]): LogLine[] {
  return inOrder(events).flatMap(({ sequence, timestamp: at, diagnosticEvent, stdoutEvent }): LogLine[] => {
    if (stdoutEvent) return [{ sequence, at, severity: 'info', text: stripDirectives(stdoutEvent.message).trimEnd() }]
    if (!diagnosticEvent || diagnosticEvent.ephemeral) return []
    const { severity, urn } = diagnosticEvent
    return [{ sequence, at, severity, ...(urn && { urn }), text: diagnosticText(diagnosticEvent) }]
  })
}

/** What an update does to one resource. Values are masked; times are unix seconds, some seconds late (service-api 8.1). */
export type ChangeRow = {
  urn: string
  parent?: string
  type: string
  name: string
  op: Op
  /** A row that still runs after an update was cut off: what became of it, nobody has said. */
  state: 'running' | 'done' | 'failed'
  diffs: string[]
  replaceKeys: string[]
  detailedDiff: Record<string, PropertyChange> | null
  old?: StateMeta
  new?: StateMeta
  startedAt?: number
  endedAt?: number
  messages: RowMessage[]
  /** The provider's latest word on how it is going, while it runs. */
  status?: string
}

export type RowMessage = { severity: string; text: string }

export type Changes = {
  rows: ChangeRow[]
  summary?: Summary
  /** Resources by what was done to them; a replacement counts once. */
  totals: Record<Op, number>
  /** The update ended without a summary: the totals are counted from the rows that were done. */
  partial: boolean
  isPreview: boolean
  /** The stack's outputs, masked. */
  outputs?: Record<string, unknown>
  /** Messages of no resource, from an update that did not even get to its stack. */
  messages: RowMessage[]
}

/** The rows, totals and outputs that events tell of, however incomplete, unordered or repeated they are (service-api 8.4). */
export function foldEvents(events: readonly EngineEvent[], { ended }: { ended: boolean }): Changes {
  const rows = new Map<string, ChangeRow>()
  const diagnostics: EngineEvent[] = []
  let summary: Summary | undefined
  let outputs: Record<string, unknown> | undefined
  let isPlanning = false
  for (const event of inOrder(events)) {
    const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, summaryEvent, timestamp } = event
    const step = resourcePreEvent ?? resOutputsEvent ?? resOpFailedEvent
    if (step?.metadata?.urn) {
      isPlanning ||= step.planning === true
      const state = resOpFailedEvent ? 'failed' : resOutputsEvent ? 'done' : 'running'
      rows.set(step.metadata.urn, advanced(rows.get(step.metadata.urn), step.metadata, state, timestamp))
    }
    if (resOutputsEvent?.metadata.new && isRootStack(resOutputsEvent.metadata)) {
      outputs = maskProperties(resOutputsEvent.metadata.new.outputs ?? {})
    }
    if (event.diagnosticEvent) diagnostics.push(event)
    if (summaryEvent) summary = summaryEvent
  }
  const messages = attachMessages(rows, diagnostics)
  if (summary) for (const row of rows.values()) settle(row)
  const totals = summary?.resourceChanges ?? countRows(rows.values())
  return {
    rows: [...rows.values()],
    ...(summary && { summary }),
    totals,
    partial: ended && summary === undefined,
    isPreview: summary?.isPreview ?? isPlanning,
    ...(outputs && { outputs }),
    messages,
  }
}

/** The steps of a replacement, weakest first: the row shows the strongest met (service-api 8.4, rule 2). */
const REPLACEMENT_OPS = [
  'discard-replaced',
  'delete-replaced',
  'read-replacement',
  'import-replacement',
  'create-replacement',
  'replace',
]

const isReplacement = (op: Op) => REPLACEMENT_OPS.includes(op)

function advanced(row: ChangeRow | undefined, meta: StepMeta, state: ChangeRow['state'], at: number): ChangeRow {
  const before = row ?? emptyRow(meta)
  const op = mergedOp(row?.op, meta)
  const parent = meta.new?.parent || meta.old?.parent || before.parent
  const { old: _old, new: _new, ...rest } = before
  return {
    ...rest,
    ...statesOf(before, meta, op === meta.op, state),
    op,
    state: before.state === 'failed' ? 'failed' : state,
    diffs: meta.diffs?.length ? meta.diffs : before.diffs,
    replaceKeys: meta.keys?.length ? meta.keys : before.replaceKeys,
    detailedDiff: meta.detailedDiff ?? before.detailedDiff,
    ...(parent && { parent }),
    ...(before.startedAt === undefined && { startedAt: at }),
    ...(state !== 'running' && { endedAt: at }),
  }
}

/** A step that is only a part of what the row shows adds what it knows and takes nothing away. */
function statesOf(before: ChangeRow, meta: StepMeta, isWhole: boolean, state: ChangeRow['state']) {
  const older = isWhole ? meta.old : (before.old ?? meta.old)
  const newer = isWhole || (state === 'done' && meta.new) ? meta.new : (before.new ?? meta.new)
  return { ...(older && { old: maskState(older) }), ...(newer && { new: maskState(newer) }) }
}

const emptyRow = ({ urn, type, op }: StepMeta): ChangeRow => ({
  urn,
  type,
  name: urnName(urn),
  op,
  state: 'running',
  diffs: [],
  replaceKeys: [],
  detailedDiff: null,
  messages: [],
})

function mergedOp(before: Op | undefined, { op, old }: StepMeta): Op {
  if (before === undefined) return op
  if (isReplacement(before) && isReplacement(op)) {
    return REPLACEMENT_OPS.indexOf(op) > REPLACEMENT_OPS.indexOf(before) ? op : before
  }
  // The clean-up of a former incarnation says nothing about the resource that lives under the same URN.
  return op === 'delete' && old?.delete ? before : op
}

const maskState = (state: StateMeta): StateMeta => ({
  ...state,
  ...(state.inputs && { inputs: maskProperties(state.inputs) }),
  ...(state.outputs && { outputs: maskProperties(state.outputs) }),
})

/** To their row, else to the stack's (service-api 8.4, rule 5). Returns those that found none. */
function attachMessages(rows: Map<string, ChangeRow>, diagnostics: EngineEvent[]): RowMessage[] {
  const stack = [...rows.values()].find(isRootStack)
  const homeless: RowMessage[] = []
  for (const { diagnosticEvent } of diagnostics) {
    if (!diagnosticEvent) continue
    const row = rows.get(diagnosticEvent.urn ?? '') ?? stack
    const text = diagnosticText(diagnosticEvent)
    if (!diagnosticEvent.ephemeral) (row?.messages ?? homeless).push({ severity: diagnosticEvent.severity, text })
    else if (row?.state === 'running') row.status = text
  }
  return homeless
}

/** At the summary nothing runs any more: components and the stack end without an event of their own (rule 3). */
function settle(row: ChangeRow): void {
  delete row.status
  if (row.state !== 'running') return
  row.state = row.messages.some(({ severity }) => severity === 'error') ? 'failed' : 'done'
}

/**
 * Counts as the engine's own summary does: a replacement once, when it is through; not the physical halves of one, not what
 * was only read or asked about.
 */
function countRows(rows: Iterable<ChangeRow>): Record<Op, number> {
  const counts = new Map<Op, number>()
  for (const { op, state } of rows) {
    if (state === 'done' && !UNCOUNTED_OPS.has(op)) counts.set(op, (counts.get(op) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

const UNCOUNTED_OPS = new Set([
  'read',
  'refresh',
  'create-replacement',
  'read-replacement',
  'import-replacement',
  'delete-replaced',
  'discard-replaced',
])
