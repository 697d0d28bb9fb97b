import { z } from 'zod'
import { Basis, Count } from '#contract/common.ts'
import { Effect, RecordKind } from '#contract/recoveries.ts'
import { RecoveryNote } from '#contract/updates.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** The console's record of a recovery, stored with the update that it wrote or ended. */
export const Note = RecoveryNote.extend({
  recovery: RecordKind,
  basis: Basis,
  changes: Effect.nullable(),
  /** The other stack of a move, and the version written there: the two are undone together. */
  partner: z.object({ stackId: z.string(), stack: z.string(), version: Count }).nullable().optional(),
})
export type Note = z.infer<typeof Note>

/** Returns the record of an update; undefined if the console was not involved. */
export const noteOf = ({ recovery }: UpdateRow): Note | undefined => Note.safeParse(recovery).data
