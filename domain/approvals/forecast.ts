import type { Forecast, StepKind } from '#contract/approvals.ts'
import type { ChangeRow } from '../events/changeRow.ts'
import { SECRET } from '../json/maskSecure.ts'
import type { Resource } from '../state/checkpoint.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { isProviderType } from '../state/urn.ts'
import { type HoldingRule, judgeSteps, type StepCounts } from './judge.ts'
import type { RunRule } from './runRules.ts'
import { factsOf, type JudgedStep, stepDigest } from './steps.ts'

/** The step of an update that a step of a preview announces. */
const STEPS: Readonly<Record<string, StepKind>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  replace: 'replace',
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
  import: 'import',
  'import-replacement': 'import',
  read: 'read',
  'read-replacement': 'read',
}

/** What is known besides the rules: the time, and whether an approval that is in force allows a step. */
type Known = { now: number; isAllowed: (rule: HoldingRule, step: AnnouncedStep) => boolean }

/** A step that a preview announces, with its resource. */
export type AnnouncedStep = JudgedStep & { resource: Pick<Resource, 'id' | 'inputs' | 'additionalSecretOutputs'> }

/**
 * What rules would do with the steps of a preview, if its update ran at an instant; each step once. A rule that counts
 * is one line about the rest of the run.
 */
export function forecast(rules: readonly RunRule[], rows: readonly ChangeRow[], { now, isAllowed }: Known): Forecast[] {
  const lines: Forecast[] = []
  /** By rule and by what it does: the line about the rest of the run. */
  const rest = new Map<string, Forecast>()
  let counts: StepCounts = {}
  for (const step of rows.flatMap((row) => announced(row) ?? [])) {
    const waived = new Set<Forecast>()
    const judged = judgeSteps(rules, [step], {
      counts,
      now,
      isAllowed: (rule) => {
        const line = rest.get(`hold ${rule.id}`)
        if (line !== undefined) waived.add(line)
        return line !== undefined || isAllowed(rule, step)
      },
    })
    counts = judged.counts
    for (const line of waived) line.steps += 1
    const verdict = judged.verdicts[0]?.verdict
    if (verdict === undefined || verdict.kind === 'pass') continue
    const { kind, of, rules: deciding } = verdict
    const [rule] = deciding
    if (rule === undefined) continue
    const earlier = of === 'run' ? rest.get(`${kind} ${rule.id}`) : undefined
    if (earlier !== undefined) {
      earlier.steps += 1
      continue
    }
    const { urn, type } = step
    const line = { rule: { id: rule.id, name: rule.name }, action: kind, steps: 1, step: step.step, urn, type }
    lines.push(line)
    if (of === 'run') for (const { id } of deciding) rest.set(`${kind} ${id}`, line)
  }
  return lines
}

/** The step that a row of a preview announces, unless it calls no provider of a resource. */
function announced({ op, urn, type, old, new: next }: ChangeRow): AnnouncedStep | undefined {
  const step = STEPS[op]
  const state = step === 'delete' ? old : (next ?? old)
  if (step === undefined || state?.custom !== true || isProviderType(type)) return undefined
  const isForgotten = step === 'delete' && (state['retainOnDelete'] === true || state['external'] === true)
  if (isForgotten) return undefined
  const { id, inputs } = state
  const resource = { ...(id !== undefined && { id }), inputs: inputs ?? {} }
  return { ...factsOf({ urn, type, protect: old?.protect === true || next?.protect === true }, step), resource }
}

/** The digest that the step has once it runs. Events have a text in place of a secret, states a marker. */
export const announcedDigest = ({ resource, ...step }: AnnouncedStep): string =>
  stepDigest({ ...step, resource: { ...resource, inputs: withMarkers(resource.inputs ?? {}) } })

const withMarkers = (inputs: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(inputs), (_key, value: unknown) =>
    value === SECRET ? { [SIGNATURE]: SECRET_SIGNATURE } : value,
  ) as Record<string, unknown>
