import type { z } from 'zod'
import { Basis } from '#contract/common.ts'
import { Effect, RecoveryId } from '#contract/recoveries.ts'
import { RecoveryNote } from '#contract/updates.ts'
import type { UpdateRow } from '../../store/port.ts'

/** What the console records about a recovery, in the update that it wrote or that it ended. */
export const Note = RecoveryNote.extend({
  recovery: RecoveryId,
  basis: Basis,
  changes: Effect.nullable(),
})
export type Note = z.infer<typeof Note>

/** The note of an update; undefined when the console had no hand in it. */
export const noteOf = ({ recovery }: UpdateRow): Note | undefined => Note.safeParse(recovery).data

/** Why an orphan counts as settled once a recovery has left nothing pending. An undo finds it again by these words. */
export const settledBy = (version: number | null): string =>
  `Its pending operations were settled in version ${version ?? 0}.`
