import { z } from 'zod'
import { applyDelta, cutVerbatim, DeltaError, sha256Hex } from '#domain/delta.ts'
import type { Deps } from '../deps.ts'
import type { Working, Writer } from '../store/port.ts'
import { badRequest, CliError } from './errors.ts'
import { writeRunning, type LeaseCall } from './lateCalls.ts'
import { refOf } from './names.ts'

const encoder = new TextEncoder()

/** Versions of the schema that a client may upload; a newer one would be stored without being understood. */
const Schema = z
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

/** `PATCH …/checkpoint`: the whole state (service-api 4.7). */
export function saveFull(deps: Deps, call: LeaseCall, request: z.output<typeof FullRequest>) {
  const { deployment } = request
  if (!deployment) throw badRequest('request must contain a checkpoint')
  if (request.isInvalid) throw badRequest('invalid checkpoints are not supported')
  const features = request.features?.length ? { features: request.features } : {}
  const text = () => JSON.stringify({ version: request.version, ...features, deployment })
  return save(deps, call, text, async (writer) => {
    const before = await writer.working(call.updateId)
    return {
      sequenceNumber: (before?.sequenceNumber ?? 0) + 1,
      kind: 'full',
      bytes: encoder.encode(text()),
      features: request.features ?? null,
      version: request.version,
    }
  })
}

/** `PATCH …/checkpointverbatim`: the exact bytes, which deltas then refer to. */
export function saveVerbatim(deps: Deps, call: LeaseCall, body: Uint8Array) {
  const cut = cutOrRefuse(body)
  return save(
    deps,
    call,
    () => new TextDecoder().decode(body),
    async (writer) => {
      const before = await writer.working(call.updateId)
      // The same number again overwrites: after any failed delta the CLI sends the same state as verbatim.
      if (before !== undefined && cut.sequenceNumber < before.sequenceNumber) return undefined
      return {
        sequenceNumber: cut.sequenceNumber,
        kind: 'verbatim',
        bytes: cut.untypedDeployment,
        features: null,
        version: cut.version,
      }
    },
  )
}

function cutOrRefuse(body: Uint8Array): ReturnType<typeof cutVerbatim> {
  try {
    const cut = cutVerbatim(body)
    if (!Schema.safeParse(cut.version).success)
      throw badRequest(`checkpoint version ${cut.version} is not accepted: 3 and 4 are`)
    return cut
  } catch (error) {
    if (error instanceof CliError) throw error
    throw badRequest('request must contain a checkpoint')
  }
}

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

/** `PATCH …/checkpointdelta`: byte edits of the last save of the same update; a wrong hash changes nothing. */
export function saveDelta(deps: Deps, call: LeaseCall, request: z.output<typeof DeltaRequest>) {
  return save(
    deps,
    call,
    () => JSON.stringify(request),
    async (writer) => {
      const before = await writer.working(call.updateId)
      if (before === undefined || before.kind === 'full')
        throw badRequest('there is no verbatim checkpoint to apply the delta to')
      if (request.sequenceNumber <= before.sequenceNumber) return undefined
      const bytes = applied(before.bytes, request)
      return { sequenceNumber: request.sequenceNumber, kind: 'delta', bytes, features: null, version: request.version }
    },
  )
}

function applied(base: Uint8Array, request: z.output<typeof DeltaRequest>): Uint8Array {
  try {
    const bytes = applyDelta(base, request.deploymentDelta)
    if (sha256Hex(bytes) !== request.checkpointHash.toLowerCase()) {
      throw badRequest('the checkpoint hash does not match the result of the delta')
    }
    return bytes
  } catch (error) {
    if (error instanceof DeltaError) throw badRequest(`the delta cannot be applied: ${error.message}`)
    throw error
  }
}

async function save(
  deps: Deps,
  call: LeaseCall,
  text: () => string,
  next: (writer: Writer) => Promise<Working | undefined>,
): Promise<void> {
  await writeRunning(deps, call, { what: 'checkpoint', text }, async (writer, update, now) => {
    const working = await next(writer)
    if (working !== undefined) await writer.putWorking(update.id, working)
    // Never the same moment twice: it tells a save from one that came again under its number.
    await writer.patchUpdate(update.id, { lastWriteAt: Math.max(now, (update.lastWriteAt ?? 0) + 1) })
  })
  deps.bus.publish({ type: 'progress', stack: refOf(call.name), updateId: call.updateId })
}
