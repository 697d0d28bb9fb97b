import { z } from 'zod'
import { Basis, Count } from '#contract/common.ts'
import { Effect, RecordKind } from '#contract/recoveries.ts'
import { RecoveryNote } from '#contract/updates.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** What the console records about a recovery, in the update that it wrote or that it ended. */
export const Note = RecoveryNote.extend({
  recovery: RecordKind,
  basis: Basis,
  changes: Effect.nullable(),
  /** The other stack of a move, and the version that it wrote there: the two are undone together. */
  partner: z.object({ stackId: z.string(), stack: z.string(), version: Count }).nullable().optional(),
})
export type Note = z.infer<typeof Note>

/** The note of an update; undefined when the console had no hand in it. */
export const noteOf = ({ recovery }: UpdateRow): Note | undefined => Note.safeParse(recovery).data
