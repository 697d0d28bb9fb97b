import { z } from 'zod'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { textOf } from './documentText.ts'
import { DomainError } from '../errors.ts'
import { fitted, jsonOf } from './json.ts'

/** Versions of the schema that a client may upload; a newer one would be stored without being understood. */
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

/** A whole save: its text is the state as it is stored. */
export type FullSave = { version: number; features: string[] | null; text: Uint8Array }

/**
 * The state in the body of `PATCH …/checkpoint`, written again without what is around it. `letGo` is called once the body
 * is parsed. Refuses what is no state.
 */
export function fullSave(body: Uint8Array, letGo: (body: Uint8Array) => void): FullSave {
  const about = body.byteLength
  const { version, features, deployment, isInvalid } = fitted(jsonOf(body), FullRequest)
  if (!deployment) throw new DomainError({ kind: 'noCheckpoint' })
  if (isInvalid) throw new DomainError({ kind: 'invalidCheckpoint' })
  letGo(body)
  const document = { version, ...(features?.length ? { features } : {}), deployment } as StateDocument // the inside is opaque here
  return { version, features: features ?? null, text: textOf(document, about) }
}
