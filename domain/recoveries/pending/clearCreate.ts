import { shortType } from '../../state/shortType.ts'
import { refresh, refreshClearingCreates } from '../../commands.ts'
import { type Answer, answering } from './answering.ts'
import { levelOfSeveral } from './situations.ts'

/**
 * Pending create whose URN is not live: cleared after a look-up in the cloud (GR-06, and the last step of GR-07, 08,
 * 23).
 */
export const clearCreate = answering({
  id: 'clear-create',
  number: 6,
  phase: 'pending',
  title: 'Interrupted creates',
  commands: 'preview',
  docs: {
    documented: 'Export, delete the entry from the JSON, import; or clear all of them',
    does: 'Gives clues for the search (physical name, region, time); drops that one',
    refuses: 'To decide by itself whether a resource exists; to clear without a statement of where you looked for it',
  },
  takes: ({ recovery }) => recovery === 'clear-create',
  level: levelOfSeveral,
  caution: cautionOnCreate,
  terminal: (answers, stack) =>
    answers.length === 1 && answers[0]?.answer !== 'keep'
      ? [refresh(stack), `# or, if no other create is pending: ${refreshClearingCreates(stack)}`]
      : [refresh(stack)],
})

const PLACE = /^(Region|Location|Zone|Project|Account|Subscription|Cluster|Cluster context|Host)$/
const HOLDS_DATA =
  /bucket|table|database|dbinstance|volume|disk|filesystem|queue|topic|repository|vault|secret|key|cluster|instance/i

export function cautionOnCreate({ item, answer }: Answer): string[] {
  const reasons: string[] = []
  const named = item.lateEvidence.at(-1)?.resourceId
  if (answer === 'doesNotExist') {
    if (named)
      reasons.push(`The client reported that ${item.name} was created, with the id ${named}: it probably exists.`)
    if (!item.clues.some(({ label }) => PLACE.test(label))) {
      reasons.push(
        `The state does not say which account or region ${item.name} is in: make sure that you checked the right one.`,
      )
    }
  }
  if (answer === 'adopted' && !item.live) {
    reasons.push(
      `No entry of the state has the URN of ${item.name}: if it was not imported under another name, clearing loses it.`,
    )
  }
  if (answer === 'deletedInCloud' && HOLDS_DATA.test(item.resourceType)) {
    reasons.push(
      `${item.name} (${shortType(item.resourceType)}) may have held data, or been used by other resources: be sure that it was the right one.`,
    )
  }
  return reasons
}
