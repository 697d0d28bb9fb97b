import { z } from 'zod'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { textOf } from './documentText.ts'
import { DomainError } from '../errors.ts'
import { fitted, jsonOf } from './json.ts'

/** Schema versions that a client may upload; a newer one would be stored without being understood. */
export const Schema = z
  .number()
  .int()
  .min(3, 'is too old: 3 and 4 are accepted')
  .max(4, 'is newer than this server understands: 3 and 4 are accepted')

export const FullRequest = z.object({
  isInvalid: z.boolean().nullish(),
  version: Schema,
  features: z.array(z.string()).nullish(),
  deployment: z.record(z.string(), z.unknown()).nullish(),
})

/** A save of the whole state; `text` is the state to store. */
export type FullSave = { version: number; features: string[] | null; text: Uint8Array }

/**
 * Extracts the state from the body of `PATCH …/checkpoint` and serializes it. `letGo` is called once the body is
 * parsed. Throws if it is not a state.
 */
export function fullSave(body: Uint8Array, letGo: (body: Uint8Array) => void): FullSave {
  const about = body.byteLength
  const { version, features, deployment, isInvalid } = fitted(jsonOf(body), FullRequest)
  if (!deployment) throw new DomainError({ kind: 'noCheckpoint' })
  if (isInvalid) throw new DomainError({ kind: 'invalidCheckpoint' })
  letGo(body)
  const document = { version, ...(features?.length ? { features } : {}), deployment } as StateDocument // the content is opaque here
  return { version, features: features ?? null, text: textOf(document, about) }
}
