import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'
import { Health } from './stacks.ts'

/** A stack that reads another one's outputs, or whose outputs are read. */
export const LinkedStack = z.object({
  ref: StackRef,
  health: Health,
  healthReason: z.string(),
  resourceCount: Count,
})
export type LinkedStack = z.infer<typeof LinkedStack>

/** Which stack reads outputs of which, by the StackReferences in the current states. */
export const StackGraph = z.object({
  stacks: z.array(LinkedStack),
  /** Indexes into `stacks`: the first reads outputs of the second. */
  links: z.array(z.object({ from: Count, to: Count })),
  /** References to stacks that are not here: renamed, deleted, or in another backend. */
  elsewhere: z.array(z.object({ from: Count, name: z.string() })),
  /** Stacks that have no part in it. */
  aloneCount: Count,
  /** States that were stored before references were kept, and were not looked at yet: some more with each request. */
  unreadCount: Count,
})
export type StackGraph = z.infer<typeof StackGraph>

/** Who reads the outputs of a stack, and what of them is not as they read it. */
export const StackReaders = z.object({
  /** Names of the present outputs. */
  outputs: z.array(z.string()),
  readers: z.array(
    z.object({
      ref: StackRef,
      /** When its last update was started. */
      updatedAt: Instant.nullable(),
      /** Its state shows what it read. */
      isKnown: z.boolean(),
      differs: z.array(z.object({ output: z.string(), how: z.enum(['changed', 'added', 'removed']) })),
      /** Outputs that cannot be compared. */
      secretCount: Count,
    }),
  ),
  /** Readers that were not looked at. */
  unreadCount: Count,
})
export type StackReaders = z.infer<typeof StackReaders>
