import type { RecoveryId } from '#contract/recoveryId.ts'

/**
 * Every guided recovery by what it is for (docs/recovery.md, Order of triage), in the order of triage: a later one
 * waits for the earlier ones.
 */
export const recoveryTitles = {
  'GR-01': 'An update is running',
  'GR-02': 'An update was cut off',
  'GR-03': 'Nothing to cancel',
  'GR-04': 'A lock was left in a self-managed backend',
  'GR-30': 'The lease or its token was lost during an update',
  'GR-17': 'A checkpoint file is missing or cannot be read',
  'GR-18': 'The state needs another version of the CLI',
  'GR-26': 'Secrets provider or passphrase',
  'GR-11': 'Order or dangling references',
  'GR-12': 'A provider is missing from the state',
  'GR-13': 'Two live entries of one name',
  'GR-14': 'A malformed entry, or a state edited by hand',
  'GR-15': 'References in a circle',
  'GR-05': 'Pending updates, deletes, reads and imports',
  'GR-06': 'Creates that were cut off',
  'GR-07': 'A create was cut off: the object exists and is wanted',
  'GR-08': 'A create was cut off: the object exists and is not wanted',
  'GR-09': 'Creates that were cut off, beside a live entry',
  'GR-10': 'All pending operations at once',
  'GR-23': 'A replacement was cut off after the delete',
  'GR-35': 'Something was created without any record',
  'GR-22': 'Old entries that are never deleted',
  'GR-27': 'Created, but not healthy',
  'GR-19': 'A provider plugin is missing, or was downgraded',
  'GR-20': 'Protected resources',
  'GR-16': 'Return to an earlier version',
  'GR-21': 'Something cannot be deleted',
  'GR-24': 'A version mark (ETag) is out of date',
  'GR-25': 'Project or stack was renamed',
  'GR-28': 'The state of another stack',
  'GR-29': 'The old layout of a self-managed backend',
  'GR-31': 'Network or proxy',
  'GR-32': 'An unknown state (CLIs of 2018)',
  'GR-33': 'A step could not be recorded',
  'GR-34': 'A refresh forgot live resources',
} as const satisfies Record<RecoveryId, string>
