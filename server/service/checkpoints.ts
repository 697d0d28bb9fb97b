import { z } from 'zod'
import { DeltaError, type Verbatim } from '#domain/delta.ts'
import type { Deps } from '../deps.ts'
import { badRequest } from './errors.ts'
import { addressed, type LeaseCall, ownUpdate } from './lateCalls.ts'
import { save, Schema } from './saves.ts'
import { LARGE_BYTES, textJobsHere } from './textJobs.ts'

const encoder = new TextEncoder()

export const FullRequest = z.object({
  isInvalid: z.boolean().nullish(),
  version: Schema,
  features: z.array(z.string()).nullish(),
  deployment: z.record(z.string(), z.unknown()).nullish(),
})

/** `PATCH …/checkpoint`: the whole state (service-api 4.7). */
export async function saveFull(deps: Deps, call: LeaseCall, request: z.output<typeof FullRequest>): Promise<void> {
  const { deployment } = request
  if (!deployment) throw badRequest('request must contain a checkpoint')
  if (request.isInvalid) throw badRequest('invalid checkpoints are not supported')
  const features = request.features?.length ? { features: request.features } : {}
  const text = JSON.stringify({ version: request.version, ...features, deployment })
  const bytes = await readied(deps, call, encoder.encode(text))
  await save(
    deps,
    call,
    () => text,
    async (writer, { id }) => {
      const sequenceNumber = ((await writer.workingSequence(id)) ?? 0) + 1
      const facts = {
        sequenceNumber,
        kind: 'full',
        features: request.features ?? null,
        version: request.version,
      } as const
      await writer.putWorking(id, { ...facts, bytes })
      return undefined
    },
  )
}

/** `PATCH …/checkpointverbatim`: the exact bytes, which deltas then refer to. */
export async function saveVerbatim(deps: Deps, call: LeaseCall, body: Uint8Array): Promise<void> {
  const { untypedDeployment, ...facts } = await cutOrRefuse(deps, body)
  const bytes = await readied(deps, call, untypedDeployment)
  const evidence = () => `${JSON.stringify(facts).slice(0, -1)},"untypedDeployment":${new TextDecoder().decode(bytes)}}`
  await save(deps, call, evidence, async (writer, { id }) => {
    const before = await writer.workingSequence(id)
    // The same number again overwrites: after any failed delta the CLI sends the same state as verbatim.
    if (before !== undefined && facts.sequenceNumber < before) return undefined
    const kind = 'verbatim' as const
    await writer.putWorking(id, { ...facts, kind, bytes, features: null })
    const { sequenceNumber } = facts
    return { sequenceNumber, kind, parts: [bytes], bytes: bytes.length, patches: 0, patchBytes: 0 }
  })
}

/** Compressed before the transaction, where that takes long; not for a caller without the right token. */
async function readied(deps: Deps, call: LeaseCall, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length < LARGE_BYTES) return bytes
  await deps.store.read(async (reader) => ownUpdate((await addressed(reader, call)).update, call))
  return deps.store.ready(bytes, 'working')
}

async function cutOrRefuse({ jobs = textJobsHere }: Deps, body: Uint8Array): Promise<Verbatim> {
  let cut: Verbatim
  try {
    cut = await jobs.cutVerbatim(body)
  } catch (error) {
    if (error instanceof DeltaError) throw badRequest('request must contain a checkpoint')
    throw error
  }
  if (!Schema.safeParse(cut.version).success)
    throw badRequest(`checkpoint version ${cut.version} is not accepted: 3 and 4 are`)
  return cut
}
