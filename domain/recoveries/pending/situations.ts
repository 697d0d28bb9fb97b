import type { ConfirmationLevel, PendingAnswer, PendingItem, PendingSituation } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { highest } from '../../plan/stakes.ts'

type Answer = PendingItem['answers'][number]

/** The texts about a pending operation in one situation, and the possible answers. */
export type Words = {
  recovery: RecoveryId
  /** What the cloud may contain. */
  meaning: string
  ifYouJustRunUp: string
  safePath: string
  answers: Answer[]
}

const keep: Answer = {
  answer: 'keep',
  label: 'Not sure yet',
  effect: 'The operation stays pending.',
  needsStatement: false,
}
const doesNotExist: Answer = {
  answer: 'doesNotExist',
  label: 'It doesn’t exist',
  effect: 'Clears the operation. The next pulumi up creates it; if it does exist, that fails or creates a second one.',
  needsStatement: true,
}
const adopted: Answer = {
  answer: 'adopted',
  label: 'It exists – I imported it',
  effect: 'Clears the operation and keeps the imported resource.',
  needsStatement: true,
}
const deletedInCloud: Answer = {
  answer: 'deletedInCloud',
  label: 'It existed – I deleted it',
  effect: 'Clears the operation. The next pulumi up creates it again.',
  needsStatement: true,
}
const noForgottenCopy: Answer = {
  ...doesNotExist,
  label: 'There is no second copy',
  effect: 'Clears the operation. The tracked resource is unchanged.',
}
const deletedCopy: Answer = {
  ...deletedInCloud,
  label: 'There was a second copy – I deleted it',
  effect: 'Clears the operation. The tracked resource is unchanged.',
}
const adoptedCopy: Answer = {
  ...adopted,
  label: 'There is a second copy – it is now tracked under another name',
  effect: 'Clears the operation. The tracked resource is unchanged.',
}
const sameObject: Answer = {
  answer: 'sameObject',
  label: 'It is the same resource as the tracked one',
  effect: 'Clears the operation. The tracked resource is unchanged.',
  needsStatement: true,
}
const checked = (effect: string, needsStatement = false): Answer => ({
  answer: 'checked',
  label: 'I checked it – clear the operation',
  effect,
  needsStatement,
})
const gone: Answer = {
  answer: 'gone',
  label: 'It is gone',
  effect: 'Clears the operation and removes the resource from the state.',
  needsStatement: true,
}

/**
 * The decision table (docs/state.md, Outcomes). Refresh's own "import" choice is never advised: it forgets the object
 * (docs/state.md, Pending operations).
 */
export const situations = {
  createNotLive: {
    recovery: 'clear-create',
    meaning:
      'Creation started but its result was never recorded. The resource may not exist, or be partial, or complete.',
    ifYouJustRunUp: 'It is created again: a duplicate, or an “already exists” error.',
    safePath:
      'Search the cloud for this name. Missing: answer “doesn’t exist”. Wanted: import it. Unwanted: delete it there first.',
    answers: [doesNotExist, adopted, deletedInCloud, keep],
  },
  createHalfReplaced: {
    recovery: 'clear-create',
    meaning:
      'A replacement was interrupted: the old resource is deleted, and we don’t know whether the new one was created.',
    ifYouJustRunUp: 'It is created again: a duplicate if the first create succeeded.',
    safePath:
      'Search the cloud for the new resource. If it exists, delete it there; then clear, and the next pulumi up only creates.',
    answers: [doesNotExist, deletedInCloud, keep],
  },
  createLiveOlder: {
    recovery: 'compare-create',
    meaning: 'The tracked resource is the old one, still in use. A new one, created to replace it, may exist too.',
    ifYouJustRunUp: 'It is replaced again: if the new resource exists, a third copy is created.',
    safePath: 'Search the cloud for the new resource. Import or delete it; then clear.',
    answers: [noForgottenCopy, deletedCopy, adoptedCopy, keep],
  },
  createLiveNewer: {
    recovery: 'compare-create',
    meaning:
      'A later update created the tracked resource. The interrupted create may have left an earlier, untracked copy.',
    ifYouJustRunUp: 'It works, but the warning stays, and so does an untracked copy.',
    safePath: 'Compare names and IDs. If they differ, find the other copy and delete or import it; then clear.',
    answers: [sameObject, noForgottenCopy, deletedCopy, adoptedCopy, keep],
  },
  createLiveUnknownAge: {
    recovery: 'compare-create',
    meaning:
      'The state has a resource with this URN, and we don’t know whether it is older than the interrupted create. There may be a second one.',
    ifYouJustRunUp: 'It may be replaced again, and an untracked copy may remain.',
    safePath: 'Compare names and IDs. If they differ, find the other one and delete or import it; then clear.',
    answers: [sameObject, noForgottenCopy, deletedCopy, adoptedCopy, keep],
  },
  createOnlyInState: {
    recovery: 'clear-operations',
    meaning: 'A component or a provider exists only in the state: nothing was created in the cloud.',
    ifYouJustRunUp: 'It works, but the warning stays.',
    safePath: 'Clear it. There is no risk.',
    answers: [checked('Clears the operation. The next update adds it to the state, if the program has it.'), keep],
  },
  updating: {
    recovery: 'clear-operations',
    meaning: 'The state has the old values; the cloud may have the old, the new, or a mix.',
    ifYouJustRunUp: 'The update is usually repeated. That is safe unless the resource’s ETag has changed.',
    safePath: 'Preview a refresh, compare the result with what was intended, then clear and preview.',
    answers: [checked('Clears the operation. The state keeps the old values until a refresh.'), keep],
  },
  deleting: {
    recovery: 'clear-operations',
    meaning: 'The resource is still in the state; it may or may not be deleted in the cloud.',
    ifYouJustRunUp: 'The delete is repeated. Providers normally treat “not found” as deleted.',
    safePath: 'Preview a refresh. Still there: clear. Gone: answer “gone”, which also removes it from the state.',
    answers: [
      checked('Clears the operation. The resource stays in the state; the next update reads or deletes it.'),
      gone,
      keep,
    ],
  },
  reading: {
    recovery: 'clear-operations',
    meaning: 'A read was interrupted. Nothing was changed in the cloud.',
    ifYouJustRunUp: 'It is read again.',
    safePath: 'Clear it. There is no risk.',
    answers: [checked('Clears the operation. The next update reads it again.'), keep],
  },
  importing: {
    recovery: 'clear-operations',
    meaning: 'An import was interrupted. The cloud is unchanged; the resource may exist without being in the state.',
    ifYouJustRunUp: 'Nothing happens to it; it stays untracked.',
    safePath: 'Import it again with pulumi import, then clear.',
    answers: [checked('Clears the operation and its ID. If it was not imported, it stays untracked.'), keep],
  },
  unknownType: {
    recovery: 'clear-operations',
    meaning: 'This kind of operation is newer than this console; we don’t know what it did.',
    ifYouJustRunUp: 'Depends on the CLI version; it may silently drop the operation.',
    safePath: 'Check the resource in the cloud and preview a refresh with the CLI that wrote it.',
    answers: [checked('Clears the operation. The resource in the state, if any, is unchanged.', true), keep],
  },
} satisfies Record<PendingSituation, Words>

/**
 * The words for an older entry with a former name. The engine renames it as soon as the new entry is in the state, and
 * then both have one URN: it must not be there before the old one is marked to be deleted.
 */
export const renamedOld = (former: string): Pick<Words, 'meaning' | 'safePath'> => ({
  meaning: `The tracked resource is the old one, still in use under its previous name ${former}. A new one, created to replace it, may exist too.`,
  safePath:
    'Search the cloud for the new resource, and delete it there; then clear, and the next pulumi up replaces the old one. Don’t import it: both entries would get the same URN, and the state would be invalid.',
})

/**
 * The confirmation level of one answer by itself (docs/recovery.md, Confirmation levels). Forgetting an entry is never
 * one click (GR-21).
 */
export function levelOf(item: PendingItem, answer: PendingAnswer): ConfirmationLevel {
  if (answer === 'keep') return 0
  return item.answers.find((offered) => offered.answer === answer)?.needsStatement === false ? 1 : 2
}

/** Several creates at once are confirmed like all pending operations: with a statement for each (GR-10). */
export const levelOfSeveral = (answered: readonly { item: PendingItem; answer: PendingAnswer }[]): ConfirmationLevel =>
  answered.length > 1 ? 3 : highest(answered.map(({ item, answer }) => levelOf(item, answer)))
