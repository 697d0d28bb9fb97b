import type { RetentionRule } from '#contract/retention.ts'

/** A rule as the rest of a sentence that begins with what keeps its state. */
export function ruleWords({ keepNewest, keepDays }: RetentionRule): string {
  const newest =
    keepNewest === null ? [] : [keepNewest === 1 ? 'the newest version' : `the newest ${number(keepNewest)} versions`]
  const days =
    keepDays === null
      ? []
      : [`what was in force within the last ${keepDays === 1 ? 'day' : `${number(keepDays)} days`}`]
  return [...newest, ...days].join(', and ')
}

const number = (value: number): string => value.toLocaleString('en')
