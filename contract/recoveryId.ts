import { z } from 'zod'

/** The guided recoveries (docs/recovery.md). */
export const RecoveryId = z.enum([
  ...([
    'cancel-update',
    'release-lease',
    'nothing-to-cancel',
    'remove-lock-file',
    'clear-operations',
    'clear-create',
    'adopt-create',
    'discard-create',
    'compare-create',
    'resolve-operations',
  ] as const),
  ...([
    'fix-references',
    'restore-provider',
    'resolve-duplicates',
    'fix-entry',
    'break-cycle',
    'restore-version',
    'restore-checkpoint',
    'upgrade-cli',
    'install-plugin',
    'remove-protection',
  ] as const),
  ...([
    'finish-destroy',
    'remove-old-entries',
    'finish-replacement',
    'refresh-etag',
    'rename-stack',
    'fix-secrets',
    'fix-unhealthy',
    'rewrite-foreign-state',
    'upgrade-backend',
    'lost-lease',
  ] as const),
  ...(['fix-network', 'resolve-unknown-state', 'fix-step-error', 'restore-lost-entries', 'resolve-untracked'] as const),
])
export type RecoveryId = z.infer<typeof RecoveryId>

/** Something by which an object may be found in the cloud. */
export const Clue = z.object({ label: z.string(), value: z.string() })
