import { applyDeltas, type DeltaEdit, DeltaError, joined } from '#domain/diff/delta.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { DomainError } from '../../errors.ts'
import { writeRefusal } from './leasedWrite.ts'
import { addressed, type LeaseCall, ownUpdate } from '../leases/leaseCall.ts'
import { save } from './saves.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import type { KnownWorking } from '../../caches.ts'
import { knownWorking, workingMark } from '../../texts/working/workingCache.ts'
import { patchedParts, patchOf, verified } from '../../texts/working/workingTexts.ts'

/** Byte edits of the last save. */
type Delta = {
  version: number
  /** SHA-256 of the result, hexadecimal. */
  checkpointHash: string
  sequenceNumber: number
  deploymentDelta: DeltaEdit[]
}

/**
 * Number of delta saves after which the whole text is stored again, so that reading it need not apply thousands of
 * them.
 */
const MAX_PATCHES = 200
const MAX_PATCH_BYTES = 256 * 1024
/** The whole text is stored again once the delta saves exceed this fraction of it (1/8). */
const PATCHED_SHARE = 8

/**
 * Handles `PATCH …/checkpointdelta`: byte edits of the last save of the same update; a wrong hash changes nothing. The
 * edits are applied and the hash compared before the transaction, which only appends them.
 */
export async function saveDelta(deps: Deps, call: LeaseCall, request: Delta): Promise<void> {
  for (;;) {
    const ahead = await applyAhead(deps, call, request)
    const outcome = await save(
      deps,
      call,
      () => JSON.stringify(request),
      async (writer, update) => {
        if (ahead === undefined) return 'moved'
        if (ahead.mark !== (await markOf(writer, update))) return 'moved'
        const { next } = ahead
        if (next === undefined) return undefined
        const { sequenceNumber, version } = request
        if (next.whole === undefined) await writer.patchWorking(update.id, { sequenceNumber, version }, next.patch)
        else
          await writer.putWorking(update.id, {
            sequenceNumber,
            kind: 'delta',
            bytes: next.whole,
            features: null,
            version,
          })
        return next.known
      },
    )
    if (outcome !== 'moved') return
  }
}

const markOf = async (reader: Reader, update: UpdateRow): Promise<string> =>
  workingMark(await reader.workingSequence(update.id), update.lastWriteAt)

type Next = { known: Omit<KnownWorking, 'mark'>; patch: ReturnType<typeof patchOf>; whole: Uint8Array | undefined }

/**
 * Returns what the save will store; `next` is undefined for a repeated save. Undefined if the call is going to be
 * refused.
 */
async function applyAhead(
  deps: Deps,
  call: LeaseCall,
  request: Delta,
): Promise<{ mark: string; next: Next | undefined } | undefined> {
  const now = await deps.store.now()
  const found = await deps.store.read(async (reader) => {
    const update = ownUpdate((await addressed(reader, call)).update, call)
    if (writeRefusal(update, now) !== undefined) return undefined
    const mark = await markOf(reader, update)
    return { mark, working: knownWorking(deps, update.id, mark) ?? (await reader.working(update.id)) }
  })
  if (found === undefined) return undefined
  const { mark, working } = found
  if (working === undefined || working.kind === 'full') throw new DomainError({ kind: 'noVerbatimCheckpoint' })
  if (request.sequenceNumber <= working.sequenceNumber) return { mark, next: undefined }
  const before = 'parts' in working ? working : await load(deps, mark, working)
  return { mark, next: await applied(deps, before, request) }
}

async function load(
  { jobs = textJobsHere }: Deps,
  mark: string,
  working: NonNullable<Awaited<ReturnType<Reader['working']>>>,
): Promise<KnownWorking> {
  const parts = await verified(working, patchedParts(working), jobs)
  return {
    mark,
    sequenceNumber: working.sequenceNumber,
    kind: working.kind,
    parts,
    bytes: sizeOf(parts),
    patches: working.patches.length,
    patchBytes: sizeOf(working.patches.map(({ edits }) => edits)),
  }
}

async function applied(deps: Deps, before: KnownWorking, request: Delta): Promise<Next> {
  const { jobs = textJobsHere, store } = deps
  const hash = request.checkpointHash.toLowerCase()
  const parts = partsAfter(before.parts, request)
  if ((await jobs.hash(parts)) !== hash) throw new DomainError({ kind: 'deltaHashMismatch' })
  const patch = patchOf(request.deploymentDelta, hash)
  const patchBytes = before.patchBytes + patch.edits.length
  const bytes = sizeOf(parts)
  const known = { sequenceNumber: request.sequenceNumber, kind: 'delta' as const, bytes }
  if (before.patches < MAX_PATCHES && patchBytes < MAX_PATCH_BYTES + bytes / PATCHED_SHARE)
    return { known: { ...known, parts, patches: before.patches + 1, patchBytes }, patch, whole: undefined }
  const whole = await store.ready(joined(parts), 'working')
  return { known: { ...known, parts: [whole], patches: 0, patchBytes: 0 }, patch, whole }
}

function partsAfter(before: readonly Uint8Array[], { deploymentDelta }: Delta): Uint8Array[] {
  try {
    return applyDeltas(before, [deploymentDelta])
  } catch (error) {
    if (error instanceof DeltaError) throw new DomainError({ kind: 'deltaNotApplicable', problem: error.message })
    throw error
  }
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)
