import { dropAllPending } from '../../commands.ts'
import { clearOperations } from './clearOperations.ts'
import { clearCreate } from './clearCreate.ts'
import { compareCreate } from './compareCreate.ts'
import type { Choice, PendingRecovery } from './pendingRecovery.ts'

const single = [clearOperations, clearCreate, compareCreate]

/** Everything that is pending at once, in one version: each answered by a person, none by default (GR-10). */
export const resolveOperations: PendingRecovery = {
  id: 'resolve-operations',
  number: 10,
  phase: 'pending',
  title: 'Resolve all pending operations',
  commands: 'preview',
  docs: {
    documented: 'Export piped into import, which drops them all',
    does: 'One row for each, clues, filter, a paste of `urn,id` lines; one version',
    refuses: 'An unanswered row; a default answer',
  },
  refusal: (choices, all) => {
    const missing = all.filter(({ key }) => !choices.some(({ item }) => item.key === key)).map(({ name }) => name)
    return missing.length === 0
      ? undefined
      : `All ${all.length} operations need an answer of their own; not answered: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}.`
  },
  level: () => 3,
  stopAndAsk: (choices) => single.flatMap(({ id, stopAndAsk }) => stopAndAsk(ofRecovery(choices, id))),
  terminal: (_, stack) => [
    '# This drops every pending operation, also what nobody has looked at:',
    dropAllPending(stack),
  ],
}

const ofRecovery = (choices: Choice[], id: string) => choices.filter(({ item }) => item.recovery === id)
