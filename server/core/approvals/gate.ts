import { ENTRY_KIND, type JournalEntry } from '#domain/journal/journalEntry.ts'
import type { RunRule } from '#domain/approvals/runRules.ts'
import { type ReportedStep, stepOf } from '#domain/approvals/steps.ts'
import type { Deps } from '../../deps.ts'
import { type CallRefusal, DomainError, type RefusedStep } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { JournalRow } from '../../texts/journalRows.ts'
import { addressed, type LeaseCall, ownUpdate } from '../leases/leaseCall.ts'
import { refOf } from '../stacks/names.ts'
import { appendJournal, batchEvidence, refuseLargeBatch, storeEntries } from '../updates/journal.ts'
import { writeWithLease } from '../updates/leasedWrite.ts'
import { judgeBatch, type JudgedEntry } from './judgeBatch.ts'
import { type ApprovalNews, followApprovals } from './news.ts'
import { type RuleSet, rulesInForce } from './rules.ts'
import { judgedRun, runContext, type RunContext, rulesOfRun } from './runFacts.ts'
import { awaitingOf, closeTimedOut, type Place, storeJudged } from './settle.ts'

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
  const first = await rulesInForce(deps)
  if (first.rules.length === 0 || !batch.rows.some(isBegin)) return appendJournal(deps, call, batch.rows, batch.bytes)
  refuseLargeBatch(deps, batch.rows, batch.bytes)
  const known = await deps.store.read((reader) => addressed(reader, call))
  const context = await runContext(deps, ownUpdate(known.update, call), known.stack.org)
  const hold = { batch, context, isFirst: true }
  if (await isStored(deps, call, { ...hold, set: first })) return
  waiting.onWait()
  const news = followApprovals(deps, call.updateId, waiting.signal)
  try {
    await storeOnceDecided(deps, call, { ...hold, isFirst: false }, { news, signal: waiting.signal })
  } finally {
    news.stop()
  }
}

/** Attempts to store the batch whenever something may have been decided. */
async function storeOnceDecided(
  deps: Deps,
  call: LeaseCall,
  hold: Omit<Attempt, 'set'>,
  { news, signal }: { news: ApprovalNews; signal: AbortSignal },
): Promise<void> {
  let seen = ''
  for (;;) {
    const set = await rulesInForce(deps)
    const now = await deps.store.now()
    const { mark, until } = await deps.store.read((reader) => markOf(reader, call.updateId, set))
    if (mark !== seen || until <= now) {
      if (await isStored(deps, call, { ...hold, set })) return
      seen = mark
      continue
    }
    await news.next(until - now)
    // A client that repeats the call finds what was decided meanwhile.
    if (signal.aborted || deps.stopping?.aborted) throw new DomainError({ kind: 'stepsUndecided' })
  }
}

/** Everything on which the decision about a batch depends, besides the time limit. */
async function markOf(
  reader: Reader,
  updateId: string,
  { version }: RuleSet,
): Promise<{ mark: string; until: number }> {
  const [update, rows] = await Promise.all([reader.update(updateId), reader.approvalsOfUpdate(updateId)])
  const decided = rows.map(({ id, status, decisions }) => `${id} ${status} ${decisions.length}`)
  const until = rows.reduce((least, row) => (row.status === 'waiting' ? Math.min(least, row.until) : least), Infinity)
  return { mark: [version, update?.status, update?.lease?.revokedAt, ...decided].join('\n'), until }
}

/** Attempts to store a batch. Returns false if it has to wait; throws if a step of it is refused. */
async function isStored(deps: Deps, call: LeaseCall, hold: Attempt): Promise<boolean> {
  const outcome = await attempt(deps, call, hold)
  const stack = refOf(call.name)
  if (outcome.changed) deps.bus.publish({ type: 'approval', stack, updateId: call.updateId })
  if (outcome.kind === 'refused') throw new DomainError({ kind: 'stepsRefused', ...outcome.refusal })
  if (outcome.kind === 'stored') deps.bus.publish({ type: 'progress', stack, updateId: call.updateId })
  return outcome.kind === 'stored'
}

const isBegin = ({ kind }: JournalRow): boolean => kind === ENTRY_KIND.begin

type Outcome = { changed: boolean } & (
  | { kind: 'stored' }
  | {
      kind: 'refused'
      refusal: Omit<Extract<CallRefusal, { kind: 'stepsRefused' }>, 'kind'>
    }
  | { kind: 'waits' }
)

type Attempt = { batch: Batch; set: RuleSet; context: RunContext; isFirst: boolean }

/** One attempt to store the batch, in a transaction with the decision about its steps. */
const attempt = (deps: Deps, call: LeaseCall, { batch, set, context, isFirst }: Attempt): Promise<Outcome> => {
  // Later the client may have been ended while it waited: its step did not run, so it is no evidence of anything.
  const evidence = isFirst ? batchEvidence(batch.rows) : undefined
  return writeWithLease(deps, call, evidence, async (writer, update, now, stack) => {
    const rules = rulesOfRun(deps, set, judgedRun(stack, update, context), update.id)
    const place = { writer, stack, update, now }
    const steps = await newSteps(place, batch.rows, rules, context)
    if (steps.length === 0) {
      await storeEntries(
        writer,
        update,
        batch.rows,
        now,
        update.awaiting === null ? {} : await noLonger(deps, place, batch.rows),
      )
      return { kind: 'stored', changed: update.awaiting !== null }
    }
    return decide(deps, place, { steps, rules, rows: batch.rows })
  })
}

/** The steps of a batch that rules concern, as far as the journal does not have them yet. */
async function newSteps(
  { writer, update }: Place,
  rows: readonly JournalRow[],
  rules: readonly RunRule[],
  { isLive }: RunContext,
): Promise<ReportedStep[]> {
  if (rules.length === 0) return []
  const steps = rows
    .filter(isBegin)
    .flatMap(({ text }) => stepOf(JSON.parse(text) as JournalEntry, isLive) ?? []) // validated on receipt
    .map((step) => (step.step === 'delete' ? { ...step, mayReplace: update.kind === 'update' } : step))
    .filter((step) => rules.some(({ matches }) => matches(step)))
  if (steps.length === 0) return []
  const least = Math.min(...steps.map(({ sequenceID }) => sequenceID))
  const stored = new Set((await writer.journal(update.id, least - 1)).map(({ sequenceID }) => sequenceID))
  return steps.filter(({ sequenceID }) => !stored.has(sequenceID))
}

/** Closes what waited for steps of this batch that no rule concerns any more. */
async function noLonger(deps: Deps, place: Place, rows: readonly JournalRow[]): Promise<object> {
  const mine = await closeTimedOut(place)
  const judged = { refused: [], held: [], counts: {} }
  const steps = new Set(rows.map(({ sequenceID }) => sequenceID))
  return { awaiting: awaitingOf(await storeJudged(deps, place, { judged, mine, rows, steps })) }
}

async function decide(
  deps: Deps,
  place: Place,
  { steps, rules, rows }: { steps: ReportedStep[]; rules: readonly RunRule[]; rows: readonly JournalRow[] },
): Promise<Outcome> {
  const { writer, stack, update, now } = place
  const mine = await closeTimedOut(place)
  const inForce = await writer.approvalsInForce(stack.id, now)
  const counts = update.stepCounts ?? {}
  const judged = judgeBatch(rules, steps, { mine, inForce, counts, now })
  const sequenceIDs = new Set(rows.map(({ sequenceID }) => sequenceID))
  const after = await storeJudged(deps, place, { judged, mine, rows, steps: sequenceIDs })
  const awaiting = awaitingOf(after)
  const isOpen = judged.refused.length === 0 && judged.held.length === 0
  const begins = new Set(rows.filter(isBegin).map(({ sequenceID }) => sequenceID))
  const kept = isOpen ? rows : rows.filter(({ sequenceID }) => !begins.has(sequenceID))
  const isChanged = JSON.stringify(awaiting) !== JSON.stringify(update.awaiting)
  const patch = { ...(isChanged && { awaiting }), ...(isOpen && { stepCounts: judged.counts }) }
  if (kept.length > 0 || isChanged) await storeEntries(writer, update, kept, now, patch)
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
  const ends = new Set(rows.flatMap(({ kind, operationID }) => (OUTCOMES.has(kind) ? [operationID] : [])))
  const known = ends.size === 0 ? [] : await writer.journal(update.id)
  const ended = known.filter((row) => ends.has(row.operationID) && isPlanned(row))
  return { others: rows.filter(isPlanned).length - refused, ended: ended.length }
}

const isPlanned = (row: JournalRow): boolean =>
  isBegin(row) && Boolean((JSON.parse(row.text) as JournalEntry).operation) // validated on receipt

const OUTCOMES: ReadonlySet<number> = new Set([ENTRY_KIND.success, ENTRY_KIND.failure])

const nameOf = ({ org, project, name }: Place['stack']): LeaseCall['name'] => ({ org, project, name })

/** Why a step does not run: a rule, a user, or that nobody decided. */
function refusedStep(
  { step: { step, urn, type, sequenceID }, asked }: JudgedEntry,
  after: Awaited<ReturnType<typeof closeTimedOut>>,
): RefusedStep {
  const row = after.find((one) => one.id === asked?.id) ?? after.findLast((one) => one.sequenceID === sequenceID)
  const refusal = row?.decisions.findLast(({ allow }) => !allow)
  return {
    step,
    urn,
    type,
    rule: row?.rules[0]?.name ?? '',
    because: row?.status === 'timedOut' ? 'time' : refusal === undefined ? 'rule' : 'user',
    by: refusal?.by.login ?? null,
    reason: refusal?.reason ?? '',
    limitMs: row === undefined ? 0 : row.until - row.since,
    keptMinutes: row?.keptMinutes ?? 0,
  }
}
