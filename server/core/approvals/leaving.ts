import { type KeptTags, rulesLeft, tagsWithinRules } from '#domain/approvals/leaving.ts'
import { DomainError, type MissingRight } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import type { Who } from '../access/actor.ts'
import { type Bounded, missingRight } from '../access/rights.ts'

/** Who changes what rules go by; `toChangeRules`: the right that they lack to change rules, if they lack it. */
export type Changer = Who & { toChangeRules: MissingRight | undefined }

/** The right that a caller lacks to change rules of approvals; undefined if they may. */
export const missingToChangeRules = (caller: Bounded): MissingRight | undefined => missingRight(caller, 'admin')

/** What rules go by. */
type Facts = StackName & Pick<StackRow, 'tags'>

const judged = ({ org, project, name, tags }: Facts) => ({ org, project, stack: name, tags })

/**
 * Throws `leavesRule` if a change takes a stack out of a rule in force, unless the caller may change the rules: it does
 * the same as switching the rule off for this stack (docs/approvals.md).
 */
export async function refuseLeaving(
  reader: Reader,
  { before, after }: { before: Facts; after: Facts },
  { toChangeRules: right }: Pick<Changer, 'toChangeRules'>,
): Promise<void> {
  if (right === undefined) return
  const { rules } = (await reader.approvalRules()) ?? { rules: [] }
  const [rule] = rulesLeft(rules, { before: judged(before), after: judged(after) })
  if (rule !== undefined) throw new DomainError({ kind: 'leavesRule', rule: rule.name, right })
}

/** Tags as a start may set them: it does not take the stack out of a rule, also not if an administrator starts it. */
export async function withinRules(
  reader: Reader,
  stack: Facts,
  tags: Readonly<Record<string, string>>,
): Promise<KeptTags> {
  const { rules } = (await reader.approvalRules()) ?? { rules: [] }
  return tagsWithinRules(rules, judged(stack), tags)
}
