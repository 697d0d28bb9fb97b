import { type Demand, judgeSteps, type StepCounts, type Verdict } from '#domain/approvals/judge.ts'
import type { RunRule } from '#domain/approvals/runRules.ts'
import { type ReportedStep, stepDigest } from '#domain/approvals/steps.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'

/** A step with what is known about it: the approval that was asked for, if any, and the digest of what it does. */
export type JudgedEntry = { step: ReportedStep; digest: string; verdict: Verdict; asked: ApprovalRow | undefined }

export type Judged = {
  /** Refused by a rule, by a user, or because nobody decided in time. */
  refused: JudgedEntry[]
  /** Still to be decided. */
  held: (JudgedEntry & { verdict: Extract<Verdict, { kind: 'hold' }> })[]
  counts: StepCounts
}

/** Whether enough users allowed what a demand asks for. */
export const isSatisfied = (
  { decisions }: Pick<ApprovalRow, 'decisions'>,
  { persons }: Pick<Demand, 'persons'>,
): boolean => new Set(decisions.filter(({ allow }) => allow).map(({ by }) => by.login)).size >= persons

/**
 * Judges the steps of a batch by the rules, and by what was decided: `mine` about this run, `inForce` about others of
 * the stack. A step that was refused stays refused, whatever the rules say now.
 */
export function judgeBatch(
  rules: readonly RunRule[],
  steps: readonly ReportedStep[],
  known: { mine: readonly ApprovalRow[]; inForce: readonly ApprovalRow[]; counts: StepCounts; now: number },
): Judged {
  const digests = new Map<ReportedStep, string>()
  const digestOf = (step: ReportedStep): string => {
    const digest = digests.get(step) ?? stepDigest(step)
    digests.set(step, digest)
    return digest
  }
  const allowed = [...known.mine.filter(({ status }) => status === 'allowed'), ...known.inForce]
  const isAllowed = (rule: string, step: ReportedStep) =>
    allowed.some(
      (row) =>
        row.rules.some(({ id }) => id === rule) &&
        (row.of === 'run' || row.digest === digestOf(step) || isFirstHalf(row, step)),
    )
  const { verdicts, counts } = judgeSteps(rules, steps, {
    counts: known.counts,
    now: known.now,
    isAllowed: (rule, step) => isAllowed(rule, step as ReportedStep), // it is one of `steps`
  })
  const judged: Judged = { refused: [], held: [], counts }
  for (const { step, verdict } of verdicts) {
    const asked = askedAbout(known.mine, step, verdict)
    const wasRefused = asked?.status === 'refused' || asked?.status === 'timedOut'
    if (verdict.kind === 'pass' && !wasRefused) continue
    const entry = { step, digest: digestOf(step), verdict, asked }
    if (wasRefused || verdict.kind === 'refuse') judged.refused.push(entry)
    else if (verdict.kind === 'hold' && !(asked !== undefined && isSatisfied(asked, verdict.demand)))
      judged.held.push({ ...entry, verdict })
  }
  return judged
}

/** Whether this was the delete of a replacement that deletes first: if it was allowed, so was the new object. */
const isFirstHalf = (row: Pick<ApprovalRow, 'step' | 'urn'>, { step, urn }: ReportedStep): boolean =>
  row.step === 'delete' && step === 'replace' && row.urn === urn

/** What was asked about a step of this run: by its entry, or, of rules that count, about the rest of the run. */
const askedAbout = (mine: readonly ApprovalRow[], { sequenceID }: ReportedStep, verdict: Verdict) =>
  mine.find((row) => row.of === 'step' && row.sequenceID === sequenceID) ??
  mine.find((row) => row.of === 'run' && row.sequenceID === sequenceID) ??
  (verdict.kind === 'pass' || verdict.of === 'step'
    ? undefined
    : mine.find((row) => row.of === 'run' && row.rules[0]?.id === verdict.rules[0]?.id))
