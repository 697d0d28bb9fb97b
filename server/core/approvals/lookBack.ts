import type { ApprovalRule, LookBack } from '#contract/approvals.ts'
import { type FormerStep, formerSteps } from '#domain/approvals/formerSteps.ts'
import { judgeSteps, type StepCounts } from '#domain/approvals/judge.ts'
import { notesOn } from '#domain/approvals/notes.ts'
import { rulesForRun } from '#domain/approvals/runRules.ts'
import type { JournalEntry } from '#domain/journal/journalEntry.ts'
import { DAY_MS } from '#words/time.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { keep, recall } from '../../texts/stateCache.ts'
import { roleIn, type Roles } from '../access/rights.ts'
import { readVisible } from '../access/visible.ts'
import { refOf } from '../stacks/names.ts'
import { judgedRun } from './runFacts.ts'
import { approversIn } from './rules.ts'

const DAYS = 90
/** Most runs that are looked at, the newest first. */
const MAX_RUNS = 1_000
/** Most examples of a rule. */
const EXAMPLES = 5
/** Approximate bytes of a step in memory. */
const STEP_BYTES = 400

/** What rules would have done in the last 90 days, from the journals of ended runs that a user sees: each by itself. */
export async function lookBack(deps: Deps, rules: readonly ApprovalRule[], user: Roles): Promise<LookBack> {
  const read = <T>(work: (reader: Reader) => Promise<T>) => readVisible(deps, user, work)
  const since = (await deps.store.now()) - DAYS * DAY_MS
  const { runs, users } = await read(async (reader) => ({
    runs: (await reader.activity({ dryRun: false, since, limit: MAX_RUNS + 1 })).rows,
    users: await approversIn(reader),
  }))
  const found = rules.map((rule) => ({ rule: rule.id, runs: 0, steps: 0, examples: [] as Example[] }))
  let looked = 0
  for (const run of runs.slice(0, MAX_RUNS)) {
    if (!run.isJournal || run.status === 'running') continue
    const steps = await read((reader) => stepsOfRun(deps, reader, run))
    const place = await read((reader) => placeOf(reader, run))
    if (place === undefined) continue
    looked += 1
    for (const [index, rule] of rules.entries()) {
      const tally = found[index]
      const stopped = stoppedBy(rule, steps, run, place)
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
type Place = { stack: StackRow; role: ReturnType<typeof roleIn>; resources: number }

async function placeOf(reader: Reader, run: UpdateRow): Promise<Place | undefined> {
  const [stack, user, base] = await Promise.all([
    reader.stackById(run.stackId),
    reader.userByLogin(run.requestedBy),
    run.baseStateId === null ? undefined : reader.state(run.baseStateId),
  ])
  if (stack === undefined) return undefined
  return { stack, role: user === undefined ? 'none' : roleIn(user, stack.org), resources: base?.resourceCount ?? 0 }
}

/** The steps of an ended run, which do not change. */
async function stepsOfRun(
  deps: Pick<Deps, 'caches'>,
  reader: Reader,
  { id }: UpdateRow,
): Promise<readonly FormerStep[]> {
  const key = `steps of ${id}`
  const known = recall<readonly FormerStep[]>(deps, key)
  if (known !== undefined) return known
  const rows = await reader.journal(id)
  const steps = formerSteps(
    rows.map(({ text, receivedAt }) => ({ entry: JSON.parse(text) as JournalEntry, at: receivedAt })), // validated on receipt
  )
  keep(deps, key, steps, steps.length * STEP_BYTES)
  return steps
}

function stoppedBy(rule: ApprovalRule, steps: readonly FormerStep[], run: UpdateRow, place: Place): FormerStep[] {
  const compiled = rulesForRun([{ ...rule, isOn: true }], judgedRun(place.stack, run, place))
  if (compiled.length === 0) return []
  let counts: StepCounts = {}
  // Both halves of a replacement are one step for the user who decides.
  const replaced = new Set<string>()
  return steps.filter((step) => {
    const judged = judgeSteps(compiled, [step], { counts, now: step.at, isAllowed: () => false })
    counts = judged.counts
    if (judged.verdicts[0]?.verdict.kind === 'pass') return false
    if (step.step !== 'replace') return true
    const isFirst = !replaced.has(step.urn)
    replaced.add(step.urn)
    return isFirst
  })
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
