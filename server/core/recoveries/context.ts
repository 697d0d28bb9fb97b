import type { PendingItem } from '#contract/recoveries.ts'
import type { FirstSeen } from '#domain/journal/pending.ts'
import type { ReportedState } from '#domain/recoveries/pending/reportedState.ts'
import type { Deps } from '../../deps.ts'
import { ask, type StateSource } from '../../texts/askStates.ts'
import { currentState } from '../edits/currentState.ts'
import { namedStack } from '../stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { LateRow, UpdateRow } from '../../store/port/updates.ts'
import { firstSeenOf } from './firstSeen.ts'
import { type LateReport, lateReports, reportedStates } from './lateReports.ts'
import { readSteps, type StepNews } from './progress.ts'

/** The current state with its pending operations; `unreadable` is the reason why it cannot be used. */
type Present = {
  source: StateSource
  row: StateRow | null
  items: PendingItem[]
  unreadable: string | null
  /** What clients reported about the pending creates after the end of their updates. */
  reported: ReportedState[]
}

/** Maximum number of former runs examined to find the one that a recovery concerns. */
const MAX_RUNS = 50

/** Returns the newest entries of a stack's history, newest first. */
const recentUpdates = (reader: Reader, stack: StackRow): Promise<UpdateRow[]> =>
  reader.updates(stack.id, { previews: 'no', limit: MAX_RUNS, offset: 0 })

/**
 * Whether writes from the console require level 3: no update has succeeded since one with unreadable entries
 * (docs/protocol.md, Replay).
 */
export const hasUnknownEntries = async (reader: Reader, stack: StackRow): Promise<boolean> =>
  leftUnknownEntries(await recentUpdates(reader, stack))

function leftUnknownEntries(updates: readonly UpdateRow[]): boolean {
  for (const update of updates) {
    if (update.hasUnknownEntries) return true
    if (update.status === 'succeeded' && update.kind !== 'recovery') return false
  }
  return false
}

/** The basis of every answer about a stack in trouble: its history, its state, and the last run, each read once. */
export type RecoveryContext = Present & {
  updates: UpdateRow[]
  /** The last run of a CLI; writes of the console and renames since only follow from it. */
  run: UpdateRow | undefined
  hasUnknownEntries: boolean
  stepsOf: StepsOf
}

type StepsOf = (updateId: string) => ReturnType<typeof readSteps>

export async function recoveryContext(deps: Deps, reader: Reader, stack: StackRow): Promise<RecoveryContext> {
  const updates = await recentUpdates(reader, stack)
  const run = updates.find(({ kind }) => kind !== 'recovery' && kind !== 'rename')
  const read = new Map<string, ReturnType<typeof readSteps>>()
  const stepsOf: StepsOf = (updateId) => {
    const steps = read.get(updateId) ?? readSteps(reader, updateId)
    read.set(updateId, steps)
    return steps
  }
  const present = await presentOf(deps, reader, stack, { updates, stepsOf })
  return { ...present, updates, run, hasUnknownEntries: leftUnknownEntries(updates), stepsOf }
}

type History = Pick<RecoveryContext, 'updates' | 'stepsOf'>

async function presentOf(deps: Deps, reader: Reader, stack: StackRow, history: History): Promise<Present> {
  // The current state, not the running update's state so far: operations in flight belong to the holder and are not
  // interrupted.
  const { row, source } = await currentState(reader, stack)
  const hasPending = (row?.pendingCount ?? 0) > 0
  const { updates } = history
  const firstSeen =
    row && hasPending ? await firstSeenOf(deps, reader, { stack, updates }, row) : new Map<string, FirstSeen>()
  const late = await lateOf(reader, new Set([...firstSeen.values()].map(({ update }) => update)), history)
  const pending = await ask(deps, [source], 'pendingFacts', {
    stack: namedStack(stack),
    firstSeen: [...firstSeen],
    late: late.flatMap(({ reports }) => reports),
  })
  const creates = new Set(pending.items.flatMap(({ type, urn }) => (type === 'creating' ? urn : [])))
  const reported: ReportedState[] = []
  for (const { updateId, reports, ...sent } of late)
    if (reports.some(({ urn }) => creates.has(urn)))
      reported.push(...(await reportedStates(reader, updateId, creates, sent)))
  return { source, row, ...pending, reported }
}

/** What the client of an update reported after its end. */
type Late = { updateId: string; reports: LateReport[]; late: LateRow[]; steps: StepNews[] }

/** The reports of the updates in which pending operations were first seen: no other client has worked on these. */
async function lateOf(reader: Reader, updateIds: Set<string>, { updates, stepsOf }: History): Promise<Late[]> {
  const found: Late[] = []
  for (const id of updateIds) {
    const update = updates.find((known) => known.id === id) ?? (await reader.update(id))
    if (!update || update.status === 'running') continue
    // An update that ended cleanly has saved everything that it reported; only an interrupted one's events say more
    // than its state.
    const steps = update.endReason === 'complete' ? [] : (await stepsOf(id)).steps
    const late = await reader.late(id)
    found.push({ updateId: id, reports: lateReports(id, late, steps), late, steps })
  }
  return found
}
