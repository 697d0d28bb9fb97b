import { counted } from '#words/counts.ts'
import { heldBy } from '../graphQueries/stateful.ts'

/** What the properties of a resource say about its deletion; `isLoss`: data goes with it that nothing brings back. */
export type DeletionNote = { text: string; isLoss: boolean }

/** Providers that delete a bucket only if it is empty, unless `forceDestroy` is set. */
const KEEPS_FULL_BUCKET = /^(aws:s3|gcp:storage)\//

/**
 * What happens to the data of a resource when its provider deletes it, or the old one when it is replaced, as far as its
 * properties say: those that the AWS and Google Cloud providers document.
 */
export function deletionNotes(type: string, properties: Readonly<Record<string, unknown>>): DeletionNote[] {
  const {
    deletionProtection,
    deletionProtectionEnabled,
    skipFinalSnapshot,
    finalSnapshotIdentifier,
    deleteAutomatedBackups,
    forceDestroy,
    recoveryWindowInDays,
    deletionWindowInDays,
  } = properties
  const notes: DeletionNote[] = []
  const add = (text: string, isLoss = false) => notes.push({ text, isLoss })
  if (deletionProtection === true || deletionProtectionEnabled === true)
    add('Its deletion protection is on: the provider refuses.')
  if (skipFinalSnapshot === true) add('No final snapshot is taken.', true)
  if (skipFinalSnapshot === false)
    add(
      typeof finalSnapshotIdentifier === 'string'
        ? `A final snapshot is taken: ${finalSnapshotIdentifier}.`
        : 'It fails: the final snapshot has no name (finalSnapshotIdentifier).',
    )
  if (deleteAutomatedBackups === true) add('Its automated backups are deleted, too.', true)
  if (forceDestroy === true) add('Its contents are deleted, too (forceDestroy).', true)
  else if (forceDestroy === false || (heldBy(type) === 'bucket' && KEEPS_FULL_BUCKET.test(type)))
    add('It fails if there is anything in it: forceDestroy is off.')
  const days = [recoveryWindowInDays, deletionWindowInDays].find((each) => typeof each === 'number')
  if (typeof days === 'number')
    if (days > 0) add(`It can be restored for ${counted(days, 'day')}.`)
    else add('It is deleted at once, and cannot be restored.', true)
  return notes
}
