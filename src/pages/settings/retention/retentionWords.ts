import type { RetentionRule } from '#contract/retention.ts'
import { list, number, plural } from '#words/counts.ts'

/** A rule as the rest of a sentence that begins with what keeps its state. */
export function ruleWords({ keepNewest, keepDays }: RetentionRule): string {
  const newest =
    keepNewest === null ? [] : [plural(keepNewest, 'the newest version', `the newest ${number(keepNewest)} versions`)]
  const days =
    keepDays === null
      ? []
      : [`what was in force within the last ${plural(keepDays, 'day', `${number(keepDays)} days`)}`]
  return list([...newest, ...days])
}
