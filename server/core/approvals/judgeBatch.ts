import { type HoldingRule, judgeSteps, type StepCounts, type Verdict } from '#domain/approvals/judge.ts'
import type { RunRule } from '#domain/approvals/runRules.ts'
import { type JudgedStep, type ReportedStep, stepDigest } from '#domain/approvals/steps.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import { type Deciders, isSatisfied } from './deciders.ts'

/** A step with what is known about it: the approval that was asked for, if any, and the digest of what it does. */
export type JudgedEntry = { step: ReportedStep; digest: string; verdict: Verdict; asked: ApprovalRow | undefined }

export type Judged = {
  /** Refused by a rule, by a user, or because nobody decided in time. */
  refused: JudgedEntry[]
  /** Still to be decided. */
  held: (JudgedEntry & { verdict: Extract<Verdict, { kind: 'hold' }> })[]
  /** Ids of approvals that enough users gave for what is asked now. */
  satisfied: ReadonlySet<string>
  counts: StepCounts
}

/**
 * Judges the steps of a batch by the rules, and by what was decided: `mine` about this run, `inForce` about others of
 * the stack. A step that was refused stays refused, whatever the rules say now.
 */
export function judgeBatch(
  rules: readonly RunRule[],
  steps: readonly ReportedStep[],
  known: {
    mine: readonly ApprovalRow[]
    inForce: readonly ApprovalRow[]
    deciders: Deciders
    counts: StepCounts
    now: number
  },
): Judged {
  const digests = new Map<ReportedStep, string>()
  const digestOf = (step: ReportedStep): string => {
    const digest = digests.get(step) ?? stepDigest(step)
    digests.set(step, digest)
    return digest
  }
  const allowed = [...known.mine.filter(({ status }) => status === 'allowed'), ...known.inForce]
  const { verdicts, counts } = judgeSteps(rules, steps, {
    counts: known.counts,
    now: known.now,
    isAllowed: (rule, judged) => {
      const step = judged as ReportedStep // it is one of `steps`
      return isAllowedBy(allowed, rule, step, () => digestOf(step))
    },
  })
  const refused: Judged['refused'] = []
  const held: Judged['held'] = []
  const satisfied = new Set<string>()
  for (const { step, verdict } of verdicts) {
    const asked = askedAbout(known.mine, { step, digestOf, verdict })
    const wasRefused = asked?.status === 'refused' || asked?.status === 'timedOut'
    if (verdict.kind === 'pass' && !wasRefused) continue
    const entry = { step, digest: digestOf(step), verdict, asked }
    if (wasRefused || verdict.kind !== 'hold') refused.push(entry)
    else if (asked !== undefined && isSatisfied(asked, verdict.demand, known.deciders)) satisfied.add(asked.id)
    else held.push({ ...entry, verdict })
  }
  return { refused, held, satisfied, counts }
}

/** Whether one of the approvals allows a step despite a rule that holds it. */
export const isAllowedBy = (
  allowed: readonly ApprovalRow[],
  rule: HoldingRule,
  step: JudgedStep,
  digestOf: () => string,
): boolean =>
  allowed.some(
    (row) => coversRule(row, rule) && (row.of === 'run' || row.digest === digestOf() || isFirstHalf(row, step)),
  )

/** Whether this was the delete of a replacement that deletes first: if it was allowed, so was the new object. */
const isFirstHalf = (row: Pick<ApprovalRow, 'step' | 'urn'>, { step, urn }: JudgedStep): boolean =>
  row.step === 'delete' && step === 'replace' && row.urn === urn

/** Whether an approval was given for a rule, for no less than the rule asks for now. */
const coversRule = (row: ApprovalRow, { id, action: { persons, role, ownRuns } }: HoldingRule): boolean =>
  row.rules.some((rule) => rule.id === id) &&
  row.persons >= persons &&
  (role === 'operator' || row.role === 'admin') &&
  (ownRuns || !row.ownRuns)

/**
 * What was asked about a step of this run: by its entry, or, of rules that count, about the rest of the run, as far as
 * that still counts.
 */
function askedAbout(
  mine: readonly ApprovalRow[],
  { step, digestOf, verdict }: { step: ReportedStep; digestOf: (step: ReportedStep) => string; verdict: Verdict },
): ApprovalRow | undefined {
  const own = mine.filter((row) => row.sequenceID === step.sequenceID && row.digest === digestOf(step))
  const byEntry = own.find((row) => row.of === 'step') ?? own[0]
  if (byEntry !== undefined || verdict.kind === 'pass' || verdict.of === 'step') return byEntry
  return mine.find(
    (row) => row.of === 'run' && OF_THE_REST.has(row.status) && row.rules[0]?.id === verdict.rules[0]?.id,
  )
}

/** What ended or was withdrawn at one step says nothing about the next one. */
const OF_THE_REST: ReadonlySet<string> = new Set(['waiting', 'refused', 'timedOut'])
