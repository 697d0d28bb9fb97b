import { LogLine, type ChangeRow as ChangeView } from '#contract/updates.ts'
import { readySteps } from '#domain/approvals/batch.ts'
import { wasRefused } from '#domain/approvals/tally.ts'
import { type ChangeRow, emptyRow } from '#domain/events/changeRow.ts'
import { logLines } from '#domain/events/engineEvents.ts'
import { parseUrn, ROOT_STACK_TYPE } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import { linesOf, type Place, placeOf, placeToken, readPage } from '../../core/events/eventPages.ts'
import type { Reader } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { EventRow } from '../../store/port/events.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { createChanges, hasEnded, toEvent } from '../../core/events/changes.ts'
import type { Handlers } from '../handlers.ts'
import { findRun, findStack } from '../lookup.ts'
import { progressHandlers } from './progress.ts'

const PAGE = 1000
/** How far before the error of a failed run the page around it starts, in events. */
const BEFORE_FAILURE = 200

/** Handles what the engine reported about a run: its log, and what it did to each resource. */
export function logHandlers(deps: Deps): Pick<Handlers, 'updateLog' | 'updateChanges' | 'runProgress'> {
  const changesOf = createChanges(deps)
  return {
    ...progressHandlers(deps, changesOf),
    updateLog: ({ params, query }) =>
      deps.store.read(async (reader) => {
        const update = await findRun(reader, await findStack(reader, params), params.run)
        const lines = linesOf(reader, update.id)
        const total = await lines.last()
        const failure = query.at === 'failure' ? await failureIn(reader, update) : undefined
        const start: Place =
          failure === undefined || failure.before === 0
            ? place(query.after)
            : { from: 0, inSequence: { upTo: total, after: failure.after } }
        const { rows, next } = await readPage(lines, start, { hasEnded: hasEnded(update), limit: PAGE })
        return {
          lines: toLines(update, rows),
          next: next && placeToken(next),
          total,
          ...(failure && { failure: { line: failure.line, before: failure.before } }),
        }
      }),

    async updateChanges({ params }) {
      const { update, approvals } = await deps.store.read(async (reader) => {
        const found = await findRun(reader, await findStack(reader, params), params.run)
        const hasAny = found.awaiting !== null || (found.approvalTally?.refused ?? 0) > 0
        return { update: found, approvals: hasAny ? await reader.approvalsOfUpdate(found.id) : [] }
      })
      const ended = hasEnded(update)
      const { rows, totals, summary } = await changesOf(update)
      return {
        rows: withHeld(
          rows.map((row) => toView(row, ended)),
          approvals,
        ),
        totals,
        partial: summary === undefined,
        durationSeconds: summary?.durationSeconds ?? null,
      }
    },
  }
}

/**
 * Where the error of a run is in its log: its line, and the sequence after which the page around it starts, with the
 * number of lines before. Undefined for a run that goes on or has no error.
 */
async function failureIn(reader: Reader, update: UpdateRow) {
  const { id, failure, status } = update
  if (failure === null || status === 'succeeded' || !hasEnded(update)) return undefined
  const line = await reader.logLinesUpTo(id, failure.sequence)
  const after = failure.sequence - BEFORE_FAILURE
  return { line, after, before: line <= PAGE ? 0 : await reader.logLinesUpTo(id, after) }
}

function place(after: string | undefined): Place {
  const found = placeOf(after)
  if (found) return found
  throw new ApiError('bad_request', 'after: this is no cursor of the log.')
}

function toLines(update: UpdateRow, rows: readonly EventRow[]): LogLine[] {
  const received = new Map(rows.map((row) => [row.sequence, row]))
  // The last lines of a client that ended its own run may cross with the end.
  const isCutOff = update.endReason !== 'complete'
  return logLines(rows.map(toEvent)).map(({ sequence, severity, urn, text }): LogLine => ({
    sequence,
    // By the server's clock, not the client's: the line may be shown next to the lease's times.
    at: received.get(sequence)?.receivedAt ?? 0,
    ...(isCutOff && received.get(sequence)?.late && { isLate: true }),
    severity: LogLine.shape.severity.catch('info').parse(severity),
    urn: urn ?? null,
    text,
  }))
}

/**
 * Adds the steps that wait for approval, are allowed while others of their batch wait, or were refused: events may not
 * have named them, and do not say so.
 */
function withHeld(rows: readonly ChangeView[], approvals: readonly ApprovalRow[]): ChangeView[] {
  const byUrn = new Map(rows.map((row) => [row.urn, row]))
  const ready = new Set(readySteps(approvals))
  const root = rows.find(({ type }) => type === ROOT_STACK_TYPE)
  for (const approval of approvals) {
    const { urn, step, type, status } = approval
    const state = status === 'waiting' ? 'waiting' : ready.has(approval) ? 'allowed' : 'refused'
    // The same step may have run later, once it was allowed.
    if (state === 'refused' && (!wasRefused(approval) || byUrn.get(urn)?.state === 'done')) continue
    const parent = parseUrn(urn)?.parentType === '' ? root?.urn : undefined
    const row = byUrn.get(urn) ?? toView({ ...emptyRow({ urn, type, op: step }), ...(parent && { parent }) }, false)
    byUrn.set(urn, { ...row, op: step, state })
  }
  return [...byUrn.values()]
}

/** A row that is still running after the run has ended: its outcome is unknown. */
const toView = (row: ChangeRow, ended: boolean): ChangeView => ({
  urn: row.urn,
  parent: row.parent ?? null,
  type: row.type,
  name: row.name,
  op: row.op,
  state: ended && row.state === 'running' ? 'unknown' : row.state,
  diffs: row.diffs,
  replaceKeys: row.replaceKeys,
  detailedDiff:
    row.detailedDiff &&
    Object.fromEntries(
      Object.entries(row.detailedDiff).map(([path, { diffKind, inputDiff = false }]) => [
        path,
        { diffKind, inputDiff },
      ]),
    ),
  old: row.old ? { inputs: row.old.inputs ?? null, outputs: row.old.outputs ?? null } : null,
  new: row.new ? { inputs: row.new.inputs ?? null, outputs: row.new.outputs ?? null } : null,
  messages: row.messages,
  ...(row.messagesLeftOut !== undefined && { messagesLeftOut: row.messagesLeftOut }),
})
