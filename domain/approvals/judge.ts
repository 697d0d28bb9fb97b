import type { ApprovalRule } from '#contract/approvals.ts'
import type { RunRule } from './runRules.ts'
import type { JudgedStep } from './steps.ts'

/** How many matching steps of a run were accepted so far, by rule; only for rules that count. */
export type StepCounts = Readonly<Record<string, number>>

/** What a hold asks for, from all rules that hold the step: the strictest of each. */
export type Demand = {
  persons: number
  role: 'operator' | 'admin'
  ownRuns: boolean
  minutes: number
  keptMinutes: number
}

/** `of`: a rule that counts steps is about the rest of the run. `rules`: those that decide, the first one first. */
export type Verdict =
  | { kind: 'pass' }
  | { kind: 'refuse'; of: 'step' | 'run'; rules: ApprovalRule[] }
  | { kind: 'hold'; of: 'step' | 'run'; rules: ApprovalRule[]; demand: Demand }

/** A rule that asks users. Of one that refuses, an approval from before counts for nothing. */
export type HoldingRule = ApprovalRule & { action: { kind: 'hold' } }

const isHolding = (rule: ApprovalRule): rule is HoldingRule => rule.action.kind === 'hold'

/** What is known besides the rules. */
export type Judging = {
  counts: StepCounts
  now: number
  /** Whether an approval that is in force allows a step despite a rule that holds it. */
  isAllowed: (rule: HoldingRule, step: JudgedStep) => boolean
}

/**
 * Judges the steps of a batch in order, each as if those before it were accepted. Returns a verdict for each, and the
 * counts if all are accepted. A refusal goes before a hold; of several holds the strictest demand counts.
 */
export function judgeSteps<Step extends JudgedStep>(
  rules: readonly RunRule[],
  steps: readonly Step[],
  { counts, now, isAllowed }: Judging,
): { verdicts: { step: Step; verdict: Verdict }[]; counts: StepCounts } {
  const next: Record<string, number> = { ...counts }
  const inForce = rules.filter(({ isNow }) => isNow(now))
  const verdicts = steps.map((step) => {
    const met = inForce.filter(
      (each) => isMet(each, step, next) && !(isHolding(each.rule) && isAllowed(each.rule, step)),
    )
    for (const { rule, limit, matches } of rules)
      if (limit !== undefined && matches(step)) next[rule.id] = (next[rule.id] ?? 0) + 1
    return { step, verdict: verdictOf(met) }
  })
  return { verdicts, counts: next }
}

const isMet = ({ rule, limit, matches }: RunRule, step: JudgedStep, counts: StepCounts): boolean =>
  matches(step) && (limit === undefined || (counts[rule.id] ?? 0) >= limit)

function verdictOf(met: readonly RunRule[]): Verdict {
  const refusing = met.filter(({ rule }) => rule.action.kind === 'refuse')
  const deciding = refusing.length > 0 ? refusing : met
  if (deciding.length === 0) return { kind: 'pass' }
  // If a rule about this very step is among them, the approval is about the step.
  const of = deciding.every(({ limit }) => limit !== undefined) ? 'run' : 'step'
  const rules = deciding.map(({ rule }) => rule)
  return refusing.length > 0 ? { kind: 'refuse', of, rules } : { kind: 'hold', of, rules, demand: demandOf(rules) }
}

/** The strictest of what several holding rules ask for. */
export function demandOf(rules: readonly ApprovalRule[]): Demand {
  const holds = rules.flatMap(({ action }) => (action.kind === 'hold' ? [action] : []))
  return {
    persons: Math.max(...holds.map(({ persons }) => persons)),
    role: holds.some(({ role }) => role === 'admin') ? 'admin' : 'operator',
    ownRuns: holds.every(({ ownRuns }) => ownRuns),
    minutes: Math.min(...holds.map(({ minutes }) => minutes)),
    keptMinutes: Math.min(...holds.map(({ keptMinutes }) => keptMinutes)),
  }
}
