import { z } from 'zod'
import { RECOVERY_IDS } from './recoveryIds.ts'

/** The guided recoveries (docs/recovery.md). */
export const RecoveryId = z.enum(RECOVERY_IDS)
export type RecoveryId = z.infer<typeof RecoveryId>

/** A value to search for in the cloud to find an object. */
export const Clue = z.object({ label: z.string(), value: z.string() })
