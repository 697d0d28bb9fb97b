import type { RecoveryId } from '#contract/recoveryId.ts'
import { dropAllPending } from '../../commands.ts'
import { type Answer, answering } from './answering.ts'
import { cautionOnCreates } from './clearCreate.ts'
import { cautionOnClearing } from './clearOperations.ts'
import { cautionOnCopy } from './compareCreate.ts'

/** By the recovery for a single operation; each gets all answers that it is about. */
const cautions: Partial<Record<RecoveryId, (answers: readonly Answer[]) => string[]>> = {
  'clear-create': cautionOnCreates,
  'clear-operations': (answers) => answers.flatMap(cautionOnClearing),
  'compare-create': (answers) => answers.flatMap(cautionOnCopy),
}

/** All pending operations at once, in one version: each needs the user's answer, none has a default (GR-10). */
export const resolveOperations = answering({
  id: 'resolve-operations',
  number: 10,
  phase: 'pending',
  page: 'operations',
  title: 'Resolve all pending operations',
  commands: 'preview',
  docs: {
    documented: 'Export piped into import, which drops them all',
    does: 'One row for each, with clues, a filter and pasted `urn,id` lines; one version',
    refuses: 'An unanswered row; a default answer',
  },
  takes: () => true,
  incomplete: ({ pending }, chosen) => {
    const answered = new Set(chosen.map(({ problem }) => problem.id))
    const missing = pending.filter(({ key }) => !answered.has(key)).map(({ name }) => name)
    return missing.length === 0
      ? undefined
      : `All ${pending.length} operations need an answer of their own; not answered: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}.`
  },
  level: () => 3,
  caution: (answers) =>
    [...Map.groupBy(answers, ({ item }) => item.recovery)].flatMap(
      ([recovery, alike]) => cautions[recovery]?.(alike) ?? [],
    ),
  terminal: (_, stack) => [
    '# This drops every pending operation, also what no one has looked at:',
    dropAllPending(stack),
  ],
})
