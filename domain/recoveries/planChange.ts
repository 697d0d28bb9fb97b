import type { ConfirmationLevel, Effect, OptionChoice } from '#contract/recoveries.ts'
import { type About, planWrite } from '../plan/planWrite.ts'
import { highest } from '../plan/stakes.ts'
import { statementsWanted } from '../plan/statements.ts'
import { hasError } from '../edits/edit.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import type { Chosen, Facts, FactsWithEarlier, GuidedRecovery, CombinedStakes } from './guidedRecovery.ts'
import { named } from './named.ts'

export type Planned = {
  /** The resulting state. Shares unchanged parts with the former one, which is not modified. */
  document: StateDocument
  level: ConfirmationLevel
  effect: Effect
  integrityBefore: string[]
  integrityAfter: string[]
  stopAndAsk: string[]
  terminal: string[]
  chosen: Chosen[]
}

export type Refused = { code: 'bad_request' | 'conflict' | 'would_break_state' | 'unsupported_state'; reason: string }
export type PlanResult = ({ ok: true } & Planned) | ({ ok: false } & Refused)

/**
 * Plans the chosen options of a recovery for the current state (docs/recovery.md, Rules of a write), from the facts
 * alone. Both verifiers check the state before and after; an invalid result is refused, unless the base was invalid too
 * and the result is strictly better.
 */
export function planChange(
  recovery: GuidedRecovery,
  facts: FactsWithEarlier,
  choices: readonly OptionChoice[],
  about: Pick<About, 'tags' | 'least'>,
): PlanResult {
  if (!recovery.problems || !recovery.apply)
    return refuse('bad_request', `${named(recovery.id)} changes no state from here, so there is nothing to plan.`)
  if (facts.unreadable !== null)
    return refuse('unsupported_state', `This state cannot be edited here: ${facts.unreadable}.`)
  if (choices.length === 0) return refuse('bad_request', 'Nothing would change: no fix was chosen yet.')
  const picked = pick(recovery.problems(facts), choices)
  if ('code' in picked) return { ok: false, ...picked }
  const { chosen } = picked

  const incomplete = recovery.incomplete?.(facts, chosen)
  if (incomplete !== undefined) return refuse('bad_request', incomplete)

  const { document, changed, problems } = recovery.apply(facts, chosen)
  const [refusal] = problems.filter(({ severity }) => severity === 'error')
  if (hasError(problems)) return refuse('would_break_state', refusal?.message ?? 'This cannot be done.')
  if (document === facts.document) return refuse('bad_request', 'Nothing would change: the state is so already.')
  const combined = (recovery.combinedStakes ?? stakesOfEach)(facts, chosen)
  const { verdict, level, effect, stopAndAsk } = planWrite(
    facts.document,
    { document, changed },
    { ...about, stack: facts.stack },
    {
      level: combined.level,
      because: [],
      stopAndAsk: [...combined.stopAndAsk, ...problems.map(({ message }) => message)],
    },
  )
  if (verdict.refusal) return refuse('would_break_state', verdict.refusal.message)
  return {
    ok: true,
    document,
    level,
    effect,
    integrityBefore: verdict.before,
    integrityAfter: verdict.after,
    stopAndAsk,
    terminal: combined.terminal,
    chosen,
  }
}

const stakesOfEach = (_: Facts, chosen: readonly Chosen[]): CombinedStakes => ({
  level: highest(chosen.map(({ option }) => option.level)),
  stopAndAsk: chosen.flatMap(({ option }) => option.stopAndAsk ?? []),
  terminal: [...new Set(chosen.flatMap(({ option }) => option.terminal))],
})

/**
 * Titles of the choices that still need a statement of what was checked; `covered` by a statement for several problems.
 */
export const missingStatements = (
  chosen: readonly Chosen[],
  level: ConfirmationLevel,
  covered: ReadonlySet<Chosen> = new Set(),
): string[] => {
  const isWanted = statementsWanted(
    level,
    chosen.map(({ option }) => option),
  )
  return chosen
    .filter((each) => isWanted(each.option) && !each.choice.statement && !covered.has(each))
    .map(({ problem }) => problem.title)
}

const refuse = (code: Refused['code'], reason: string): PlanResult => ({ ok: false, code, reason })

function pick(
  problems: readonly Chosen['problem'][],
  choices: readonly OptionChoice[],
): { chosen: Chosen[] } | Refused {
  const byId = new Map(problems.map((problem) => [problem.id, problem]))
  const chosen: Chosen[] = []
  for (const choice of choices) {
    const problem = byId.get(choice.problem)
    if (!problem) return { code: 'conflict', reason: 'The state no longer has this problem.' }
    const option = problem.options.find(({ id }) => id === choice.option)
    if (!option) return { code: 'bad_request', reason: `Unknown fix for: ${problem.title}` }
    if (chosen.some((other) => other.problem === problem))
      return { code: 'bad_request', reason: `Two fixes were chosen for one problem: ${problem.title}` }
    for (const { name, label, options } of option.asks) {
      const input = (choice.inputs[name] ?? '').trim()
      if (input === '') return { code: 'bad_request', reason: `Say what it is: ${label} (${problem.title})` }
      if (options.length > 0 && !options.some(({ value }) => value === input))
        return { code: 'bad_request', reason: `${label} cannot be "${input}".` }
    }
    chosen.push({ problem, option, choice: { ...choice, statement: choice.statement || undefined } })
  }
  return { chosen }
}
