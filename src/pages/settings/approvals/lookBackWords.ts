import type { ApprovalRule, LookBack } from '#contract/approvals.ts'
import { counted, number, plural } from '#words/counts.ts'

type Found = LookBack['rules'][number]

/** What a rule would have done, in a sentence: the number that convinces. */
export function lookBackWords(
  { action, moreThan }: Pick<ApprovalRule, 'action' | 'moreThan'>,
  { runs: looked }: LookBack,
  { runs, steps }: Found,
): string {
  const verb = action.kind === 'refuse' ? 'refused' : 'held'
  if (looked === 0) return 'No run of the last 90 days shows what it would have done.'
  const of = `of ${counted(looked, 'run')} of the last 90 days`
  if (steps === 0)
    return `It would have ${verb} nothing in the ${number(looked)} ${plural(looked, 'run', 'runs')} of the last 90 days.`
  if (moreThan !== null) return `It would have ${verb} ${number(runs)} ${of}.`
  return `It would have ${verb} ${counted(steps, 'step')} in ${number(runs)} ${of}.`
}

/** Which runs the number leaves out; undefined if it has all. */
export const skippedWords = ({ skipped }: LookBack): string | undefined =>
  skipped === 0
    ? undefined
    : `${counted(skipped, 'run')} ${plural(skipped, 'is not counted: it has', 'are not counted: they have')} no journal, ${plural(skipped, 'is', 'are')} still running, ${plural(skipped, 'is', 'are')} not among the newest 1,000, or could not be read in time.`
