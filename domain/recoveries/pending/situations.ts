import type { ConfirmationLevel, PendingAnswer, PendingItem, PendingSituation } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { highest } from '../../plan/stakes.ts'

type Answer = PendingItem['answers'][number]

/** What a person should know about a pending operation in one situation, and what they may say became of it. */
export type Words = {
  recovery: RecoveryId
  /** What the cloud may hold. */
  meaning: string
  ifYouJustRunUp: string
  safePath: string
  answers: Answer[]
}

const keep: Answer = {
  answer: 'keep',
  label: 'I do not know yet',
  effect: 'The operation stays pending; nothing changes.',
  needsStatement: false,
}
const doesNotExist: Answer = {
  answer: 'doesNotExist',
  label: 'I looked, and it does not exist',
  effect: 'The pending create is removed; the next up creates the object as if for the first time.',
  needsStatement: true,
}
const adopted: Answer = {
  answer: 'adopted',
  label: 'It exists, and I have adopted it with pulumi import',
  effect: 'The pending create is removed; the imported entry stays and from now on stands for the object.',
  needsStatement: true,
}
const deletedInCloud: Answer = {
  answer: 'deletedInCloud',
  label: 'It existed, and I have deleted it in the cloud',
  effect: 'The pending create is removed; the next up creates the object anew.',
  needsStatement: true,
}
const noForgottenCopy: Answer = {
  ...doesNotExist,
  label: 'I looked, and there is no second copy',
  effect: 'The pending create is removed; the live entry stays as it is.',
}
const deletedCopy: Answer = {
  ...deletedInCloud,
  label: 'There was a second copy, and I have deleted it in the cloud',
  effect: 'The pending create is removed; the live entry stays as it is.',
}
const adoptedCopy: Answer = {
  ...adopted,
  label: 'There is a second copy, and it is now managed under another name',
  effect: 'The pending create is removed; the live entry stays as it is.',
}
const sameObject: Answer = {
  answer: 'sameObject',
  label: 'It is the same object as the live entry',
  effect: 'The pending create is removed; the live entry stays as it is.',
  needsStatement: true,
}
const checked = (effect: string, needsStatement = false): Answer => ({
  answer: 'checked',
  label: 'I have checked it',
  effect,
  needsStatement,
})
const gone: Answer = {
  answer: 'gone',
  label: 'I looked, and it is gone',
  effect: 'The operation and the entry are removed from the state; the cloud is not touched.',
  needsStatement: true,
}

/**
 * The decision table (docs/state.md, Outcomes). Refresh's own "import" choice is never advised: it forgets the object
 * (docs/state.md, Pending operations).
 */
export const situations = {
  createNotLive: {
    recovery: 'clear-create',
    meaning: 'The create was begun and its end was never recorded: the object may be absent, half made or complete.',
    ifYouJustRunUp: 'It is created again: a second copy, or an error that it already exists.',
    safePath:
      'Look for it by its physical name. Not there: say so here. There and wanted: adopt it with pulumi import, then clear. There and not wanted: delete it in the cloud first, then clear.',
    answers: [doesNotExist, adopted, deletedInCloud, keep],
  },
  createHalfReplaced: {
    recovery: 'clear-create',
    meaning:
      'A replacement was cut off half-way: the old object is deleted already, and whether the new one was made is not known.',
    ifYouJustRunUp: 'It is created again: a second copy if the first create went through.',
    safePath:
      'Look for the new object by its physical name. If it is there, delete it in the cloud; then clear, and the next up only creates.',
    answers: [doesNotExist, deletedInCloud, keep],
  },
  createLiveOlder: {
    recovery: 'compare-create',
    meaning:
      'The live entry is the old object, which still serves; beside it there may be a new one, made to replace it.',
    ifYouJustRunUp: 'It is replaced again: if the new object exists, there will be a third copy.',
    safePath: 'Look for the new object by its physical name. Adopt it by hand or delete it in the cloud; then clear.',
    answers: [noForgottenCopy, deletedCopy, adoptedCopy, keep],
  },
  createLiveNewer: {
    recovery: 'compare-create',
    meaning:
      'A later run made the live entry; the create that was cut off before may have left a first copy that nobody manages.',
    ifYouJustRunUp: 'It works, and the warning stays; a forgotten first copy stays too.',
    safePath: 'Compare names and ids. If they differ, look for the forgotten copy and delete or adopt it; then clear.',
    answers: [sameObject, noForgottenCopy, deletedCopy, adoptedCopy, keep],
  },
  createLiveUnknownAge: {
    recovery: 'compare-create',
    meaning:
      'The URN is live, and it cannot be told whether the live entry is older or newer than the create that was cut off; there may be a second object.',
    ifYouJustRunUp: 'It may be replaced again, and a copy that nobody manages may stay behind.',
    safePath: 'Compare names and ids. If they differ, look for the other object and delete or adopt it; then clear.',
    answers: [sameObject, noForgottenCopy, deletedCopy, adoptedCopy, keep],
  },
  updating: {
    recovery: 'clear-operations',
    meaning: 'The state holds the values from before; the cloud may hold the old ones, the new ones, or a mixture.',
    ifYouJustRunUp:
      'The update is usually repeated; that is fine unless the object is marked with a version that has moved on.',
    safePath: 'Preview a refresh, compare what is there with what was intended, then clear and run a preview.',
    answers: [
      checked('The operation is removed; the entry keeps the values from before until a refresh reads it.'),
      keep,
    ],
  },
  deleting: {
    recovery: 'clear-operations',
    meaning: 'The state still holds the entry; the object may still be there or be gone.',
    ifYouJustRunUp: 'The delete is repeated; providers normally take "not found" as done.',
    safePath: 'Preview a refresh. Still there: clear. Gone: say so, and the entry goes too.',
    answers: [
      checked('The operation is removed; the entry stays, and the next run reads or deletes the object.'),
      gone,
      keep,
    ],
  },
  reading: {
    recovery: 'clear-operations',
    meaning: 'A read was cut off; nothing in the cloud was changed by it.',
    ifYouJustRunUp: 'It is read again.',
    safePath: 'Clear it; there is no risk.',
    answers: [checked('The operation is removed; the next run reads the object again.'), keep],
  },
  importing: {
    recovery: 'clear-operations',
    meaning: 'An import was cut off; the cloud is unchanged, and the object may exist without an entry in the state.',
    ifYouJustRunUp: 'Nothing happens to the object, and nobody manages it.',
    safePath: 'Import it again with pulumi import; then clear.',
    answers: [
      checked(
        'The operation is removed, and with it the id that it names; what was not imported is managed by nobody.',
      ),
      keep,
    ],
  },
  unknownType: {
    recovery: 'clear-operations',
    meaning: 'This kind of operation is newer than this console; what it did is not known.',
    ifYouJustRunUp: 'That depends on the version of the CLI; it may drop the operation without a word.',
    safePath: 'Look at the object by its physical name and preview a refresh with the CLI that wrote it.',
    answers: [checked('The operation is removed; the entry, if there is one, stays as it is.', true), keep],
  },
} satisfies Record<PendingSituation, Words>

/**
 * How much a person confirms for one answered operation on its own (docs/recovery.md, Confirmation levels). Forgetting
 * an entry is never one click (GR-21).
 */
export function levelOf(item: PendingItem, answer: PendingAnswer): ConfirmationLevel {
  if (answer === 'keep') return 0
  return item.answers.find((offered) => offered.answer === answer)?.needsStatement === false ? 1 : 2
}

/** Several creates at once are confirmed like all that is pending: what was looked up is said of each (GR-10). */
export const levelOfSeveral = (answered: readonly { item: PendingItem; answer: PendingAnswer }[]): ConfirmationLevel =>
  answered.length > 1 ? 3 : highest(answered.map(({ item, answer }) => levelOf(item, answer)))
