import { judgeSteps, type StepCounts } from '#domain/approvals/judge.ts'
import type { RunRule } from '#domain/approvals/runRules.ts'
import { type ReportedStep, stepDigest } from '#domain/approvals/steps.ts'
import { runText, stepText } from '#domain/approvals/words.ts'
import { list } from '#words/counts.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import { audit, SERVER } from '../access/audit.ts'
import { isAllowedBy } from './judgeBatch.ts'
import type { Place } from './settle.ts'

/** A batch that passes: its new steps, and what was known when they were judged. */
type Passed = {
  rules: readonly RunRule[]
  steps: readonly ReportedStep[]
  mine: readonly ApprovalRow[]
  inForce: readonly ApprovalRow[]
  /** Before the batch. */
  counts: StepCounts
}

/**
 * Writes one entry of the audit log about the steps of a batch that pass only because they were allowed in another run:
 * which ones, for which run, and who had allowed them. Of an approval for the rest of a run, the first step.
 */
export async function noteUse(place: Place, passed: Passed): Promise<void> {
  const { writer, stack, update, now } = place
  const used = usedIn(place, passed)
  if (used.size === 0) return
  const parts: string[] = []
  for (const [row, steps] of used) {
    const earlier = await writer.update(row.updateId)
    const logins = new Set(row.decisions.flatMap(({ allow, by }) => (allow ? [by.login] : [])))
    const run = earlier === undefined ? '' : ` for ${runText(earlier)}`
    parts.push(`${list(steps.map(stepText))}, allowed${run} by ${list(logins)}`)
  }
  const detail = `${runText(update)}: ${parts.join('; ')}`
  await audit(writer, { at: now, by: SERVER, action: 'approval.use', stack, detail, requestId: '' })
}

/** The approvals of other runs that let steps pass, each with these steps. */
function usedIn(
  { update, now }: Pick<Place, 'update' | 'now'>,
  { rules, steps, mine, inForce, counts: before }: Passed,
): Map<ApprovalRow, ReportedStep[]> {
  const used = new Map<ApprovalRow, ReportedStep[]>()
  const others = inForce.filter(({ updateId }) => updateId !== update.id)
  if (others.length === 0) return used
  const own = [...mine, ...inForce].filter((row) => row.updateId === update.id && row.status === 'allowed')
  const limits = new Map(rules.map(({ rule, limit }) => [rule.id, limit]))
  let counts = before
  for (const step of steps) {
    const letPass = new Set<ApprovalRow>()
    const digestOf = () => stepDigest(step)
    const judged = judgeSteps(rules, [step], {
      counts,
      now,
      isAllowed: (rule) => {
        if (isAllowedBy(own, rule, step, digestOf)) return true
        const row = others.find((one) => isAllowedBy([one], rule, step, digestOf))
        const limit = limits.get(rule.id)
        const isFirst = limit === undefined || (counts[rule.id] ?? 0) <= limit
        if (row !== undefined && (row.of === 'step' || isFirst)) letPass.add(row)
        return row !== undefined
      },
    })
    counts = judged.counts
    if (judged.verdicts[0]?.verdict.kind !== 'pass') continue
    for (const row of letPass) used.set(row, [...(used.get(row) ?? []), step])
  }
  return used
}
