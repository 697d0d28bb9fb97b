import { isObject } from '../../json/jsonObject.ts'
import { refresh } from '../../commands.ts'
import { type Answer, answering } from './answering.ts'
import { levelOfSeveral } from './situations.ts'

/** Pending create whose URN is live: cleared once the second object, if there is one, has been found (GR-09). */
export const compareCreate = answering({
  id: 'compare-create',
  number: 9,
  phase: 'pending',
  page: 'operations',
  title: 'Interrupted creates of tracked resources',
  commands: 'preview',
  docs: {
    documented: 'Clear it as stale',
    does: 'Shows both side by side, by physical name and ID: the same resource, or a copy left behind',
    refuses: 'To clear it without asking: a copy left behind would be untracked',
  },
  takes: ({ recovery }) => recovery === 'compare-create',
  level: levelOfSeveral,
  caution: (answers) => answers.flatMap(cautionOnCopy),
  terminal: (_, stack) => [refresh(stack)],
})

export function cautionOnCopy({ item, answer }: Answer): string[] {
  const reasons: string[] = []
  const liveId = item.live?.id ?? null
  const other = item.lateEvidence.find(({ resourceId }) => resourceId !== liveId)?.resourceId
  if (other && (answer === 'sameObject' || answer === 'doesNotExist')) {
    reasons.push(
      `The client reported that it created ${other}, and the live entry is ${liveId ?? 'without an id'}: there are probably two.`,
    )
  }
  if (answer === 'sameObject' && !other && namesDiffer(item)) {
    reasons.push(
      `The names of ${item.name} differ between the live entry and the create that was interrupted: they may be two objects.`,
    )
  }
  if (answer === 'deletedInCloud') {
    reasons.push(`Make sure that the copy you deleted was not ${liveId ?? item.urn}, which the state still tracks.`)
  }
  return reasons
}

/** Whether an input with the physical name differs from the live entry. */
function namesDiffer({ clues, live }: Answer['item']): boolean {
  const inputs = new Map(Object.entries(isObject(live?.inputs) ? live.inputs : {}))
  return clues.some(({ label, value }) => inputs.has(label) && inputs.get(label) !== value)
}
