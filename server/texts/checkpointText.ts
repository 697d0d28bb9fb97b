import { OPEN_BRACE } from '#domain/json/jsonBytes.ts'
import { isObject, keyOf } from '#domain/json/jsonObject.ts'
import { endOfValue, walkMembers } from '#domain/json/jsonScan.ts'
import { readState, type StateDocument } from '#domain/state/checkpoint.ts'
import { type NamesCount, namesIn } from '#domain/state/foreignEntries.ts'
import { joined } from '#domain/diff/delta.ts'
import { EMPTY_TEXT, type HashOf, hashOf, type PreparedState, prepareRead } from './stateText.ts'

/** A checkpoint as a state to store, with the names in its URNs, or why it cannot be read. */
export type CheckpointRead =
  | { ok: true; prepared: PreparedState; names: NamesCount[] }
  | { ok: false; kind: 'damaged' | 'unsupported'; detail: string }

const encoder = new TextEncoder()

/**
 * Reads the checkpoint of a self-managed backend (docs/state.md, Containers) as a state: the same bytes, in the wrapper
 * that `pulumi stack export` writes, so that no number and no key changes. Never throws.
 */
export async function readCheckpoint(bytes: Uint8Array, hash: HashOf = hashOf): Promise<CheckpointRead> {
  if (bytes.byteLength === 0) return damaged('The state file is empty.')
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return damaged('The state file is not complete JSON: it was truncated or edited.')
  }
  const found = readState(json)
  if (!found.ok) {
    return {
      ok: false,
      kind: found.isNewer ? 'unsupported' : 'damaged',
      detail: `The state file cannot be read: ${found.problem}.`,
    }
  }
  if (found.shape === 'deployment') return damaged('The file holds an export instead of a checkpoint.')
  const text = deploymentText(bytes, json, found.document)
  return { ok: true, prepared: await prepareRead(text, found.document, hash), names: namesOf(found.document) }
}

function namesOf({ deployment }: StateDocument): NamesCount[] {
  try {
    return namesIn(deployment)
  } catch {
    return [] // unreadable entries, which are a finding
  }
}

/** The hash of the state in a checkpoint, by which it is found among versions; null if there is none. Never throws. */
export async function checkpointHash(bytes: Uint8Array, hash: HashOf): Promise<string | null> {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const found = readState(json)
    return found.ok && found.shape !== 'deployment' ? await hash(deploymentText(bytes, json, found.document)) : null
  } catch {
    return null
  }
}

const damaged = (detail: string): CheckpointRead => ({ ok: false, kind: 'damaged', detail })

/** The text of the deployment in a checkpoint, in the wrapper of an export. */
function deploymentText(bytes: Uint8Array, json: unknown, document: StateDocument): Uint8Array {
  const body = latestIn(bytes, json)
  if (body === undefined) return EMPTY_TEXT.slice()
  const features = document.features === undefined ? '' : `"features":${JSON.stringify(document.features)},`
  const before = encoder.encode(`{"version":${document.version},${features}"deployment":`)
  return joined([before, body, encoder.encode('}')])
}

/** The bytes of `latest`, however its keys are spelled, in one pass; undefined if there is no state yet. */
function latestIn(bytes: Uint8Array, json: unknown): Uint8Array | undefined {
  if (!isObject(json)) return undefined
  const outer = keyOf(json, 'checkpoint')
  const inside = outer === undefined ? json : json[outer]
  const inner = isObject(inside) ? keyOf(inside, 'latest') : undefined
  if (!isObject(inside) || inner === undefined || inside[inner] === null) return undefined
  let latest: Uint8Array | undefined
  const inCheckpoint = (start: number): number =>
    walkMembers(bytes, start, (key, at) => {
      const end = endOfValue(bytes, at)
      if (key === inner) latest = bytes.subarray(at, end)
      return end
    })
  const start = bytes.indexOf(OPEN_BRACE)
  if (outer === undefined) inCheckpoint(start)
  else walkMembers(bytes, start, (key, at) => (key === outer ? inCheckpoint(at) : endOfValue(bytes, at)))
  return latest
}
