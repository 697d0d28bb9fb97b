import { list, number, plural } from '#words/counts.ts'
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
  page: 'operations',
  title: 'Interrupted creates',
  commands: 'preview',
  docs: {
    documented: 'Export, delete the entry from the JSON, import; or clear all of them',
    does: 'Gives clues for the search (physical name, region, time); drops that one',
    refuses: 'To decide by itself whether a resource exists; to clear without a statement of where you looked for it',
  },
  takes: ({ recovery }) => recovery === 'clear-create',
  level: levelOfSeveral,
  caution: cautionOnCreates,
  terminal: (answers, stack) =>
    answers.length === 1 && answers[0]?.answer !== 'keep'
      ? [refresh(stack), `# or, if no other create is pending: ${refreshClearingCreates(stack)}`]
      : [refresh(stack)],
})

const PLACE = /^(Region|Location|Zone|Project|Account|Subscription|Cluster|Cluster context|Host)$/
const HOLDS_DATA =
  /bucket|table|database|dbinstance|volume|disk|filesystem|queue|topic|repository|vault|secret|key|cluster|instance/i

/** Reasons to stop, those about the same question in one sentence. */
export function cautionOnCreates(answers: readonly Answer[]): string[] {
  const gone = answers.filter(({ answer }) => answer === 'doesNotExist').map(({ item }) => item)
  const reported = gone.flatMap(({ name, lateEvidence }) => {
    const id = lateEvidence.at(-1)?.resourceId
    return id === undefined ? [] : [{ name, id }]
  })
  const placeless = gone.filter(({ clues }) => !clues.some(({ label }) => PLACE.test(label))).map(({ name }) => name)
  const lost = answers.filter(({ answer, item }) => answer === 'adopted' && !item.live).map(({ item }) => item.name)
  const held = answers
    .filter(({ answer, item }) => answer === 'deletedInCloud' && HOLDS_DATA.test(item.resourceType))
    .map(({ item }) => `${item.name} (${shortType(item.resourceType)})`)
  return [
    ...(reported.length === 0
      ? []
      : [
          plural(
            reported.length,
            `The client reported that ${reported.map(({ name, id }) => `${name} was created, with the id ${id}`).join()}: it probably exists.`,
            `The client reported that these were created: ${some(reported.map(({ name, id }) => `${name} (id ${id})`))}. They probably exist.`,
          ),
        ]),
    ...(placeless.length === 0
      ? []
      : [
          `The state does not say which account or region ${some(placeless)} ${plural(placeless.length, 'is', 'are')} in: make sure that you checked the right one.`,
        ]),
    ...(lost.length === 0
      ? []
      : [
          plural(
            lost.length,
            `No entry of the state has the URN of ${some(lost)}: if it was not imported under another name, clearing loses it.`,
            `No entries of the state have the URNs of ${some(lost)}: those that were not imported under another name are lost by clearing.`,
          ),
        ]),
    ...(held.length === 0
      ? []
      : [
          plural(
            held.length,
            `${some(held)} may have held data, or been used by other resources: be sure that it was the right one.`,
            `${some(held)} may have held data, or been used by other resources: be sure that they were the right ones.`,
          ),
        ]),
  ]
}

const MAX_NAMES = 10
const some = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${number(names.length - MAX_NAMES)} more`
    : list(names)
