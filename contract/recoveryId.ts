import { z } from 'zod'
import { RECOVERY_IDS } from './recoveryIds.ts'

/** The guided recoveries (docs/recovery.md). */
export const RecoveryId = z.enum(RECOVERY_IDS)
export type RecoveryId = z.infer<typeof RecoveryId>

/** Something by which an object may be found in the cloud. */
export const Clue = z.object({ label: z.string(), value: z.string() })
