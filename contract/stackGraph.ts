import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'
import { Health } from './stacks.ts'
import { UpdateKind } from './updates.ts'

/** A stack that reads the outputs of another, or whose outputs are read. */
export const LinkedStack = z.object({
  ref: StackRef,
  health: Health,
  healthReason: z.string(),
  /** The kind of its last run. */
  lastKind: UpdateKind.optional(),
  resourceCount: Count,
})
export type LinkedStack = z.infer<typeof LinkedStack>

/** Which stack reads the outputs of which, by the StackReferences in the current states. */
export const StackGraph = z.object({
  stacks: z.array(LinkedStack),
  /** Indexes into `stacks`: `from` reads outputs of `to`. */
  links: z.array(z.object({ from: Count, to: Count })),
  /** References to stacks that are not on this server: renamed, deleted, or in another backend. */
  elsewhere: z.array(z.object({ from: Count, name: z.string() })),
  /** Number of stacks without references in either direction. */
  aloneCount: Count,
})
export type StackGraph = z.infer<typeof StackGraph>

/** Resources of a reader: the first of them, and how many there are. */
const Users = z.object({ urns: z.array(z.string()), count: Count })

/** Which stacks read the outputs of a stack, and which outputs have changed since they were read. */
export const StackReaders = z.object({
  /** Names of the current outputs. */
  outputs: z.array(z.string()),
  readers: z.array(
    z.object({
      ref: StackRef,
      /** Start time of its last update. */
      updatedAt: Instant.nullable(),
      /** Whether its state contains the values that it read. */
      isKnown: z.boolean(),
      differs: z.array(z.object({ output: z.string(), how: z.enum(['changed', 'added', 'removed']) })),
      /** Which of its resources use which output, by the values of their inputs. */
      uses: z.array(z.object({ output: z.string(), ...Users.shape })),
      /** Resources that depend on the stack's outputs, and on which one cannot be told. */
      unmatched: Users,
      /** Whether its state was too large to be searched whole: more resources may use an output. */
      isCut: z.boolean(),
      /** Number of outputs that cannot be compared. */
      secretCount: Count,
    }),
  ),
  /** Number of readers that were not compared. */
  unreadCount: Count,
})
export type StackReaders = z.infer<typeof StackReaders>
