import { nextTurn } from '../turns.ts'

/** Bytes quoted at a time, a few milliseconds' work; other requests are answered in between. */
const SLICE = 1024 * 1024

const SHORT: Readonly<Record<number, string>> = { 8: 'b', 9: 't', 10: 'n', 12: 'f', 13: 'r', 34: '"', 92: '\\' }
/** For each byte what it is in a JSON string, if not itself. */
const ESCAPES = Array.from({ length: 128 }, (_, code) => {
  const short = SHORT[code]
  if (short !== undefined) return new TextEncoder().encode(`\\${short}`)
  return code < 32 ? new TextEncoder().encode(`\\u00${code.toString(16).padStart(2, '0')}`) : undefined
})

/** A UTF-8 text as a JSON string, in parts: a long one is never quoted at once on the serving thread. */
export async function* quoted(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield new Uint8Array([34])
  for (let from = 0; from < text.byteLength; from += SLICE) {
    if (from > 0) await nextTurn()
    yield quotedSlice(text.subarray(from, from + SLICE))
  }
  yield new Uint8Array([34])
}

function quotedSlice(slice: Uint8Array): Uint8Array {
  let extra = 0
  for (const byte of slice) extra += (ESCAPES[byte]?.length ?? 1) - 1
  if (extra === 0) return slice
  const out = new Uint8Array(slice.byteLength + extra)
  let at = 0
  for (const byte of slice) {
    const escape = ESCAPES[byte]
    if (escape === undefined) out[at++] = byte
    else {
      out.set(escape, at)
      at += escape.length
    }
  }
  return out
}
