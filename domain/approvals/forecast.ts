import type { Forecast, StepKind } from '#contract/approvals.ts'
import type { ChangeRow } from '../events/changeRow.ts'
import { isProviderType } from '../state/urn.ts'
import { judgeSteps } from './judge.ts'
import type { RunRule } from './runRules.ts'
import { factsOf } from './steps.ts'

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

/** What rules would do with the steps of a preview, if its update ran at an instant; each step once. */
export function forecast(rules: readonly RunRule[], rows: readonly ChangeRow[], now: number): Forecast[] {
  const steps = rows.flatMap(({ op, urn, type, old, new: next }) => {
    const step = STEPS[op]
    const state = step === 'delete' ? old : (next ?? old)
    if (step === undefined || state?.custom !== true || isProviderType(type)) return []
    const isForgotten = step === 'delete' && (state['retainOnDelete'] === true || state['external'] === true)
    return isForgotten ? [] : [factsOf({ urn, type, protect: old?.protect === true }, step)]
  })
  const { verdicts } = judgeSteps(rules, steps, { counts: {}, now, isAllowed: () => false })
  return verdicts.flatMap(({ step: { step, urn, type }, verdict }) => {
    const [rule] = verdict.kind === 'pass' ? [] : verdict.rules
    if (verdict.kind === 'pass' || rule === undefined) return []
    return [{ rule: { id: rule.id, name: rule.name }, action: verdict.kind, step, urn, type }]
  })
}
