import { type ApprovalRule, type RuleNote, StepKind } from '#contract/approvals.ts'
import { heldBy } from '../graphQueries/stateful.ts'
import { type Approver, approversOf } from './rights.ts'

/** What a user should know about rules before they are saved: each that applies to everything, or can apply to nothing. */
export const notesOn = (rules: readonly ApprovalRule[], users: readonly Approver[]): RuleNote[] =>
  rules.flatMap((rule) => notesOf(rule, users).map((note) => ({ rule: rule.id, note })))

function notesOf(rule: ApprovalRule, users: readonly Approver[]): string[] {
  const approvers = approversOf(rule, users)
  return [
    ...(appliesToAll(rule) ? ['It applies to every step of every update.'] : []),
    ...impossible(rule),
    ...(approvers !== undefined && approvers.isPossible && !approvers.isPossibleForOwn
      ? ['Its approvers cannot allow their own runs, and there are too few others for those.']
      : []),
  ]
}

function appliesToAll({ where, who, what, moreThan, when }: ApprovalRule): boolean {
  const lists = [where.orgs, where.projects, where.stacks, who.users, who.roles, who.tokens, who.by, what.runs]
  return (
    [...lists, what.types, what.urns].every((patterns) => patterns.length === 0) &&
    Object.keys(where.tags).length === 0 &&
    !what.holdsData &&
    !what.isProtected &&
    what.steps.length === StepKind.options.length &&
    moreThan === null &&
    when === null
  )
}

function impossible({ what }: ApprovalRule): string[] {
  const exact = what.types.filter((type) => !type.includes('*'))
  const odd = exact.filter((type) => !/^[^:]+:[^:]*:[^:]+$/.test(type))
  return [
    ...(odd.length > 0 ? [`${odd[0]} is not a type: types have three parts, as aws:rds/instance:Instance.`] : []),
    ...(what.holdsData && exact.length > 0 && exact.length === what.types.length && !exact.some((type) => heldBy(type))
      ? ['It applies to nothing: none of its types holds data.']
      : []),
    ...(what.runs.length === 1 && what.runs[0] === 'refresh'
      ? ['It applies to nothing: a refresh only reads, and no rule stops that.']
      : []),
  ]
}

/** Why rules cannot be saved; undefined if they can. The first one that nobody could ever satisfy. */
export function unsatisfiable(
  rules: readonly ApprovalRule[],
  users: readonly Approver[],
): { rule: ApprovalRule; eligible: number } | undefined {
  for (const rule of rules) {
    const approvers = rule.isOn ? approversOf(rule, users) : undefined
    if (approvers !== undefined && !approvers.isPossible) return { rule, eligible: approvers.eligible }
  }
  return undefined
}
