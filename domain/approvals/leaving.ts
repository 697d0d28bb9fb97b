import type { ApprovalRule } from '#contract/approvals.ts'
import { concernsStack, type JudgedStack } from './runRules.ts'

/** A stack before a change, and after it. */
type Change = { before: JudgedStack; after: JudgedStack }

/** The rules in force that concern a stack, and no longer would after a change. */
export const rulesLeft = (rules: readonly ApprovalRule[], { before, after }: Change): ApprovalRule[] =>
  rules.filter((rule) => rule.isOn && concernsStack(rule, before) && !concernsStack(rule, after))

/** Tags of which some keep their values, and which, with the first rule that asks for that. */
export type KeptTags = { tags: Readonly<Record<string, string>>; kept: string[]; rule: string | undefined }

/** These tags, except that those keep their values by which rules concern the stack that they would take it out of. */
export function tagsWithinRules(
  rules: readonly ApprovalRule[],
  stack: JudgedStack,
  tags: Readonly<Record<string, string>>,
): KeptTags {
  const left = rulesLeft(rules, { before: stack, after: { ...stack, tags } })
  const names = new Set(left.flatMap(({ where }) => Object.keys(where.tags)))
  const kept = [...names].filter((name) => tags[name] !== stack.tags[name]).toSorted()
  const former = Object.fromEntries(kept.map((name) => [name, stack.tags[name] ?? '']))
  return { tags: { ...tags, ...former }, kept, rule: left[0]?.name }
}
