import { preview, refresh, refreshPreview, stateDelete } from '../../commands.ts'
import { highest } from '../../plan/stakes.ts'
import { answered, belongsElsewhere, type Choice, type PendingRecovery } from './pendingRecovery.ts'
import { levelOf } from './situations.ts'

/** Pending update, delete, read or import: dropped once somebody has checked each (GR-05). */
export const clearOperations: PendingRecovery = {
  id: 'clear-operations',
  number: 5,
  phase: 'pending',
  title: 'Pending updates, deletes, reads and imports',
  commands: 'compare',
  docs: {
    documented: '`pulumi refresh` and look',
    does: 'Old and intended inputs side by side; drops what was checked, in one version',
    refuses: 'To drop an operation that nobody has looked at',
  },
  refusal: (choices) => belongsElsewhere(choices, 'clear-operations'),
  level: (choices) => highest(choices.map(({ item, answer }) => levelOf(item, answer))),
  stopAndAsk: (choices) => answered(choices).flatMap(caution),
  terminal: (choices, stack) => [
    refreshPreview(stack),
    refresh(stack),
    ...choices.filter(({ answer }) => answer === 'gone').map(({ item }) => stateDelete(stack, item.urn)),
    preview(stack),
  ],
}

function caution({ item, answer }: Choice): string[] {
  if (answer === 'gone') {
    return [`If ${item.name} is still there after all, nobody will manage it any more: be sure of account and region.`]
  }
  if (item.situation === 'importing' && !item.live) {
    const id = item.intended.id ? ` ${item.intended.id}` : ''
    return [`${item.name} is not in the state: import its object${id} again, or nobody manages it.`]
  }
  return item.situation === 'unknownType'
    ? [`"${item.type}" is not an operation that this console knows: ask whoever runs the newer CLI.`]
    : []
}
