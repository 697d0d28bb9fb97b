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
  advice: 'Check in the cloud how it ended before the next pulumi up.',
  where: 'one line for each pending operation',
})

/** Errors of interrupted updates. */
export const updateErrors: readonly DictionaryEntry[] = [
  {
    id: 'pending-refused',
    fragments: [
      'the current deployment has {n} resource(s) with pending operations … refusing to proceed',
      'the current deployment has {n} resource(s) with pending operations',
    ],
    title: 'An old CLI refuses to run with pending operations',
    meaning: 'An earlier run was interrupted in the middle of provider calls; CLIs before 3.29 stop here.',
    recoveries: PENDING,
    advice: 'Resolve each operation: does the resource exist? A newer CLI continues, and may create resources twice.',
    where: 'CLI 0.15 to 3.28',
  },
  {
    id: 'pending-warned',
    fragments: ['Attempting to deploy or update resources with {n} pending operations from previous deployment'],
    title: 'The update continues despite pending operations',
    meaning: 'An earlier run was interrupted; creates that may have succeeded are about to be repeated.',
    recoveries: PENDING,
    advice: 'Stop it if you can, and resolve each operation first.',
    where: 'pulumi up, CLI 3.29 and later',
  },
  interruptedWhile(
    'creating',
    ['clear-create', 'adopt-create', 'discard-create', 'compare-create'],
    'It is unknown whether the resource exists; the next pulumi up creates it again.',
  ),
  interruptedWhile('updating', ['clear-operations'], 'The resource may have its old settings, its new ones, or a mix.'),
  interruptedWhile(
    'deleting',
    ['clear-operations'],
    'The resource may still exist; the next pulumi up deletes it again.',
  ),
  interruptedWhile('reading', ['clear-operations'], 'Nothing was changed; the next pulumi up reads it again.'),
  interruptedWhile(
    'importing',
    ['clear-operations', 'adopt-create'],
    'The resource was not added to the state; it is not tracked.',
  ),
  {
    id: 'unknown-state',
    fragments: ["stack's resources are in an unknown state due to an interrupted update"],
    title: 'The stack was marked invalid after an interrupted update',
    meaning: 'A service of 2018 set this mark when an update was interrupted.',
    recoveries: ['resolve-unknown-state'],
    advice: 'Check the state, resolve its pending operations, and continue.',
    where: 'service, early 2018',
  },
  {
    id: 'pending-dropped',
    fragments: ["removing pending operation '{x}' on '{urn}' from snapshot"],
    title: 'An import dropped a pending operation',
    meaning: 'Importing a state removes every pending operation, whether it was checked or not.',
    recoveries: ['resolve-operations'],
    advice: 'Look in the cloud for what that operation was creating: there is no record of it from now on.',
    where: 'pulumi stack import',
  },
  {
    id: 'pending-flags',
    fragments: [
      'cannot set both --skip-pending-creates and --clear-pending-creates',
      'each URN must be followed by an ID',
    ],
    title: 'The flags for pending creates don’t fit together',
    meaning: 'The two flags exclude each other, and URNs and IDs must alternate.',
    recoveries: ['clear-create', 'adopt-create'],
    advice: 'Resolve the creates one by one; importing them with these flags does not add them to the state.',
    where: 'pulumi refresh, CLI 3.39 and later',
  },
  {
    id: 'no-such-pending-create',
    fragments: ['did not correspond to a pending create'],
    title: 'No pending create has that URN',
    meaning: 'The URN was mistyped, or its operation is already gone.',
    recoveries: ['clear-create'],
    advice: 'Compare with the list of pending operations; a shell eats the $ of a URN that is not in single quotes.',
    where: 'pulumi refresh, CLI 3.39 and later',
  },
  {
    id: 'terminated',
    fragments: ['^C received; terminating', 'SIGTERM received; terminating'],
    title: 'The run was ended by a second signal',
    meaning: 'Provider calls were not awaited: their outcome is unknown.',
    recoveries: ['release-lease', 'resolve-operations'],
    advice: 'Expect pending operations, and resolve them before the next pulumi up.',
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
    meaning: 'This is the last line; it doesn’t name the cause.',
    recoveries: [],
    advice: 'The cause is further up: paste the whole log.',
    where: 'the end of any run',
  },
]
