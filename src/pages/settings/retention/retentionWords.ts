import type { RetentionRule } from '#contract/retention.ts'
import { list, number, plural } from '#words/counts.ts'

/** A rule as the end of a sentence whose subject is the versions that are kept. */
export function ruleWords({ keepNewest, keepDays }: RetentionRule): string {
  const newest =
    keepNewest === null ? [] : [plural(keepNewest, 'the newest version', `the newest ${number(keepNewest)} versions`)]
  const days =
    keepDays === null
      ? []
      : [`what was in force within the last ${plural(keepDays, 'day', `${number(keepDays)} days`)}`]
  return list([...newest, ...days])
}
