import type { ApprovalRule } from '#contract/approvals.ts'
import { sameJson } from '../json/sameJson.ts'

/** How a rule differs from one version of the rules to another. */
export type RuleChange =
  | { kind: 'added' | 'removed'; rule: ApprovalRule }
  | { kind: 'changed'; rule: ApprovalRule; before: ApprovalRule }

/** Which rules were added, changed and removed, in the order of the new ones. */
export function ruleChanges(before: readonly ApprovalRule[], after: readonly ApprovalRule[]): RuleChange[] {
  const known = new Map(before.map((rule) => [rule.id, rule]))
  const kept = new Set(after.map(({ id }) => id))
  return [
    ...after.flatMap((rule): RuleChange[] => {
      const was = known.get(rule.id)
      if (was === undefined) return [{ kind: 'added', rule }]
      return sameJson(was, rule) ? [] : [{ kind: 'changed', rule, before: was }]
    }),
    ...before.flatMap((rule): RuleChange[] => (kept.has(rule.id) ? [] : [{ kind: 'removed', rule }])),
  ]
}

/** What a change did, before the name of its rule: `switched off`. */
export function changeVerb(change: RuleChange): string {
  if (change.kind !== 'changed') return change.kind
  const { before, rule } = change
  if (!sameJson({ ...before, isOn: rule.isOn }, rule)) return 'changed'
  return rule.isOn ? 'switched on' : 'switched off'
}

/** A change in a few words: `added No deletes (off)`. */
export function changeText(change: RuleChange): string {
  const { name, isOn } = change.rule
  const verb = changeVerb(change)
  return `${verb} ${name}${isOn || change.kind === 'removed' || verb === 'switched off' ? '' : ' (off)'}`
}
