import { type ApprovalRule, ApprovalRulesChange } from '#contract/approvals.ts'
import { sparseRule } from '#domain/approvals/sparseRule.ts'
import { parseJsonText } from '#domain/json/jsonText.ts'
import { counted } from '#words/counts.ts'

/** Most errors that are shown. */
const MAX_ERRORS = 5

/** Rules as the body of the request that saves them. */
export const textOfRules = (rules: readonly ApprovalRule[]): string =>
  `${JSON.stringify({ rules: rules.map(sparseRule) }, null, 2)}\n`

type Problem = { message: string; line?: number; column?: number }

/** The rules that a text describes, or what is wrong with it: each error with its place in the text or in the rules. */
export function rulesOfText(text: string): { rules: ApprovalRule[] } | { problems: Problem[] } {
  const parsed = parseJsonText(text)
  if ('fault' in parsed) return { problems: [parsed.fault] }
  const read = ApprovalRulesChange.safeParse(parsed.value)
  if (read.success) return { rules: read.data.rules }
  const { issues } = read.error
  const more = issues.length - MAX_ERRORS
  return {
    problems: [
      ...issues
        .slice(0, MAX_ERRORS)
        .map(({ path, message }) => ({ message: `${placeOf(path) || 'The text'}: ${message}` })),
      ...(more > 0 ? [{ message: `and ${counted(more, 'more error')}` }] : []),
    ],
  }
}

/** A path as in programs: `rules[2].what.steps`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
