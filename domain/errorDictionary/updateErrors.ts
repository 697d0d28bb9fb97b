import type { DictionaryEntry } from './entry.ts'

const PENDING = [
  'clear-operations',
  'clear-create',
  'adopt-create',
  'discard-create',
  'compare-create',
  'resolve-operations',
] as const

const interruptedWhile = (
  type: string,
  recoveries: DictionaryEntry['recoveries'],
  meaning: string,
): DictionaryEntry => ({
  id: `interrupted-${type}`,
  fragments: [`{urn}, interrupted while ${type}`, `interrupted while ${type}`],
  title: `A ${type} operation was interrupted`,
  meaning,
  recoveries,
  advice: 'Judge this operation by what the cloud holds before the next up.',
  where: 'one line for each pending operation',
})

/** Interrupted updates. */
export const updateErrors: readonly DictionaryEntry[] = [
  {
    id: 'pending-refused',
    fragments: [
      'the current deployment has {n} resource(s) with pending operations … refusing to proceed',
      'the current deployment has {n} resource(s) with pending operations',
    ],
    title: 'An old CLI refuses because of pending operations',
    meaning: 'An earlier run was interrupted in the middle of provider calls; CLIs before 3.29 go no further.',
    recoveries: PENDING,
    advice: 'Settle each operation: does what it was making exist? A newer CLI proceeds, and may create things twice.',
    where: 'CLI 0.15 to 3.28',
  },
  {
    id: 'pending-warned',
    fragments: ['Attempting to deploy or update resources with {n} pending operations from previous deployment'],
    title: 'The update goes on in spite of pending operations',
    meaning: 'An earlier run was interrupted; creates that may have succeeded are about to be made again.',
    recoveries: PENDING,
    advice: 'Stop it if you can, and settle each operation first.',
    where: 'pulumi up, CLI 3.29 and later',
  },
  interruptedWhile(
    'creating',
    ['clear-create', 'adopt-create', 'discard-create', 'compare-create'],
    'Whether the object exists is not known; the next pulumi up creates it again.',
  ),
  interruptedWhile(
    'updating',
    ['clear-operations'],
    'The object may have its old settings, its new ones, or some of both.',
  ),
  interruptedWhile('deleting', ['clear-operations'], 'The object may be there still; the next up deletes it again.'),
  interruptedWhile('reading', ['clear-operations'], 'Nothing was changed; the next up reads it again.'),
  interruptedWhile(
    'importing',
    ['clear-operations', 'adopt-create'],
    'The object was not taken into the state; it is not tracked.',
  ),
  {
    id: 'unknown-state',
    fragments: ["stack's resources are in an unknown state due to an interrupted update"],
    title: 'The stack was marked invalid after an interrupted update',
    meaning: 'A service of 2018 marked a stack so when an update of it was interrupted.',
    recoveries: ['resolve-unknown-state'],
    advice: 'Verify the state, settle its pending operations, and go on.',
    where: 'service, early 2018',
  },
  {
    id: 'pending-dropped',
    fragments: ["removing pending operation '{x}' on '{urn}' from snapshot"],
    title: 'An import dropped a pending operation',
    meaning: 'Importing a state removes every pending operation, looked at or not.',
    recoveries: ['resolve-operations'],
    advice: 'Look in the cloud for what that operation was making: nothing remembers it from now on.',
    where: 'pulumi stack import',
  },
  {
    id: 'pending-flags',
    fragments: [
      'cannot set both --skip-pending-creates and --clear-pending-creates',
      'each URN must be followed by an ID',
    ],
    title: 'The flags for pending creates do not fit',
    meaning: 'The two flags exclude each other, and URNs and IDs must alternate.',
    recoveries: ['clear-create', 'adopt-create'],
    advice: 'Settle the creates one by one; importing them with these flags does not bring them into the state.',
    where: 'pulumi refresh, CLI 3.39 and later',
  },
  {
    id: 'no-such-pending-create',
    fragments: ['did not correspond to a pending create'],
    title: 'No pending create has that URN',
    meaning: 'The URN was mistyped, or its operation is gone already.',
    recoveries: ['clear-create'],
    advice: 'Compare with the list of pending operations; a shell eats the $ of a URN that is not in single quotes.',
    where: 'pulumi refresh, CLI 3.39 and later',
  },
  {
    id: 'terminated',
    fragments: ['^C received; terminating', 'SIGTERM received; terminating'],
    title: 'The run was ended by a second signal',
    meaning: 'Provider calls were not awaited: their outcome is not known.',
    recoveries: ['release-lease', 'resolve-operations'],
    advice: 'Expect pending operations, and settle them before the next up.',
    where: 'any update',
  },
  {
    id: 'last-line',
    fragments: [
      'error: update canceled',
      'error: update failed',
      'error: preview failed',
      'update canceled',
      'update failed',
      'preview failed',
    ],
    title: 'The run failed or was cancelled',
    meaning: 'This is the last line and names no cause.',
    recoveries: [],
    advice: 'The cause stands above it: paste the whole log.',
    where: 'the end of any run',
  },
]
