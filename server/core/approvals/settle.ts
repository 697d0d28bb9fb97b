import { type Demand, demandOf } from '#domain/approvals/judge.ts'
import { stepRuleSentence, stepText } from '#domain/approvals/words.ts'
import { runName } from '#domain/runName.ts'
import type { ApprovalRule } from '#contract/approvals.ts'
import { awaitingOf } from '#domain/approvals/awaiting.ts'
import { approvalTally } from '#domain/approvals/tally.ts'
import { list } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { ApprovalRow, NewApprovalRow } from '../../store/port/approvals.ts'
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
      `${runName(update)}: nobody decided in time: ${stepText(row)}`,
    )
    settled.push({ ...row, ...patch })
  }
  return settled
}

/** Closes what nobody decided in time, also if no call waits for it any more. Returns what changes of the update. */
export const timedOutIn = async (place: Place): Promise<Partial<UpdateRow>> =>
  place.update.awaiting === null || place.now < place.update.awaiting.until
    ? {}
    : ofApprovals(await closeTimedOut(place), place.update)

/**
 * Ends the wait for steps that the client has given up: it sends one batch after the other, so entries of another batch
 * say that it no longer waits. Returns what changes of the update.
 */
export async function endAbandoned(
  { writer, update, now }: Omit<Place, 'stack'>,
  rows: readonly JournalRow[],
): Promise<Partial<UpdateRow>> {
  if (update.awaiting === null) return {}
  const sent = new Set(rows.map(({ sequenceID }) => sequenceID))
  const after: ApprovalRow[] = []
  for (const row of await writer.approvalsOfUpdate(update.id)) {
    const isGone = row.status === 'waiting' && !sent.has(row.sequenceID)
    if (isGone) await writer.patchApproval(row.id, { status: 'ended', decidedAt: now })
    after.push(isGone ? { ...row, status: 'ended', decidedAt: now } : row)
  }
  return ofApprovals(after, update)
}

/** What was judged, the approvals of the run so far, the entries of the batch, and the numbers of these. */
type Settled = { judged: Judged; mine: readonly ApprovalRow[]; rows: readonly JournalRow[]; isFirst: boolean }

/**
 * Stores what was decided about a batch: steps that wait, those that are refused, and those that no longer wait.
 * Returns all approvals of the run as they are then.
 */
export async function storeJudged(
  deps: Pick<Deps, 'newId'>,
  place: Place,
  { judged, mine, rows, isFirst }: Settled,
): Promise<ApprovalRow[]> {
  const { writer, now } = place
  const entries = new Map(rows.map(({ sequenceID, text }) => [sequenceID, text]))
  const isRefused = judged.refused.length > 0
  const changed = new Map<string, ApprovalRow>()
  const added: NewApprovalRow[] = []
  const change = async (row: ApprovalRow, patch: Partial<ApprovalRow>) => {
    await writer.patchApproval(row.id, patch)
    changed.set(row.id, { ...row, ...patch })
  }
  const add = (entry: JudgedEntry, rest: Partial<ApprovalRow>) =>
    added.push({ ...newRow(deps, place, entry, entries.get(entry.step.sequenceID) ?? ''), ...rest })

  for (const group of grouped(judged.refused)) {
    const { asked, verdict } = group[0]
    if (asked === undefined) add(group[0], refusedAt(now))
    // Of those that a user refused, or nobody allowed, that remains on record.
    else if (verdict.kind === 'refuse' && !REFUSED.has(asked.status))
      await change(asked, { ...about(verdict.rules), ...refusedAt(now) })
  }
  for (const group of grouped(judged.held)) {
    const { asked } = group[0]
    const rules = new Map(group.flatMap(({ verdict }) => verdict.rules.map((rule) => [rule.id, rule])))
    const wanted = (since: number) => ({
      ...about([...rules.values()]),
      ...demanded(demandOf([...rules.values()]), since),
    })
    // A batch is answered as a whole: with a refused step, the others do not run either.
    const ended = isRefused ? ({ status: 'ended', decidedAt: now } as const) : {}
    if (asked === undefined) add(group[0], { ...wanted(now), ...ended })
    else if (asked.status === 'waiting') {
      const patch = { ...wanted(asked.since), ...ended }
      if (differs(asked, patch)) await change(asked, patch)
    } else if (!isRefused) await change(asked, { ...wanted(now), ...WAITS, since: now })
  }
  const sequenceIDs = new Set(entries.keys())
  for (const row of mine) {
    if (changed.has(row.id) || judged.held.some(({ asked }) => asked?.id === row.id)) continue
    if (judged.satisfied.has(row.id)) {
      if (row.status !== 'allowed') await change(row, allowedAt(row, now))
    } else if (row.status === 'waiting') {
      const isOfBatch = sequenceIDs.has(row.sequenceID)
      if (isOfBatch) await change(row, { status: isRefused ? 'ended' : 'withdrawn', decidedAt: now })
      // A new batch says that the client has given up the one before.
      else if (isFirst) await change(row, { status: 'ended', decidedAt: now })
    }
  }
  if (judged.held.length === 0 && !isRefused) added.push(...(await useApprovals(deps, place, judged.used)))
  await writer.insertApprovals(added)
  await noteAsked(place, [...added, ...changed.values()])
  return [...mine.map((row) => changed.get(row.id) ?? row), ...added]
}

/**
 * Approvals of other runs by which steps of this one pass: a record with this run, too. One for the rest of a run is used
 * up.
 */
async function useApprovals(
  { newId }: Pick<Deps, 'newId'>,
  { writer, stack, update, now }: Place,
  used: Judged['used'],
): Promise<NewApprovalRow[]> {
  const copies = used.map(({ step: { step, urn, type, sequenceID }, digest, row }) => {
    const at = row.decidedAt ?? now
    const record = { id: newId(), updateId: update.id, since: at, until: at, keptUntil: null, entry: '' }
    return { ...row, ...record, step, urn, type, sequenceID, digest }
  })
  for (const { of, id } of new Set(used.map(({ row }) => row)))
    if (of === 'run') await writer.patchApproval(id, { keptUntil: now })
  for (const row of copies) {
    const logins = list(row.decisions.flatMap(({ allow, by }) => (allow ? [by.login] : [])))
    await noteBySystem(
      { writer, stack, now },
      'approval.use',
      `${runName(update)}: ${stepText(row)}: allowed before by ${logins}`,
    )
  }
  return copies.filter(
    (row, index) => row.of === 'step' || copies.findIndex(({ rules }) => rules === row.rules) === index,
  )
}

/** Refused for good: the step stays refused in this run. */
const REFUSED: ReadonlySet<string> = new Set(['refused', 'timedOut'])
const WAITS = { status: 'waiting', decidedAt: null, keptUntil: null } as const

const refusedAt = (now: number) => ({ status: 'refused', decidedAt: now, keptUntil: null, isRefusal: true }) as const

/** Allowed by enough users. */
export const allowedAt = ({ keptMinutes }: Pick<ApprovalRow, 'keptMinutes'>, now: number) =>
  ({ status: 'allowed', decidedAt: now, keptUntil: now + keptMinutes * MINUTE_MS }) as const

/** Entries that share an approval: those of rules that count have one for the rest of the run. */
function grouped<Entry extends JudgedEntry>(judged: readonly Entry[]): [Entry, ...Entry[]][] {
  const groups = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of judged) {
    const { asked, verdict, step } = entry
    const rest = verdict.kind !== 'pass' && verdict.of === 'run' ? `run ${verdict.rules[0]?.id}` : undefined
    const key = asked?.id ?? rest ?? `step ${step.sequenceID}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else group.push(entry)
  }
  return [...groups.values()]
}

const about = (rules: readonly ApprovalRule[]): Pick<ApprovalRow, 'rules' | 'why'> => ({
  rules: rules.map(({ id, name }) => ({ id, name })),
  why: rules[0] === undefined ? '' : stepRuleSentence(rules[0]),
})

const demanded = ({ persons, role, ownRuns, minutes, keptMinutes }: Demand, since: number) => ({
  persons,
  role,
  ownRuns,
  keptMinutes,
  until: since + minutes * MINUTE_MS,
})

const differs = (row: ApprovalRow, wanted: Partial<ApprovalRow>): boolean =>
  Object.entries(wanted).some(([key, value]) => JSON.stringify(row[key as keyof ApprovalRow]) !== JSON.stringify(value))

function newRow(
  { newId }: Pick<Deps, 'newId'>,
  { stack, update, now }: Place,
  { step, digest, verdict }: JudgedEntry,
  entry: string,
): NewApprovalRow {
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
  return { awaiting: awaitingOf(rows.filter(({ status }) => status === 'waiting')), approvalTally: tally, slowFrom }
}

type Noting = Pick<Place, 'writer' | 'stack' | 'now'>

const noteBySystem = (
  { writer, stack, now }: Noting,
  action: 'approval.ask' | 'approval.use' | 'approval.refuse',
  detail: string,
) => audit(writer, { at: now, by: SERVER, action, stack, detail, requestId: '' })

/** One entry for all steps that a batch asks about, and one for all that rules refuse. */
async function noteAsked(place: Place, rows: readonly ApprovalRow[]): Promise<void> {
  const asked = rows.filter(({ status, since }) => status === 'waiting' && since === place.now)
  const refused = rows.filter(({ status }) => status === 'refused')
  for (const [action, some] of [
    ['approval.ask', asked],
    ['approval.refuse', refused],
  ] as const) {
    if (some.length === 0) continue
    const rules = list(new Set(some.flatMap(({ rules: about }) => about.map(({ name }) => `“${name}”`))))
    await noteBySystem(place, action, `${runName(place.update)}, ${rules}: ${list(some.map(stepText))}`)
  }
}
