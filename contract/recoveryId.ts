import { z } from 'zod'

/** The guided recoveries (docs/recovery.md). */
export const RecoveryId = z.enum([
  ...(['GR-01', 'GR-02', 'GR-03', 'GR-04', 'GR-05', 'GR-06', 'GR-07', 'GR-08', 'GR-09', 'GR-10'] as const),
  ...(['GR-11', 'GR-12', 'GR-13', 'GR-14', 'GR-15', 'GR-16', 'GR-17', 'GR-18', 'GR-19', 'GR-20'] as const),
  ...(['GR-21', 'GR-22', 'GR-23', 'GR-24', 'GR-25', 'GR-26', 'GR-27', 'GR-28', 'GR-29', 'GR-30'] as const),
  ...(['GR-31', 'GR-32', 'GR-33', 'GR-34', 'GR-35'] as const),
])
export type RecoveryId = z.infer<typeof RecoveryId>

/** Something by which an object may be found in the cloud. */
export const Clue = z.object({ label: z.string(), value: z.string() })
