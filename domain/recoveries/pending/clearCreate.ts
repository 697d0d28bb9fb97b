import { refresh, refreshClearingCreates } from '../../commands.ts'
import { highest } from '../../plan/stakes.ts'
import { answered, belongsElsewhere, type Choice, type PendingRecovery } from './pendingRecovery.ts'
import { levelOf } from './situations.ts'

/**
 * Pending create whose URN is not live: cleared after a look-up in the cloud (GR-06, and the last step of GR-07, 08,
 * 23).
 */
export const clearCreate: PendingRecovery = {
  id: 'clear-create',
  number: 6,
  phase: 'pending',
  title: 'Interrupted creates',
  commands: 'preview',
  docs: {
    documented: 'Export, delete the entry from the JSON, import; or clear all of them',
    does: 'Clues for the look-up (physical name, region, time); drops that one',
    refuses: 'To answer by itself whether an object exists; to clear without a statement of where it was looked for',
  },
  refusal: (choices) => belongsElsewhere(choices, 'clear-create'),
  // Several at once is what GR-10 is for, and asks as much of a person.
  level: (choices) =>
    answered(choices).length > 1 ? 3 : highest(choices.map(({ item, answer }) => levelOf(item, answer))),
  stopAndAsk: (choices) => answered(choices).flatMap(caution),
  terminal: (choices, stack) =>
    choices.length === 1 && choices[0]?.answer !== 'keep'
      ? [refresh(stack), `# or, if no other create is pending: ${refreshClearingCreates(stack)}`]
      : [refresh(stack)],
}

const PLACE = /^(Region|Location|Zone|Project|Account|Subscription|Cluster|Cluster context|Host)$/
const HOLDS_DATA =
  /bucket|table|database|dbinstance|volume|disk|filesystem|queue|topic|repository|vault|secret|key|cluster|instance/i

function caution({ item, answer }: Choice): string[] {
  const reasons: string[] = []
  const named = item.lateEvidence.at(-1)?.resourceId
  if (answer === 'doesNotExist') {
    if (named)
      reasons.push(`The client reported that ${item.name} was created, with the id ${named}: it probably exists.`)
    if (!item.clues.some(({ label }) => PLACE.test(label))) {
      reasons.push(
        `The state does not say in which account or region ${item.name} would be: be sure that you looked in the right one.`,
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
      `A ${item.resourceType} may hold data or be named by other objects: be sure that it was the right one.`,
    )
  }
  return reasons
}
