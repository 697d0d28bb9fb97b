import type { Refusal } from '#server/errors.ts'
import type { Packed } from '../sql/pieces/pieces.ts'

/** Messages from the text thread. */
export type Answer =
  /** The job has started: until then, the thread was starting. */
  { began: true } | { value: unknown } | { refused: Refusal } | { notApplicable: string } | { failed: string }

/** A document is sent as JSON in parts: the first without resources, the following with some resources each. */
export type Sent<T> = Omit<T, 'document'> & { document?: string[] | undefined }

/** Recipes are sent as stored. */
export type PackInput = { text: Uint8Array; base: Uint8Array | null }
export type PackOutput = { text: Uint8Array; packed: Omit<Packed, 'recipe'> & { recipe: Uint8Array } }
