import { advanced, type ChangeRow, countRows, type RowMessage } from './changeRow.ts'
import { diagnosticText } from './engineEvents.ts'
import { type EngineEvent, inOrder, isRootStack, type Op, type Summary } from './eventShapes.ts'
import { maskProperties } from '../state/secrets.ts'

export type Changes = {
  rows: ChangeRow[]
  summary?: Summary
  /** Number of resources by operation; a replacement counts once. */
  totals: Record<Op, number>
  /** The update ended without a summary: totals are counted from the finished rows. */
  partial: boolean
  isPreview: boolean
  /** The stack's outputs, masked. */
  outputs?: Record<string, unknown>
  /** Messages that belong to no resource, of an update that failed before its stack was known. */
  messages: RowMessage[]
}

/**
 * Maximum number of messages per resource: the first warnings and errors, and the last of the others. The log has all
 * of them.
 */
const MAX_MESSAGES = 25
/**
 * Maximum number of events held back for a missing one before them: a batch may be seconds late, a lost one never
 * arrives.
 */
const MAX_WAITING = 5000

type Reported = RowMessage & { sequence: number }
/** The messages of one URN; '' for those without a resource. */
type Messages = {
  warnings: Reported[]
  others: Reported[]
  leftOut: number
  hasError: boolean
  status: Reported | null
}

/**
 * The result of the events so far, to be continued. Events up to `last` are included, without a detectable gap; those
 * after a gap wait. Plain data, so that it can be stored as JSON.
 */
export type EventFold = {
  last: number | null
  waiting: EngineEvent[]
  rows: [urn: string, ChangeRow][]
  talks: [urn: string, Messages][]
  summary: Summary | null
  outputs: Record<string, unknown> | null
  isPlanning: boolean
}

/**
 * Folds events into rows, totals and outputs as they arrive, each once, however incomplete, unordered or repeated they
 * are (docs/protocol.md, Events). The cost of `add` depends on the new events only. It returns false and adds nothing
 * if one of them belongs before events already folded: then all events have to be folded again in order.
 */
export function createFolding(from?: EventFold) {
  const rows = new Map(from?.rows)
  const talks = new Map(from?.talks)
  let last = from?.last ?? null
  let waiting = from?.waiting ?? []
  let summary = from?.summary ?? null
  let outputs = from?.outputs ?? null
  let isPlanning = from?.isPlanning ?? false

  function take(event: EngineEvent): void {
    const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent, summaryEvent, timestamp } = event
    last = event.sequence
    const step = resourcePreEvent ?? resOutputsEvent ?? resOpFailedEvent
    if (step?.metadata?.urn) {
      isPlanning ||= step.planning === true
      const state = resOpFailedEvent ? 'failed' : resOutputsEvent ? 'done' : 'running'
      rows.set(step.metadata.urn, advanced(rows.get(step.metadata.urn), step.metadata, state, timestamp))
    }
    if (resOutputsEvent?.metadata.new && isRootStack(resOutputsEvent.metadata)) {
      outputs = maskProperties(resOutputsEvent.metadata.new.outputs ?? {})
    }
    if (diagnosticEvent) talks.set(diagnosticEvent.urn ?? '', heard(talks.get(diagnosticEvent.urn ?? ''), event))
    if (summaryEvent) summary = summaryEvent
  }

  return {
    add(events: readonly EngineEvent[]): boolean {
      const fresh = inOrder(events)
      const first = fresh[0]
      if (first === undefined) return true
      if (last !== null && first.sequence <= last) return false
      waiting = waiting.length === 0 ? fresh : inOrder([...waiting, ...fresh])
      let taken = 0
      for (const event of waiting) {
        // Clients count from 0 or from 1.
        const isNext = last === null ? event.sequence <= 1 : event.sequence === last + 1
        if (!isNext && waiting.length - taken <= MAX_WAITING) break
        take(event)
        taken += 1
      }
      waiting = waiting.slice(taken)
      return true
    },
    /** Returns the changes known so far, including the waiting events. */
    changes({ ended }: { ended: boolean }): Changes {
      if (waiting.length === 0) return changesOf({ rows, talks, summary, outputs, isPlanning }, ended)
      const ahead = createFolding({ ...this.fold(), last: null, waiting: [] })
      ahead.takeAll(waiting)
      return ahead.changes({ ended })
    },
    /** Takes events in order, with or without gaps. */
    takeAll(events: readonly EngineEvent[]): void {
      for (const event of events) take(event)
    },
    /** A copy to continue from later. */
    fold: (): EventFold => ({ last, waiting, rows: [...rows], talks: [...talks], summary, outputs, isPlanning }),
    size: () => rows.size,
  }
}
export type Folding = ReturnType<typeof createFolding>

function heard(talk: Messages | undefined, { sequence, diagnosticEvent: diagnostic }: EngineEvent): Messages {
  const before = talk ?? { warnings: [], others: [], leftOut: 0, hasError: false, status: null }
  if (!diagnostic) return before
  const { severity } = diagnostic
  const message = { sequence, severity, text: diagnosticText(diagnostic) }
  if (diagnostic.ephemeral) return { ...before, status: message }
  const isWarning = severity === 'error' || severity === 'warning'
  const hasError = before.hasError || severity === 'error'
  if (isWarning && before.warnings.length >= MAX_MESSAGES) return { ...before, hasError, leftOut: before.leftOut + 1 }
  if (isWarning) return { ...before, hasError, warnings: [...before.warnings, message] }
  const isFull = before.others.length >= MAX_MESSAGES
  const others = isFull ? before.others.slice(1) : before.others
  return { ...before, others: [...others, message], leftOut: before.leftOut + (isFull ? 1 : 0) }
}

type Folded = {
  rows: ReadonlyMap<string, ChangeRow>
  talks: ReadonlyMap<string, Messages>
  summary: Summary | null
  outputs: Record<string, unknown> | null
  isPlanning: boolean
}

function changesOf({ rows, talks, summary, outputs, isPlanning }: Folded, ended: boolean): Changes {
  const shown = new Map([...rows].map(([urn, row]) => [urn, { ...row }]))
  const messages = attachTalks(shown, talks, summary !== null)
  const totals = summary?.resourceChanges ?? countRows(shown.values())
  return {
    rows: [...shown.values()],
    ...(summary && { summary }),
    totals,
    partial: ended && summary === null,
    isPreview: summary?.isPreview ?? isPlanning,
    ...(outputs && { outputs }),
    messages,
  }
}

/**
 * Attaches messages to their row, or else to the stack's (docs/protocol.md, Events), and returns the others. With a
 * summary nothing runs any more: components and the stack end without an event of their own. A provider's step does
 * not: without its event it was interrupted, and its row stays as it was.
 */
function attachTalks(
  rows: Map<string, ChangeRow>,
  talks: ReadonlyMap<string, Messages>,
  isOver: boolean,
): RowMessage[] {
  const stack = [...rows.values()].find(isRootStack)
  const byRow = new Map<ChangeRow | undefined, Messages[]>()
  for (const [urn, talk] of talks) {
    const row = rows.get(urn) ?? stack
    byRow.set(row, [...(byRow.get(row) ?? []), talk])
  }
  const inTurn = (diagnostic: Reported[]) => diagnostic.toSorted((a, b) => a.sequence - b.sequence)
  for (const row of rows.values()) {
    const own = byRow.get(row) ?? []
    row.messages = inTurn(own.flatMap(({ warnings, others }) => [...warnings, ...others])).map(withoutPlace)
    const leftOut = own.reduce((sum, talk) => sum + talk.leftOut, 0)
    if (leftOut > 0) row.messagesLeftOut = leftOut
    const status = inTurn(own.flatMap((talk) => talk.status ?? [])).at(-1)
    if (row.state !== 'running') continue
    if (isOver && own.some(({ hasError }) => hasError)) row.state = 'failed'
    else if (isOver && !isProviderStep(row)) row.state = 'done'
    else if (status) row.status = status.text
  }
  const homeless = byRow.get(undefined) ?? []
  return inTurn(homeless.flatMap(({ warnings, others }) => [...warnings, ...others])).map(withoutPlace)
}

const isProviderStep = ({ op, new: newer, old: older }: ChangeRow): boolean =>
  op !== 'same' && Boolean(newer?.custom ?? older?.custom)

const withoutPlace = ({ severity, text }: Reported): RowMessage => ({ severity, text })
