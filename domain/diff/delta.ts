import { ScanError, scanMembers } from '../json/jsonScan.ts'

/**
 * One edit of a delta (docs/protocol.md, Checkpoints). Offsets are bytes of the base text; `line` and `column` are not
 * used.
 */
export type DeltaEdit = { Span: { start: { offset: number }; end: { offset: number } }; NewText: string }

/** Thrown if the request cannot be applied; the CLI then sends the same state in full. */
export class DeltaError extends Error {
  override name = 'DeltaError'
}

/**
 * Applies deltas in sequence to a text given in parts, without copying it. A delta replaces half-open byte ranges of
 * its base (docs/protocol.md, Checkpoints): all ranges refer to the base before the delta, are in ascending order and
 * do not overlap; an empty range inserts. The caller compares the hash of the result.
 */
export const applyDeltas = (parts: readonly Uint8Array[], deltas: readonly (readonly DeltaEdit[])[]): Uint8Array[] =>
  deltas.reduce(applied, [...parts])

function applied(parts: Uint8Array[], edits: readonly DeltaEdit[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const take = taker(parts)
  const result: Uint8Array[] = []
  let done = 0
  for (const [index, edit] of edits.entries()) {
    const start = edit.Span.start.offset
    const end = edit.Span.end.offset
    if (!Number.isInteger(start) || !Number.isInteger(end))
      throw new DeltaError(`edit ${index}: offsets must be whole numbers`)
    if (start < 0 || end < start || end > length) {
      throw new DeltaError(`edit ${index}: range ${start} to ${end} is not within the ${length} bytes of the base`)
    }
    if (start < done)
      throw new DeltaError(`edit ${index}: range starts at ${start}, before the end of the previous edit`)
    result.push(...take(start - done))
    if (edit.NewText !== '') result.push(encoder.encode(edit.NewText))
    take(end - start)
    done = end
  }
  result.push(...take(length - done))
  return result
}

const encoder = new TextEncoder()

/** Returns a function that takes the next `count` bytes of the parts. */
function taker(parts: readonly Uint8Array[]): (count: number) => Uint8Array[] {
  let [index, at] = [0, 0]
  return (count) => {
    const taken: Uint8Array[] = []
    for (let left = count; left > 0;) {
      const part = parts[index]?.subarray(at, at + left) ?? new Uint8Array()
      if (part.length > 0) taken.push(part)
      left -= part.length
      at += part.length
      if (at < (parts[index]?.length ?? 0)) continue
      index += 1
      at = 0
      if (index >= parts.length && left > 0) throw new DeltaError(`the base ends ${left} bytes too early`)
    }
    return taken
  }
}

/** Concatenates the parts. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export type Verbatim = { version: number; sequenceNumber: number; untypedDeployment: Uint8Array }

/**
 * Extracts the deployment from the body of a verbatim save, byte for byte, because deltas and their hashes refer to
 * exactly these bytes (docs/protocol.md, Checkpoints). The caller verifies that they are a JSON object.
 */
export function cutVerbatim(body: Uint8Array): Verbatim {
  const members = membersOf(body)
  const untypedDeployment = members.get('untypedDeployment')
  if (untypedDeployment?.[0] !== OPEN_BRACE) throw new DeltaError('request must contain a checkpoint')
  return {
    version: wholeNumber(members, 'version'),
    sequenceNumber: wholeNumber(members, 'sequenceNumber'),
    untypedDeployment,
  }
}

const OPEN_BRACE = '{'.charCodeAt(0)

function membersOf(body: Uint8Array): Map<string, Uint8Array> {
  try {
    return scanMembers(body)
  } catch (error) {
    if (error instanceof ScanError) throw new DeltaError(`the request body is ${error.message}`)
    throw error
  }
}

function wholeNumber(members: Map<string, Uint8Array>, key: string): number {
  const text = new TextDecoder().decode(members.get(key))
  if (!/^-?\d{1,15}$/.test(text)) throw new DeltaError(`${key} must be a whole number`)
  return Number(text)
}
