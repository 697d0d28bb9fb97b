import { LogLine, type ChangeRow as ChangeView } from '#contract/updates.ts'
import { foldEvents, logLines, type ChangeRow, type EngineEvent } from '#domain/engineEvents.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/problems.ts'
import type { EventRow, Reader, UpdateRow } from '../store/port.ts'
import type { Handlers } from './handlers.ts'
import { findRun, findStack } from './lookup.ts'

const PAGE = 1000
const READ_AT_ONCE = 5000

const hasEnded = ({ status }: UpdateRow) => status !== 'running' && status !== 'not started'

/** What the engine told of a run: its log, and what it did to each resource. */
export const logHandlers = (deps: Deps): Pick<Handlers, 'updateLog' | 'updateChanges'> => ({
  updateLog: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const update = await findRun(reader, await findStack(reader, params), params.run)
      const { lines, last, isAll } = await linesAfter(reader, update.id, cursor(query.after))
      const next = isAll && hasEnded(update) ? null : String(last)
      return { lines, next, total: await reader.eventCount(update.id) }
    }),

  updateChanges: ({ params }) =>
    deps.store.read(async (reader) => {
      const update = await findRun(reader, await findStack(reader, params), params.run)
      const ended = hasEnded(update)
      const { rows, totals, summary } = foldEvents(await allEvents(reader, update.id), { ended })
      return {
        rows: rows.map((row) => toView(row, ended)),
        totals,
        partial: summary === undefined,
        durationSeconds: summary?.durationSeconds ?? null,
      }
    }),
})

function cursor(after: string | undefined): number {
  if (after === undefined || after === '') return 0
  if (/^\d{1,15}$/.test(after)) return Number(after)
  throw new ApiError('bad_request', 'after: this is no cursor of the log.')
}

const toEvent = (row: EventRow) => JSON.parse(row.text) as EngineEvent // its shape was checked when it was received

/** Reads on until a page is full: most events are no lines. */
async function linesAfter(reader: Reader, updateId: string, after: number) {
  const lines: LogLine[] = []
  let last = after
  for (;;) {
    const rows = await reader.events(updateId, { after: last, limit: PAGE })
    const receivedAt = new Map(rows.map((row) => [row.sequence, row.receivedAt]))
    for (const { sequence, severity, urn, text } of logLines(rows.map(toEvent))) {
      // The server's clock, not the client's: the line may stand beside the lease's times.
      const at = receivedAt.get(sequence) ?? 0
      lines.push({
        sequence,
        at,
        severity: LogLine.shape.severity.catch('info').parse(severity),
        urn: urn ?? null,
        text,
      })
    }
    last = rows.at(-1)?.received ?? last
    if (rows.length < PAGE) return { lines, last, isAll: true }
    if (lines.length >= PAGE) return { lines, last, isAll: false }
  }
}

async function allEvents(reader: Reader, updateId: string): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for (let after = 0; ;) {
    const rows = await reader.events(updateId, { after, limit: READ_AT_ONCE })
    for (const row of rows) events.push(toEvent(row))
    after = rows.at(-1)?.received ?? after
    if (rows.length < READ_AT_ONCE) return events
  }
}

/** A row that still runs although the run has ended: what became of it, nobody has said. */
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
})
