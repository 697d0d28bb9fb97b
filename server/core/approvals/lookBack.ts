import type { ApprovalRule, LookBack } from '#contract/approvals.ts'
import { type FormerStep, formerSteps } from '#domain/approvals/formerSteps.ts'
import { judgeSteps, type StepCounts } from '#domain/approvals/judge.ts'
import { notesOn } from '#domain/approvals/notes.ts'
import { rulesForRun } from '#domain/approvals/runRules.ts'
import type { InPieces } from '#domain/inPieces.ts'
import type { JournalEntry } from '#domain/journal/journalEntry.ts'
import { DAY_MS } from '#words/time.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { JournalRow } from '../../store/port/journal.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { keep, recall } from '../../texts/stateCache.ts'
import { createTurns, type Turns } from '../../turns.ts'
import { roleIn, type Roles } from '../access/rights.ts'
import { readVisible } from '../access/visible.ts'
import { refOf } from '../stacks/names.ts'
import { judgedRun, tokenNamesOf } from './runFacts.ts'
import { approversIn } from './rules.ts'

const DAYS = 90
/** Most runs that are looked at, the newest first. */
const MAX_RUNS = 1_000
/** Most examples of a rule. */
const EXAMPLES = 5
/** Steps that are judged without a look at the clock. */
const AT_ONCE = 50
/** Approximate bytes of a step in memory. */
const STEP_BYTES = 400

/** For so long it looks at runs, in milliseconds; those that it has looked at are cached. */
const LOOK_MS = 5_000

/**
 * What rules would have done in the last 90 days, from the journals of ended runs that a user sees: each by itself. Looks
 * for at most `limitMs`, at the newest runs first.
 */
export async function lookBack(
  deps: Deps,
  rules: readonly ApprovalRule[],
  user: Roles,
  { limitMs = LOOK_MS }: { limitMs?: number } = {},
): Promise<LookBack> {
  const read = <T>(work: (reader: Reader) => Promise<T>) => readVisible(deps, user, work)
  const since = (await deps.store.now()) - DAYS * DAY_MS
  const { runs, users } = await read(async (reader) => ({
    runs: (await reader.activity({ dryRun: false, since, limit: MAX_RUNS + 1 })).rows,
    users: await approversIn(reader),
  }))
  const found = rules.map((rule) => ({ rule: rule.id, runs: 0, steps: 0, examples: [] as Example[] }))
  const end = performance.now() + limitMs
  const turns = createTurns()
  let looked = 0
  for (const run of runs.slice(0, MAX_RUNS)) {
    if (performance.now() >= end) break
    if (!run.isJournal || run.status === 'running') continue
    await turns.pause()
    const steps = await stepsOfRun(deps, read, run, turns)
    const place = await read((reader) => placeOf(reader, run))
    if (place === undefined) continue
    looked += 1
    for (const [index, rule] of rules.entries()) {
      const tally = found[index]
      const stopped = await turns.run(stoppedBy(rule, steps, run, place))
      if (tally === undefined || stopped.length === 0) continue
      tally.runs += 1
      tally.steps += stopped.length
      for (const step of stopped)
        if (tally.examples.length < EXAMPLES) tally.examples.push(exampleOf(step, run, place.stack))
    }
  }
  return { since, runs: looked, skipped: runs.length - looked, rules: found, notes: notesOn(rules, users) }
}

type Example = LookBack['rules'][number]['examples'][number]
type Place = { stack: StackRow; role: ReturnType<typeof roleIn>; tokenNames: string[]; resources: number }

async function placeOf(reader: Reader, run: UpdateRow): Promise<Place | undefined> {
  const [stack, user, base] = await Promise.all([
    reader.stackById(run.stackId),
    reader.userByLogin(run.requestedBy),
    run.baseStateId === null ? undefined : reader.state(run.baseStateId),
  ])
  if (stack === undefined) return undefined
  return {
    stack,
    role: user === undefined ? 'none' : roleIn(user, stack.org),
    tokenNames: await tokenNamesOf(reader, run),
    resources: base?.resourceCount ?? 0,
  }
}

/** The steps of an ended run, which do not change. */
async function stepsOfRun(
  deps: Pick<Deps, 'caches'>,
  read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>,
  { id }: UpdateRow,
  turns: Turns,
): Promise<readonly FormerStep[]> {
  const key = `steps of ${id}`
  const known = recall<readonly FormerStep[]>(deps, key)
  if (known !== undefined) return known
  const steps = await turns.run(formerSteps(parsed(await read((reader) => reader.journal(id)))))
  keep(deps, key, steps, steps.length * STEP_BYTES)
  return steps
}

function* parsed(rows: readonly JournalRow[]) {
  for (const { text, receivedAt } of rows) yield { entry: JSON.parse(text) as JournalEntry, at: receivedAt } // validated on receipt
}

function* stoppedBy(
  rule: ApprovalRule,
  steps: readonly FormerStep[],
  run: UpdateRow,
  place: Place,
): InPieces<FormerStep[]> {
  const compiled = rulesForRun([{ ...rule, isOn: true }], judgedRun(place.stack, run, place))
  if (compiled.length === 0) return []
  const stopped: FormerStep[] = []
  let counts: StepCounts = {}
  // Both halves of a replacement are one step for the user who decides.
  const replaced = new Set<string>()
  for (const [index, step] of steps.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield
    const judged = judgeSteps(compiled, [step], { counts, now: step.at, isAllowed: () => false })
    counts = judged.counts
    if (judged.verdicts[0]?.verdict.kind === 'pass') continue
    if (step.step !== 'replace' || !replaced.has(step.urn)) stopped.push(step)
    if (step.step === 'replace') replaced.add(step.urn)
  }
  return stopped
}

const exampleOf = ({ step, urn, type, at }: FormerStep, run: UpdateRow, stack: StackRow): Example => ({
  stack: refOf(stack),
  updateId: run.id,
  version: run.version,
  at,
  step,
  urn,
  type,
})
