import { DeltaError, type Verbatim } from '#domain/diff/delta.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { type FullSave, Schema } from '../../texts/fullSave.ts'
import type { LeaseCall } from '../leases/leaseCall.ts'
import { save } from './saves.ts'
import { LARGE_BYTES, textJobsHere } from '../../texts/textJobs.ts'

const decoder = new TextDecoder()

/** `PATCH …/checkpoint`: the whole state (docs/protocol.md, Checkpoints). */
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

/** `PATCH …/checkpointverbatim`: the exact bytes, which deltas then refer to. */
export async function saveVerbatim(
  deps: Deps,
  call: LeaseCall,
  { untypedDeployment, ...facts }: Verbatim,
): Promise<void> {
  const bytes = await readied(deps, untypedDeployment)
  const evidence = () => `${JSON.stringify(facts).slice(0, -1)},"untypedDeployment":${decoder.decode(bytes)}}`
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

/** Compressed before the transaction, where that takes long. */
const readied = async (deps: Deps, bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length < LARGE_BYTES ? bytes : deps.store.ready(bytes, 'working')

/** The body of `PATCH …/checkpointverbatim`, whose bytes are given away. */
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
