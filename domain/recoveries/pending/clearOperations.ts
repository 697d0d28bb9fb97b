import { preview, refresh, refreshPreview, stateDelete } from '../../commands.ts'
import { type Answer, answering } from './answering.ts'

/** Pending update, delete, read or import: dropped once the user has checked each (GR-05). */
export const clearOperations = answering({
  id: 'clear-operations',
  number: 5,
  phase: 'pending',
  page: 'operations',
  title: 'Pending updates, deletes, reads and imports',
  commands: 'compare',
  docs: {
    documented: '`pulumi refresh`, then check',
    does: 'Shows old and intended inputs side by side; drops what was checked, in one version',
    refuses: 'To drop an operation that no one has checked',
  },
  takes: ({ recovery }) => recovery === 'clear-operations',
  caution: (answers) => answers.flatMap(cautionOnClearing),
  terminal: (answers, stack) => [
    refreshPreview(stack),
    refresh(stack),
    ...answers.filter(({ answer }) => answer === 'gone').map(({ item }) => stateDelete(stack, item.urn)),
    preview(stack),
  ],
})

export function cautionOnClearing({ item, answer }: Answer): string[] {
  if (answer === 'gone') {
    return [`If ${item.name} still exists, it becomes untracked: double-check account and region.`]
  }
  if (item.situation === 'importing' && !item.live) {
    const id = item.intended.id ? ` ${item.intended.id}` : ''
    return [`${item.name} is not in the state: import its object${id} again, or it stays untracked.`]
  }
  return item.situation === 'unknownType'
    ? [`"${item.type}" is not an operation that this console knows: ask the user of the newer CLI.`]
    : []
}
