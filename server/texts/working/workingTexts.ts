import { applyDeltas, joined, type DeltaEdit } from '#domain/diff/delta.ts'
import type { Patch, PatchedWorking } from '../../store/port/states.ts'
import type { TextJobs } from '../textJobs.ts'

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export const patchOf = (edits: readonly DeltaEdit[], hash: string): Patch => ({
  hash,
  edits: encoder.encode(JSON.stringify(edits)),
})

/** Returns a working text with all of its patches applied, in parts. */
export const patchedParts = ({ bytes, patches }: Pick<PatchedWorking, 'bytes' | 'patches'>): Uint8Array[] =>
  applyDeltas(
    [bytes],
    patches.map(({ edits }) => JSON.parse(decoder.decode(edits)) as DeltaEdit[]), // as written by `patchOf`
  )

/** Returns the parts; throws if they differ from the hash of the last delta save. */
export async function verified(working: PatchedWorking, parts: Uint8Array[], jobs: TextJobs): Promise<Uint8Array[]> {
  const last = working.patches.at(-1)
  if (last !== undefined && (await jobs.hash(parts)) !== last.hash)
    throw new Error('a working text is not what its delta saves led to')
  return parts
}

/** The same as a single text. */
export const workingText = async (working: PatchedWorking, jobs: TextJobs): Promise<Uint8Array> =>
  working.patches.length === 0 ? working.bytes : joined(await verified(working, patchedParts(working), jobs))
