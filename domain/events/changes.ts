import { advanced, type ChangeRow, countRows, type RowMessage } from './changeRow.ts'
import { diagnosticText } from './engineEvents.ts'
import { type EngineEvent, inOrder, isRootStack, type Op, type Summary } from './eventShapes.ts'
import { maskProperties } from '../state/secrets.ts'

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

/** Messages kept of a resource: so many first ones that warn, and so many last ones of the others. The log has them all. */
const MOST_MESSAGES = 25
/** Events that may wait for one before them; a batch is on its way for seconds, a lost one never comes. */
const MOST_WAITING = 5000

type Reported = RowMessage & { sequence: number }
/** What was said under one URN; '' for what was said of nothing. */
type Messages = {
  warnings: Reported[]
  others: Reported[]
  leftOut: number
  hasError: boolean
  status: Reported | null
}

/**
 * The result of the events so far, to be continued: the events up to `last` are in it, without a gap as far as one
 * can tell; those behind a gap wait. Plain data, so that it can be kept as JSON.
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
 * Folds events as they arrive, each once, into rows, totals and outputs, however incomplete, unordered or repeated they
 * are (docs/protocol.md, Events): `add` costs what the new ones cost. It says no, and takes nothing, when one of
 * them belongs before what is folded already: then all have to be folded again, in their order.
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
        if (!isNext && waiting.length - taken <= MOST_WAITING) break
        take(event)
        taken += 1
      }
      waiting = waiting.slice(taken)
      return true
    },
    /** What is known by now, those that wait included. */
    changes({ ended }: { ended: boolean }): Changes {
      if (waiting.length === 0) return changesOf({ rows, talks, summary, outputs, isPlanning }, ended)
      const ahead = createFolding({ ...this.fold(), last: null, waiting: [] })
      ahead.takeAll(waiting)
      return ahead.changes({ ended })
    },
    /** Takes events in their order, whether there are gaps or not. */
    takeAll(events: readonly EngineEvent[]): void {
      for (const event of events) take(event)
    },
    /** To continue from later. */
    fold: (): EventFold => ({ last, waiting, rows: [...rows], talks: [...talks], summary, outputs, isPlanning }),
    size: () => rows.size,
  }
}
export type Folding = ReturnType<typeof createFolding>

function heard(talk: Messages | undefined, { sequence, diagnosticEvent: said }: EngineEvent): Messages {
  const before = talk ?? { warnings: [], others: [], leftOut: 0, hasError: false, status: null }
  if (!said) return before
  const { severity } = said
  const message = { sequence, severity, text: diagnosticText(said) }
  if (said.ephemeral) return { ...before, status: message }
  const isWarning = severity === 'error' || severity === 'warning'
  const hasError = before.hasError || severity === 'error'
  if (isWarning && before.warnings.length >= MOST_MESSAGES) return { ...before, hasError, leftOut: before.leftOut + 1 }
  if (isWarning) return { ...before, hasError, warnings: [...before.warnings, message] }
  const isFull = before.others.length >= MOST_MESSAGES
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
 * What was said goes to its row, else to the stack's (docs/protocol.md, Events); returns what found none. At the
 * summary nothing runs any more: components and the stack end without an event of their own. A step of a provider does
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
  const inTurn = (said: Reported[]) => said.toSorted((a, b) => a.sequence - b.sequence)
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
