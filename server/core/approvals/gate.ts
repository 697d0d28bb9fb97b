import { ENTRY_KIND, type JournalEntry } from '#domain/journal/journalEntry.ts'
import type { RunRule } from '#domain/approvals/runRules.ts'
import { type ReportedStep, stepOf } from '#domain/approvals/steps.ts'
import type { RefusedStep } from '#domain/approvals/words.ts'
import type { Deps } from '../../deps.ts'
import { type CallRefusal, DomainError } from '../../errors.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { JournalRow } from '../../texts/journalRows.ts'
import { addressed, type LeaseCall, ownUpdate } from '../leases/leaseCall.ts'
import { refOf } from '../stacks/names.ts'
import { appendJournal, batchEvidence, refuseLargeBatch, storeEntries } from '../updates/journal.ts'
import { writeWithLease } from '../updates/leasedWrite.ts'
import { readDeciders } from './deciders.ts'
import { withoutGone } from './gone.ts'
import { readInForce } from './inForce.ts'
import { judgeBatch, type JudgedEntry } from './judgeBatch.ts'
import { type ApprovalNews, followApprovals } from './news.ts'
import { type RuleSet, rulesInForce } from './rules.ts'
import { judgedRun, recallContext, runContext, type RunContext, rulesOfRun, type RulesOfRun } from './runFacts.ts'
import { closeTimedOut, ofApprovals, type Place, storeJudged } from './settle.ts'
import { enterWaitingRoom } from './waitingRoom.ts'

/** A batch of journal entries as received. */
type Batch = { rows: readonly JournalRow[]; bytes: number }

/** The host of the waiting request. `onWait` is called once, before the first pause. */
type Waiting = { signal: AbortSignal; onWait: () => void }

/**
 * Stores a batch of journal entries like `appendJournal`, unless rules stop a step that it reports as about to begin
 * (docs/approvals.md). What has already happened is stored at once in any case. While a step waits for a decision, the
 * call waits; a refused step is an error of the whole batch, and none of its steps is stored: the client runs none.
 */
export async function appendGuarded(deps: Deps, call: LeaseCall, batch: Batch, waiting: Waiting): Promise<void> {
  if (!batch.rows.some(isBegin)) return appendJournal(deps, call, batch.rows, batch.bytes)
  refuseLargeBatch(deps, batch.rows, batch.bytes)
  const set = await rulesInForce(deps)
  const context = set.rules.length === 0 ? undefined : await contextOrOutcomes(deps, call, batch)
  const first = await settled(deps, call, { batch, set, context, isFirst: true })
  if (first === 'stored') return
  if (first === 'unknown' && (await isStored(deps, call, { batch, isFirst: true }))) return
  const leave = enterWaitingRoom(deps, batch.bytes)
  waiting.onWait()
  const news = followApprovals(deps, call.updateId, waiting.signal)
  try {
    await storeOnceDecided(deps, call, batch, { news, signal: waiting.signal })
  } finally {
    news.stop()
    leave()
  }
}

/** The context of the run. If it cannot be read, what has already happened is stored before this throws. */
async function contextOrOutcomes(deps: Deps, call: LeaseCall, { rows }: Batch): Promise<RunContext> {
  try {
    return await contextFor(deps, call, rows)
  } catch (error) {
    const outcomes = rows.filter((row) => !isBegin(row))
    if (outcomes.length > 0) await appendJournal(deps, call, outcomes, 0)
    throw error
  }
}

/** Attempts to store the batch whenever something may have been decided. */
async function storeOnceDecided(
  deps: Deps,
  call: LeaseCall,
  batch: Batch,
  { news, signal }: { news: ApprovalNews; signal: AbortSignal },
): Promise<void> {
  let seen = ''
  for (;;) {
    // A client that repeats the call finds what was decided meanwhile.
    if (signal.aborted || deps.stopping?.aborted) throw new DomainError({ kind: 'stepsUndecided' })
    const { mark, until, now } = await lookAt(deps, call)
    if (mark === seen && now < until) {
      await news.next(until - now)
      continue
    }
    if (await isStored(deps, call, { batch, isFirst: false })) return
    seen = mark
  }
}

/** Everything on which the decision about a batch depends, and until when nothing of it changes by itself. */
async function lookAt(deps: Deps, call: LeaseCall): Promise<{ mark: string; until: number; now: number }> {
  const [set, context] = [await rulesInForce(deps), await contextOf(deps, call)]
  const now = await deps.store.now()
  return deps.store.read(async (reader) => {
    const { stack, update } = await addressed(reader, call)
    const rows = await reader.approvalsOfUpdate(update.id)
    const { rules } = rulesOfRun(deps, set, judgedRun(stack, update, context), update.id)
    // Also of an earlier run: it may be allowed there while this one waits.
    const inForce = await readInForce(reader, { stack, update, now })
    const run = { org: stack.org, runner: update.requestedBy }
    const { roles } = await readDeciders(reader, [...rows, ...inForce], run)
    const mark = [
      set.version,
      ...rules.filter(({ isNow }) => isNow(now)).map(({ rule }) => rule.id),
      update.status,
      update.lease?.revokedAt,
      ...rows.map(({ id, status, decisions }) => `${id} ${status} ${decisions.length}`),
      ...inForce.map(({ id }) => id),
      ...[...roles].map(([login, role]) => `${login} ${role}`),
    ]
    const ends = rows.flatMap((row) => (row.status === 'waiting' ? row.until : []))
    const until = Math.min(...ends, update.lease?.expiresAt ?? Infinity)
    return { mark: mark.join('\n'), until, now }
  })
}

/** Attempts to store a batch. Returns false if it has to wait; throws if a step of it is refused. */
async function isStored(deps: Deps, call: LeaseCall, { batch, isFirst }: Pick<Attempt, 'batch' | 'isFirst'>) {
  const [set, context] = [await rulesInForce(deps), await contextFor(deps, call, batch.rows)]
  return (await settled(deps, call, { batch, set, context, isFirst })) === 'stored'
}

/** The same with what is known before; `unknown` if the context of the run is needed and was not given. */
async function settled(deps: Deps, call: LeaseCall, given: Attempt): Promise<'stored' | 'waits' | 'unknown'> {
  const outcome = await attempt(deps, call, given)
  const stack = refOf(call.name)
  if (outcome.changed) deps.bus.publish({ type: 'approval', stack, updateId: call.updateId })
  if (outcome.kind === 'abandoned') throw new DomainError({ kind: 'stepsUndecided' })
  if (outcome.kind === 'refused') throw new DomainError({ kind: 'stepsRefused', ...outcome.refusal })
  if (outcome.kind === 'stored') deps.bus.publish({ type: 'progress', stack, updateId: call.updateId })
  return outcome.kind
}

/** Reads what rules ask about the run, if the call is one of it. */
async function contextOf(deps: Deps, call: LeaseCall): Promise<RunContext> {
  const known = recallContext(deps, call.updateId)
  if (known !== undefined) return known
  const { stack, update } = await deps.store.read((reader) => addressed(reader, call))
  return runContext(deps, ownUpdate(update, call), stack.org)
}

/** The same as it is when the steps of a batch begin. */
const contextFor = async (deps: Deps, call: LeaseCall, rows: readonly JournalRow[]): Promise<RunContext> =>
  withoutGone(deps, { updateId: call.updateId, rows }, await contextOf(deps, call))

const isBegin = ({ kind }: JournalRow): boolean => kind === ENTRY_KIND.begin

type Outcome = { changed: boolean } & (
  | { kind: 'stored' }
  | {
      kind: 'refused'
      refusal: Omit<Extract<CallRefusal, { kind: 'stepsRefused' }>, 'kind'>
    }
  | { kind: 'waits' }
  | { kind: 'unknown' }
  | { kind: 'abandoned' }
)

/** Without a context there are no rules. */
type Attempt = { batch: Batch; set: RuleSet; context: RunContext | undefined; isFirst: boolean }

/** One attempt to store the batch, in a transaction with the decision about its steps. */
const attempt = (deps: Deps, call: LeaseCall, { batch, set, context, isFirst }: Attempt): Promise<Outcome> => {
  const { rows } = batch
  // Later the client may have been ended while it waited: its step did not run, so it is no evidence of anything.
  const evidence = isFirst ? batchEvidence(rows) : undefined
  return writeWithLease(deps, call, evidence, async (writer, update, now, stack) => {
    const place = { writer, stack, update, now }
    const wasStopped = update.stepCounts !== null || update.awaiting !== null
    if (wasStopped && context === undefined) return { kind: 'unknown', changed: false }
    const mine = wasStopped ? await closeTimedOut(place) : []
    const { rules, anyMatches } = context
      ? rulesOfRun(deps, set, judgedRun(stack, update, context), update.id)
      : NO_RULES
    const steps = context ? await newSteps(place, rows, { rules, anyMatches, mine, context }) : []
    if (steps.length > 0 || mine.length > 0) return decide(deps, place, { steps, rules, mine, rows, isFirst })
    await storeEntries(writer, update, rows, now)
    return { kind: 'stored', changed: false }
  })
}

const NO_RULES: RulesOfRun = { rules: [], anyMatches: () => false }

type Known = RulesOfRun & { mine: readonly ApprovalRow[]; context: RunContext }

/** The steps of a batch that rules concern, or that were asked about, as far as the journal does not have them yet. */
async function newSteps(
  { writer, update }: Place,
  rows: readonly JournalRow[],
  { rules, anyMatches, mine, context: { known } }: Known,
): Promise<ReportedStep[]> {
  if (rules.length === 0 && mine.length === 0) return []
  const asked = new Set(mine.map(({ sequenceID }) => sequenceID))
  const steps = rows
    .filter(isBegin)
    .flatMap(({ text }) => stepOf(JSON.parse(text) as JournalEntry, known) ?? []) // validated on receipt
    .map((step) => (step.step === 'delete' ? { ...step, mayReplace: update.kind === 'update' } : step))
    .filter((step) => asked.has(step.sequenceID) || anyMatches(step))
  if (steps.length === 0) return []
  const least = Math.min(...steps.map(({ sequenceID }) => sequenceID))
  const stored = new Set((await writer.journal(update.id, least - 1)).map(({ sequenceID }) => sequenceID))
  return steps.filter(({ sequenceID }) => !stored.has(sequenceID))
}

type Deciding = {
  steps: ReportedStep[]
  rules: readonly RunRule[]
  mine: readonly ApprovalRow[]
  rows: readonly JournalRow[]
  isFirst: boolean
}

async function decide(deps: Deps, place: Place, { steps, rules, mine, rows, isFirst }: Deciding): Promise<Outcome> {
  const { writer, stack, update, now } = place
  const inForce = steps.length === 0 ? [] : await readInForce(writer, place)
  const counts = update.stepCounts ?? {}
  const deciders = await readDeciders(writer, [...mine, ...inForce], { org: stack.org, runner: update.requestedBy })
  const judged = judgeBatch(rules, steps, { mine, inForce, deciders, counts, now, updateId: update.id })
  // The client has sent another batch since: it no longer waits for this one.
  if (!isFirst && judged.held.some(({ asked }) => asked?.status === 'ended'))
    return { kind: 'abandoned', changed: false }
  const after = await storeJudged(deps, place, { judged, mine, rows, isFirst })
  const own = ofApprovals(after, update)
  const isOpen = judged.refused.length === 0 && judged.held.length === 0
  const begins = new Set(rows.filter(isBegin).map(({ sequenceID }) => sequenceID))
  // What has happened is stored with the first attempt.
  const kept = isOpen ? rows : isFirst ? rows.filter(({ sequenceID }) => !begins.has(sequenceID)) : []
  const { awaiting, approvalTally, slowFrom } = update
  const isChanged = JSON.stringify(own) !== JSON.stringify({ awaiting, approvalTally, slowFrom })
  const next = isOpen ? judged.counts : counts
  // From the first stopped step on, the counts say that there may be approvals of this run.
  const isCounted = isOpen ? Object.keys(next).length > 0 : update.stepCounts === null
  const patch = { ...(isChanged && own), ...(isCounted && { stepCounts: next }) }
  if (kept.length > 0) await storeEntries(writer, update, kept, now, patch)
  else if (isChanged || isCounted) await writer.patchUpdate(update.id, patch)
  const changed = isChanged || judged.refused.length > 0
  if (isOpen) return { kind: 'stored', changed }
  if (judged.refused.length === 0) return { kind: 'waits', changed }
  const refused = judged.refused.map((entry) => refusedStep(entry, after))
  const refusal = {
    stack: nameOf(stack),
    version: update.version,
    steps: refused,
    ...(await restOf(place, rows, refused.length)),
  }
  return { kind: 'refused', changed, refusal }
}

/**
 * What else a refused batch reports: steps that were to begin, and steps that have ended. Those of unchanged resources
 * have no operation, and are neither.
 */
async function restOf(
  { writer, update }: Place,
  rows: readonly JournalRow[],
  refused: number,
): Promise<{ others: number; ended: number }> {
  const ends = new Set(
    rows.flatMap(({ kind, operationID }) => (operationID !== 0 && OUTCOMES.has(kind) ? [operationID] : [])),
  )
  const first = Math.min(...rows.map(({ sequenceID }) => sequenceID))
  const known = ends.size === 0 ? [] : [...rows, ...(await writer.journal(update.id, first - 1 - NEAR))]
  const starts = known.filter((row) => ends.has(row.operationID) && isBegin(row))
  for (const row of starts) if (!isPlanned(row)) ends.delete(row.operationID)
  return { others: rows.filter(isPlanned).length - refused, ended: ends.size }
}

/**
 * So many entries before a batch are read to find the unchanged resources among those that it reports as ended: these
 * end soon after they begin. The whole journal may be large, and other calls of the stack wait meanwhile.
 */
const NEAR = 1_000

const isPlanned = (row: JournalRow): boolean =>
  isBegin(row) && Boolean((JSON.parse(row.text) as JournalEntry).operation) // validated on receipt

const OUTCOMES: ReadonlySet<number> = new Set([ENTRY_KIND.success, ENTRY_KIND.failure])

const nameOf = ({ org, project, name }: Place['stack']): LeaseCall['name'] => ({ org, project, name })

/** Why a step does not run: a rule, a user, or that nobody decided. */
function refusedStep(
  { step: { step, urn, type, sequenceID }, asked, verdict }: JudgedEntry,
  after: readonly ApprovalRow[],
): RefusedStep {
  const row = after.find((one) => one.id === asked?.id) ?? after.findLast((one) => one.sequenceID === sequenceID)
  const refusal = row?.decisions.findLast(({ allow }) => !allow)
  const because = row?.status === 'timedOut' ? 'time' : refusal === undefined ? 'rule' : 'user'
  const [rule] = because === 'rule' && verdict.kind === 'refuse' ? verdict.rules : (row?.rules ?? [])
  return {
    step,
    urn,
    type,
    rule: rule?.name ?? '',
    because,
    by: refusal?.by.login ?? null,
    reason: refusal?.reason ?? '',
    limitMs: row === undefined ? 0 : row.until - row.since,
    keptMinutes: row?.keptMinutes ?? 0,
  }
}
