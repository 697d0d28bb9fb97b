import type { StateDocument } from '#domain/state/checkpoint.ts'

const encoder = new TextEncoder()
const ENTRIES_A_PIECE = 500

/**
 * Serializes a document to the same bytes as `JSON.stringify`. A long one is written some entries at a time, because as
 * one string it would be in memory twice; `about` is its expected size in bytes, if known.
 */
export function textOf(document: StateDocument, about = 0): Uint8Array {
  const { resources } = document.deployment
  if (!Array.isArray(resources) || resources.length <= ENTRIES_A_PIECE) return encoder.encode(JSON.stringify(document))
  const list = () => listPieces(resources)
  let whole = new Uint8Array(about)
  let at = 0
  for (const piece of objectPieces(document, 'deployment', () =>
    objectPieces(document.deployment, 'resources', list),
  )) {
    let { read, written } = encoder.encodeInto(piece, whole.subarray(at))
    if (read < piece.length) {
      whole = grown(whole, at + 3 * piece.length) // a UTF-16 code unit takes at most three bytes
      ;({ read, written } = encoder.encodeInto(piece, whole.subarray(at)))
    }
    at += written
  }
  return whole.subarray(0, at)
}

function grown(text: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.max(least, Math.ceil(text.length * 1.5)))
  more.set(text)
  return more
}

/** Yields the JSON of an object, with a custom serialization of one of its members. */
function* objectPieces(object: object, key: string, member: () => Iterable<string>): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    const json = name === key ? '' : JSON.stringify(value as unknown)
    if (json === undefined) continue
    yield `${before}${JSON.stringify(name)}:${json}`
    if (name === key) yield* member()
    before = ','
  }
  yield '}'
}

function* listPieces(entries: readonly unknown[]): Generator<string> {
  for (let at = 0; at < entries.length; at += ENTRIES_A_PIECE)
    yield (at === 0 ? '[' : ',') + JSON.stringify(entries.slice(at, at + ENTRIES_A_PIECE)).slice(1, -1)
  yield ']'
}
