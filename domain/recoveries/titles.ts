import type { RecoveryId } from '#contract/recoveryId.ts'

/**
 * Every guided recovery by what it is for (docs/recovery.md, Order of triage), in the order of triage: a later one
 * waits for the earlier ones.
 */
export const recoveryTitles = {
  'cancel-update': 'An update is running',
  'release-lease': 'An update was cut off',
  'nothing-to-cancel': 'Nothing to cancel',
  'remove-lock-file': 'A lock was left in a self-managed backend',
  'lost-lease': 'The lease or its token was lost during an update',
  'restore-checkpoint': 'A checkpoint file is missing or cannot be read',
  'upgrade-cli': 'The state needs another version of the CLI',
  'fix-secrets': 'Secrets provider or passphrase',
  'fix-references': 'Order or dangling references',
  'restore-provider': 'A provider is missing from the state',
  'resolve-duplicates': 'Two live entries of one name',
  'fix-entry': 'A malformed entry, or a state edited by hand',
  'break-cycle': 'References in a circle',
  'clear-operations': 'Pending updates, deletes, reads and imports',
  'clear-create': 'Creates that were cut off',
  'adopt-create': 'A create was cut off: the object exists and is wanted',
  'discard-create': 'A create was cut off: the object exists and is not wanted',
  'compare-create': 'Creates that were cut off, beside a live entry',
  'resolve-operations': 'All pending operations at once',
  'finish-replacement': 'A replacement was cut off after the delete',
  'resolve-untracked': 'Something was created without any record',
  'remove-old-entries': 'Old entries that are never deleted',
  'fix-unhealthy': 'Created, but not healthy',
  'install-plugin': 'A provider plugin is missing, or was downgraded',
  'remove-protection': 'Protected resources',
  'restore-version': 'Return to an earlier version',
  'finish-destroy': 'Something cannot be deleted',
  'refresh-etag': 'A version mark (ETag) is out of date',
  'rename-stack': 'Project or stack was renamed',
  'rewrite-foreign-state': 'The state of another stack',
  'upgrade-backend': 'The old layout of a self-managed backend',
  'fix-network': 'Network or proxy',
  'resolve-unknown-state': 'An unknown state (CLIs of 2018)',
  'fix-step-error': 'A step could not be recorded',
  'restore-lost-entries': 'A refresh forgot live resources',
} as const satisfies Record<RecoveryId, string>
