import { z } from 'zod'
import { Schema } from '../../texts/fullSave.ts'

/** Bodies of the CLI's calls that are small (docs/protocol.md); states, journals and events are parsed in `texts/`. */

export const CreateStackRequest = z.object({
  stackName: z.string(),
  tags: z.record(z.string(), z.string()).nullish(),
  state: z.record(z.string(), z.unknown()).nullish(),
  config: z.unknown().optional(),
  teams: z.array(z.unknown()).nullish(),
})

export const RenameRequest = z.object({ newName: z.string().nullish(), newProject: z.string().nullish() })
export const TransferRequest = z.object({ toOrg: z.string() })
export const ReplaceTagsRequest = z.record(z.string(), z.string())
export const TagRequest = z.object({ name: z.string(), value: z.string() })
export const TagValueRequest = z.object({ value: z.string() })
export const EncryptRequest = z.object({ plaintext: z.string() })
export const DecryptRequest = z.object({ ciphertext: z.string() })
export const BatchEncryptRequest = z.object({ plaintexts: z.array(z.string()).nullish() })
export const BatchDecryptRequest = z.object({ ciphertexts: z.array(z.string()).nullish() })

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const map = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})
const Config = z
  .record(z.string(), z.object({ string: text, secret: z.boolean().nullish(), object: z.boolean().nullish() }))
  .nullish()
  .transform((config) =>
    Object.fromEntries(
      Object.entries(config ?? {}).map(([key, { string, secret, object }]) => [
        key,
        { string, secret: secret ?? false, object: object ?? false },
      ]),
    ),
  )

export const CreateRequest = z.object({
  name: text,
  runtime: text,
  description: text,
  config: Config,
  options: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((options) => options ?? {}),
  metadata: z
    .object({ message: text, environment: map })
    .nullish()
    .transform((metadata) => metadata ?? { message: '', environment: {} }),
})

export const StartRequest = z.object({
  tags: z.record(z.string(), z.string()).nullish(),
  journalVersion: z.number().int().nullish(),
})
export const RenewRequest = z.object({ token: z.string().nullish(), duration: z.number().int().nullish() })

const Offset = z.object({ offset: z.number().int().nonnegative() })
export const DeltaRequest = z.object({
  version: Schema,
  checkpointHash: z.string(),
  sequenceNumber: z.number().int(),
  deploymentDelta: z
    .array(z.object({ Span: z.object({ start: Offset, end: Offset }), NewText: z.string() }))
    .nullish()
    .transform((edits) => edits ?? []),
})
