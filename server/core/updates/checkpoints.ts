import { DeltaError, type Verbatim } from '#domain/diff/delta.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { type FullSave, Schema } from '../../texts/fullSave.ts'
import type { LeaseCall } from '../leases/leaseCall.ts'
import { save } from './saves.ts'
import { LARGE_BYTES, textJobsHere } from '../../texts/textJobs.ts'

const decoder = new TextDecoder()

/** Handles `PATCH …/checkpoint`: saves the whole state (docs/protocol.md, Checkpoints). */
export async function saveFull(deps: Deps, call: LeaseCall, { version, features, text }: FullSave): Promise<void> {
  const bytes = await readied(deps, text)
  await save(
    deps,
    call,
    () => decoder.decode(bytes),
    async (writer, { id }) => {
      const sequenceNumber = ((await writer.workingSequence(id)) ?? 0) + 1
      await writer.putWorking(id, { sequenceNumber, kind: 'full', features, version, bytes })
      return undefined
    },
  )
}

/** Handles `PATCH …/checkpointverbatim`: saves the exact bytes, to which deltas then refer. */
export async function saveVerbatim(
  deps: Deps,
  call: LeaseCall,
  { untypedDeployment, ...facts }: Verbatim,
): Promise<void> {
  const bytes = await readied(deps, untypedDeployment)
  const evidence = () => `${JSON.stringify(facts).slice(0, -1)},"untypedDeployment":${decoder.decode(bytes)}}`
  await save(deps, call, evidence, async (writer, { id }) => {
    const before = await writer.workingSequence(id)
    // The same sequence number again overwrites: after any failed delta the CLI sends the same state verbatim.
    if (before !== undefined && facts.sequenceNumber < before) return undefined
    const kind = 'verbatim' as const
    await writer.putWorking(id, { ...facts, kind, bytes, features: null })
    const { sequenceNumber } = facts
    return { sequenceNumber, kind, parts: [bytes], bytes: bytes.length, patches: 0, patchBytes: 0 }
  })
}

/** Compresses the text before the transaction if that takes long. */
const readied = async (deps: Deps, bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length < LARGE_BYTES ? bytes : deps.store.ready(bytes, 'working')

/** Extracts the state from the body of `PATCH …/checkpointverbatim`, whose bytes are transferred. */
export async function cutOrRefuse({ jobs = textJobsHere }: Deps, body: Uint8Array): Promise<Verbatim> {
  let cut: Verbatim
  try {
    cut = await jobs.cutVerbatim(body)
  } catch (error) {
    if (error instanceof DeltaError) throw new DomainError({ kind: 'noCheckpoint' })
    throw error
  }
  if (!Schema.safeParse(cut.version).success) throw new DomainError({ kind: 'checkpointVersion', version: cut.version })
  return cut
}
