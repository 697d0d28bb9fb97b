import type { Refusal } from '#server/errors.ts'
import type { Packed } from './sql/pieces/pieces.ts'
import type { ThreadJobs } from './textThread.ts'

/** What crosses to the thread for texts and back. */
export type Asked = { id: number; name: keyof ThreadJobs; input: unknown; isLast: boolean }
export type Answer = { id: number } & (
  | { value: unknown }
  | { refused: Refusal }
  | { notApplicable: string }
  | { failed: string }
)

/** A document goes as JSON in parts: the first without resources, then resources, some at a time. */
export type Sent<T> = Omit<T, 'document'> & { document?: string[] | undefined }

/** Recipes go as they are stored. */
export type PackInput = { text: Uint8Array; base: Uint8Array | null }
export type PackOutput = { text: Uint8Array; packed: Omit<Packed, 'recipe'> & { recipe: Uint8Array } }
