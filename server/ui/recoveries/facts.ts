import type { Diagnosis, PendingItem } from '#contract/recoveries.ts'
import { emptyDocument, readState as parseState, type StateDocument } from '#domain/checkpoint.ts'
import { diagnose } from '#domain/diagnosis.ts'
import { pendingItems } from '#domain/pending.ts'
import type { Deps } from '../../deps.ts'
import { refOf } from '../../service/names.ts'
import { readState } from '../../service/states.ts'
import type { Reader, StackRow, StateRow, UpdateRow } from '../../store/port.ts'
import { toLease } from '../leaseView.ts'
import { briefOf } from '../views.ts'
import { firstSeenOf } from './firstSeen.ts'
import { factsOf, guidedFindings } from './guided.ts'
import { type LateReport, lateLines, lateReports } from './lateReports.ts'
import { progressOf, readSteps } from './progress.ts'

/** The state in force with what is pending in it; `unreadable` says why nothing may be made of it. */
export type Present = {
  document: StateDocument
  row: StateRow | null
  items: PendingItem[]
  unreadable: string | null
}

/** Most former runs that are looked at to find what a recovery is about. */
const MOST_RUNS = 50

/** The last run of a CLI on the stack: what the console wrote since, and renames, only follow from it. */
export async function lastRun(reader: Reader, stack: StackRow): Promise<UpdateRow | undefined> {
  const updates = await reader.updates(stack.id, { previews: 'no', limit: MOST_RUNS, offset: 0 })
  return updates.find(({ kind }) => kind !== 'recovery' && kind !== 'rename')
}

/** Whether writes from the console need level 3: since a run with entries that nobody here can read, none succeeded (service-api 10). */
export async function hasUnknownEntries(reader: Reader, stack: StackRow): Promise<boolean> {
  for (const update of await reader.updates(stack.id, { previews: 'no', limit: MOST_RUNS, offset: 0 })) {
    if (update.hasUnknownEntries) return true
    if (update.status === 'succeeded' && update.kind !== 'recovery') return false
  }
  return false
}

export async function presentOf(reader: Reader, stack: StackRow): Promise<Present> {
  // The state in force, not what a running update amounts to so far: what is in flight is the holder's, not cut off.
  const row = stack.stateId === null ? null : ((await reader.state(stack.stateId)) ?? null)
  const document = row === null ? emptyDocument() : await readState(reader, row.id)
  const readable = parseState(document)
  if (!readable.ok) return { document, row, items: [], unreadable: readable.problem }
  const { deployment } = document
  if ((deployment.pending_operations ?? []).length === 0) return { document, row, items: [], unreadable: null }
  const firstSeen = row ? await firstSeenOf(reader, stack, row, deployment) : new Map()
  const late = await lateOf(reader, stack, new Set([...firstSeen.values()].map(({ update }) => update)))
  return { document, row, items: pendingItems({ stack: refOf(stack), deployment, firstSeen, late }), unreadable: null }
}

async function lateOf(reader: Reader, stack: StackRow, updateIds: Set<string>): Promise<LateReport[]> {
  const run = await lastRun(reader, stack)
  const reports: LateReport[] = []
  for (const id of new Set([...updateIds, ...(run ? [run.id] : [])])) {
    const update = id === run?.id ? run : await reader.update(id)
    if (!update || update.status === 'running') continue
    // What an update that ended in order reported, it saved as well; only a cut-off one's events say more than its state.
    const steps = update.endReason === 'complete' ? [] : (await readSteps(reader, id)).steps
    reports.push(...lateReports(await reader.late(id), steps))
  }
  return reports
}

/** Everything that is known about what is wrong with a stack. */
export async function diagnosisOf(deps: Deps, reader: Reader, stack: StackRow, login: string): Promise<Diagnosis> {
  const now = await deps.store.now()
  const present = await presentOf(reader, stack)
  const { document, row, items, unreadable } = present
  const last = stack.latestUpdateId === null ? undefined : await reader.update(stack.latestUpdateId)
  const run = await lastRun(reader, stack)
  const holder = stack.holderId === null ? undefined : await reader.update(stack.holderId)
  const subject = holder ?? (run?.endReason === 'expiry' ? run : undefined)
  const facts = await factsOf(reader, stack, present, run, now)
  return diagnose({
    stack: refOf(stack),
    now,
    basis: row && { version: row.version, hash: row.hash },
    lease: subject ? await toLease(deps, reader, stack, subject, now) : null,
    lastUpdate: last ? await briefOf(reader, last) : null,
    interrupted:
      run && run.status !== 'running' && run.status !== 'succeeded' ? await interruptedOf(reader, run) : null,
    pending: items,
    integrity: facts.integrity.map(({ message }) => message),
    unreadable,
    resourceCount: document.deployment.resources?.length ?? 0,
    tags: stack.tags,
    hasUnknownEntries: await hasUnknownEntries(reader, stack),
    guided: guidedFindings(facts),
    asker: { login },
  })
}

async function interruptedOf(reader: Reader, update: UpdateRow): Promise<NonNullable<Diagnosis['interrupted']>> {
  const late = lateLines(await reader.late(update.id))
  if (update.cameBackAt !== null) late.push({ at: update.cameBackAt, what: 'its client came back' })
  const { settledAt, settledBy, settledReason } = update
  return {
    update: await briefOf(reader, update),
    ...(await progressOf(reader, update, await readSteps(reader, update.id))),
    late: late.toSorted((a, b) => a.at - b.at),
    settled: settledAt === null ? null : { at: settledAt, by: settledBy ?? '', reason: settledReason ?? '' },
  }
}
