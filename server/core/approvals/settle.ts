import type { Demand } from '#domain/approvals/judge.ts'
import { ruleSentence, runText, stepText } from '#domain/approvals/words.ts'
import type { ApprovalRule } from '#contract/approvals.ts'
import type { Awaiting } from '#domain/approvals/awaiting.ts'
import { approvalTally } from '#domain/approvals/tally.ts'
import { list } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { audit, SERVER } from '../access/audit.ts'
import type { Judged, JudgedEntry } from './judgeBatch.ts'
import type { JournalRow } from '../../texts/journalRows.ts'

/** The run whose steps were judged, in the transaction that stores what follows. */
export type Place = { writer: Writer; stack: StackRow; update: UpdateRow; now: number }

const MINUTE_MS = 60_000

/** Marks what nobody decided in time as refused. Returns all approvals of the update as they are then. */
export async function closeTimedOut({ writer, stack, update, now }: Place): Promise<ApprovalRow[]> {
  const rows = await writer.approvalsOfUpdate(update.id)
  const settled: ApprovalRow[] = []
  for (const row of rows) {
    if (row.status !== 'waiting' || now < row.until) {
      settled.push(row)
      continue
    }
    const patch = { status: 'timedOut', decidedAt: now } as const
    await writer.patchApproval(row.id, patch)
    await noteBySystem(
      { writer, stack, now },
      'approval.refuse',
      `${runText(update)}: nobody decided in time: ${stepText(row)}`,
    )
    settled.push({ ...row, ...patch })
  }
  return settled
}

/** Stores what was decided about a batch: steps that wait, those that are refused, and those that no longer wait. */
export async function storeJudged(
  deps: Pick<Deps, 'newId'>,
  place: Place,
  {
    judged,
    mine,
    rows,
    steps,
  }: { judged: Judged; mine: readonly ApprovalRow[]; rows: readonly JournalRow[]; steps: ReadonlySet<number> },
): Promise<ApprovalRow[]> {
  const { writer, stack, update, now } = place
  const entries = new Map(rows.map(({ sequenceID, text }) => [sequenceID, text]))
  const changed = new Map<string, ApprovalRow>()
  const added: ApprovalRow[] = []
  const change = async (row: ApprovalRow, patch: Partial<ApprovalRow>) => {
    await writer.patchApproval(row.id, patch)
    changed.set(row.id, { ...row, ...patch })
  }
  const add = (entry: JudgedEntry, rest: Partial<ApprovalRow>) =>
    added.push({ ...newRow(deps, place, entry, entries.get(entry.step.sequenceID) ?? ''), ...rest })
  for (const entry of judged.refused) {
    if (entry.asked?.status === 'waiting')
      await change(entry.asked, { status: 'refused', decidedAt: now, isRefusal: true })
    else if (entry.asked === undefined) add(entry, { status: 'refused', decidedAt: now, isRefusal: true })
  }
  for (const { verdict, asked, ...entry } of judged.held) {
    const present =
      asked ??
      added.find((row) => row.of === 'run' && verdict.of === 'run' && row.rules[0]?.id === verdict.rules[0]?.id)
    if (present === undefined) add({ verdict, asked, ...entry }, demanded(verdict.demand, now))
    else if (asked !== undefined && differs(asked, verdict.demand))
      await change(asked, { ...about(verdict.rules), ...demanded(verdict.demand, asked.since) })
  }
  const stillHeld = new Set(judged.held.flatMap(({ asked }) => asked?.id ?? []))
  for (const row of mine) {
    const isOfBatch = steps.has(row.sequenceID)
    if (row.status !== 'waiting' || changed.has(row.id) || !isOfBatch || stillHeld.has(row.id)) continue
    // A batch is answered as a whole: with a refused step, the others do not run either.
    if (judged.refused.length > 0) await change(row, { status: 'ended', decidedAt: now })
    else if (judged.held.length === 0) await change(row, passed(row, now))
  }
  if (judged.refused.length > 0) for (const row of added) if (row.status === 'waiting') row.status = 'ended'
  await writer.insertApprovals(added)
  await noteAdded({ writer, stack, now }, update, added)
  return [...mine.map((row) => changed.get(row.id) ?? row), ...added]
}

/** A step that waited and may run now: enough users allowed it, or no rule asks for it any more. */
const passed = (row: ApprovalRow, now: number): Partial<ApprovalRow> =>
  row.decisions.some(({ allow }) => allow)
    ? { status: 'allowed', decidedAt: now, keptUntil: now + row.keptMinutes * MINUTE_MS }
    : { status: 'withdrawn', decidedAt: now }

const about = (rules: readonly ApprovalRule[]): Pick<ApprovalRow, 'rules' | 'why'> => ({
  rules: rules.map(({ id, name }) => ({ id, name })),
  why: rules[0] === undefined ? '' : ruleSentence(rules[0]),
})

const demanded = ({ persons, role, ownRuns, minutes, keptMinutes }: Demand, since: number) => ({
  persons,
  role,
  ownRuns,
  keptMinutes,
  until: since + minutes * MINUTE_MS,
})

const differs = (row: ApprovalRow, demand: Demand): boolean => {
  const wanted = demanded(demand, row.since)
  return (Object.keys(wanted) as (keyof typeof wanted)[]).some((key) => row[key] !== wanted[key])
}

function newRow(
  { newId }: Pick<Deps, 'newId'>,
  { stack, update, now }: Place,
  { step, digest, verdict }: JudgedEntry,
  entry: string,
): ApprovalRow {
  const rules = verdict.kind === 'pass' ? [] : verdict.rules
  return {
    id: newId(),
    stackId: stack.id,
    updateId: update.id,
    of: verdict.kind === 'pass' ? 'step' : verdict.of,
    step: step.step,
    urn: step.urn,
    type: step.type,
    ...about(rules),
    isRefusal: false,
    status: 'waiting',
    since: now,
    until: now,
    decidedAt: null,
    keptMinutes: 0,
    keptUntil: null,
    persons: 0,
    role: 'operator',
    ownRuns: false,
    decisions: [],
    sequenceID: step.sequenceID,
    digest,
    entry,
  }
}

/** What the row of an update says of its approvals. The time for which it waited does not make it slow. */
export function ofApprovals(
  rows: readonly ApprovalRow[],
  update: Pick<UpdateRow, 'approvalTally' | 'slowFrom'>,
): Pick<UpdateRow, 'awaiting' | 'approvalTally' | 'slowFrom'> {
  const tally = approvalTally(rows)
  const waitedMs = (tally?.waitedMs ?? 0) - (update.approvalTally?.waitedMs ?? 0)
  const slowFrom = update.slowFrom === null ? null : update.slowFrom + waitedMs
  return { awaiting: awaitingOf(rows), approvalTally: tally, slowFrom }
}

/** What a running update waits for, from its approvals. */
function awaitingOf(rows: readonly ApprovalRow[]): Awaiting | null {
  const waiting = rows.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return {
    since: Math.min(...waiting.map(({ since }) => since)),
    until: Math.min(...waiting.map(({ until }) => until)),
    steps: waiting.length,
    persons: Math.max(...waiting.map(({ persons }) => persons)),
    role: waiting.some(({ role }) => role === 'admin') ? 'admin' : 'operator',
  }
}

type Noting = Pick<Place, 'writer' | 'stack' | 'now'>

const noteBySystem = ({ writer, stack, now }: Noting, action: 'approval.ask' | 'approval.refuse', detail: string) =>
  audit(writer, { at: now, by: SERVER, action, stack, detail, requestId: '' })

/** One entry for all steps that a batch asks about, and one for all that rules refuse. */
async function noteAdded(place: Noting, update: UpdateRow, added: readonly ApprovalRow[]): Promise<void> {
  for (const [action, status] of [
    ['approval.ask', 'waiting'],
    ['approval.refuse', 'refused'],
  ] as const) {
    const rows = added.filter((row) => row.status === status)
    if (rows.length === 0) continue
    const rules = list(new Set(rows.flatMap(({ rules: about }) => about.map(({ name }) => `"${name}"`))))
    await noteBySystem(place, action, `${runText(update)}, ${rules}: ${list(rows.map(stepText))}`)
  }
}
