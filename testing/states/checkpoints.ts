import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { DeltaEdit } from '#domain/diff/delta.ts'
import { sha256Hex } from '#domain/json/hash.ts'
import type { Run } from '#mocks/cli.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'

/** The engine's JSON writer escapes these characters everywhere; a delta counts bytes, so it matters. */
const ESCAPED = /[<>&\u2028\u2029]/g

/**
 * A state as the CLI writes it if it uploads without a journal: without pending operations (docs/protocol.md,
 * Checkpoints).
 */
export function checkpointText({ deployment, ...document }: StateDocument): string {
  const { pending_operations: _lost, snippets: _too, extensions: _also, ...written } = deployment
  return JSON.stringify({ ...document, deployment: written }).replaceAll(
    ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Saves states as the CLI does when deltas are offered: the first one verbatim, then deltas if both texts have at least
 * `cutoff` bytes; after a refused delta the same state verbatim with the same number (docs/protocol.md, Checkpoints).
 * `spoil` may change a delta before it is sent.
 */
export function createCheckpoints(
  run: Run,
  { cutoff = 0, spoil }: { cutoff?: number; spoil?: (delta: Delta) => Delta } = {},
) {
  let number = 0
  let base: Uint8Array | undefined
  const sent: ('verbatim' | 'delta')[] = []

  async function verbatim(text: string): Promise<void> {
    sent.push('verbatim')
    await run.saveText(text, number)
  }

  return {
    /** The kind of each upload, in order. */
    sent,
    async save(document: StateDocument): Promise<void> {
      const text = checkpointText(document)
      const bytes = new TextEncoder().encode(text)
      number += 1
      if (base === undefined || Math.min(base.length, bytes.length) < cutoff) await verbatim(text)
      else {
        const delta = deltaOf(base, bytes, number)
        try {
          sent.push('delta')
          await run.saveDelta(spoil?.(delta) ?? delta)
        } catch (error) {
          if (!(error instanceof CliRefusal)) throw error
          await verbatim(text)
        }
      }
      base = bytes
    },
  }
}

type Delta = { version: 3; checkpointHash: string; sequenceNumber: number; deploymentDelta: DeltaEdit[] }

/** The differing middle of two texts, split where the middles agree byte by byte. */
export function deltaOf(from: Uint8Array, to: Uint8Array, sequenceNumber: number): Delta {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start++
  while (start > 0 && isInside(to[start])) start--
  let end = 0
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++
  while (end > 0 && isInside(to[to.length - end])) end--
  const [a, b] = [from.subarray(start, from.length - end), to.subarray(start, to.length - end)]
  const edits = a.length === b.length ? runsOf(a, b, start) : [edit(start, from.length - end, b)]
  return { version: 3, checkpointHash: sha256Hex(to), sequenceNumber, deploymentDelta: edits }
}

/** For equal lengths: one edit for each run of differing bytes, whole characters each. */
function runsOf(a: Uint8Array, b: Uint8Array, offset: number): DeltaEdit[] {
  const edits: DeltaEdit[] = []
  for (let at = 0; at < a.length;) {
    if (a[at] === b[at]) {
      at++
      continue
    }
    let [start, end] = [at, at]
    while (start > 0 && (isInside(b[start]) || isInside(a[start]))) start--
    while (end < a.length && (a[end] !== b[end] || isInside(b[end]) || isInside(a[end]))) end++
    edits.push(edit(offset + start, offset + end, b.subarray(start, end)))
    at = end
  }
  return edits
}

const edit = (start: number, end: number, bytes: Uint8Array): DeltaEdit => ({
  Span: { start: { offset: start }, end: { offset: end } },
  NewText: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
})

/** Whether a byte continues a UTF-8 character: no edit starts or ends there. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
