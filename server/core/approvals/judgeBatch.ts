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
  /** Approvals of other runs by which steps pass. */
  used: { step: ReportedStep; digest: string; row: ApprovalRow }[]
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
    /** Of `mine` and `inForce`. */
    deciders: Deciders
    updateId: string
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
  // Those of this run first: they say more than the word of an earlier one.
  const allowed = [...known.mine.filter(({ status }) => status === 'allowed'), ...known.inForce]
  const used = new Map<ReportedStep, ApprovalRow>()
  const { verdicts, counts } = judgeSteps(rules, steps, {
    counts: known.counts,
    now: known.now,
    isAllowed: (rule, judged) => {
      const step = judged as ReportedStep // it is one of `steps`
      const row = allowingRow(allowed, { rule, step, digestOf: () => digestOf(step), ...known })
      if (row !== undefined && row.updateId !== known.updateId) used.set(step, row)
      return row !== undefined
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
  return {
    refused,
    held,
    used: [...used].map(([step, row]) => ({ step, digest: digestOf(step), row })),
    satisfied,
    counts,
  }
}

/** A step that a rule holds, and the run that it is of. */
type Asking = {
  rule: HoldingRule
  step: JudgedStep
  digestOf: () => string
  deciders: Deciders
  updateId: string
}

/** The approval that allows a step despite a rule that holds it; undefined if none does. */
export const allowingRow = (
  allowed: readonly ApprovalRow[],
  { rule, step, digestOf, deciders, updateId }: Asking,
): ApprovalRow | undefined =>
  allowed.find(
    (row) =>
      coversRule(row, rule, deciders) &&
      (row.of === 'run' || row.digest === digestOf() || isOtherHalf(row, step, updateId)),
  )

/**
 * Whether an approval was about the other half of a replacement in this run: the new object, or the removal of the old
 * one, which some replacements report first, as a delete.
 */
const isOtherHalf = (row: ApprovalRow, { step, urn }: JudgedStep, updateId: string): boolean =>
  row.updateId === updateId &&
  row.of === 'step' &&
  row.urn === urn &&
  step === 'replace' &&
  (row.step === 'replace' || row.step === 'delete')

/** Whether an approval is about a rule, and enough users who may allow the step of this run now have given it. */
const coversRule = (row: ApprovalRow, { id, action }: HoldingRule, deciders: Deciders): boolean =>
  row.rules.some((rule) => rule.id === id) && isSatisfied(row, action, deciders)

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
