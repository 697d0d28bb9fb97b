import { hash as hashOnce } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { DeltaError } from '#domain/diff/delta.ts'
import { outlineOf } from '#domain/state/outline.ts'
import { DomainError } from '#server/errors.ts'
import type { PreparedState } from '#server/texts/stateText.ts'
import { LARGE_BYTES } from '#server/texts/textJobs.ts'
import { textWorkOf } from '#server/texts/textWork.ts'
import { collectGarbage } from '../garbage.ts'
import { pack } from '../sql/pieces/pieces.ts'
import { decodeRecipe } from '../sql/pieces/recipe.ts'
import type { Answer, PackInput, PackOutput, Sent } from './textThreadTypes.ts'

/**
 * The thread of `textWorker.ts`: does one job at a time on a text that is transferred to it, and returns the result.
 * Documents are returned as outlines, written as JSON in parts, because the main thread reads them between other work.
 */
const RESOURCES_A_PART = 1_000

const here = textWorkOf({
  async hash(text) {
    if (text.length >= LARGE_BYTES) collectGarbage() // frees the text's string, which was parsed or written just now
    return hashOnce('sha256', text) // Web Crypto would copy the text first
  },
  letGo({ buffer }) {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0)
    collectGarbage() // frees the string of the text
  },
})

const jobs = {
  prepare: async (text: Uint8Array) => sent(await here.prepare(text)),
  async checkpoint(bytes: Uint8Array) {
    const read = await here.checkpoint(bytes)
    return read.ok ? { ...read, prepared: sent(read.prepared) } : read
  },
  copies: (input: Parameters<typeof here.copies>[0]) => here.copies(input),
  prepareImport: async (input: Parameters<typeof here.prepareImport>[0]) => sent(await here.prepareImport(input)),
  async replay({ base, ...rest }: Parameters<typeof here.replay>[0]) {
    const result = await here.replay({ base, ...rest })
    return result && { ...result, prepared: sent(result.prepared) }
  },
  outline: async (text: Uint8Array) => inParts(await here.outline(text)),
  holdsReadable: (text: Uint8Array) => here.holdsReadable(text),
  cutVerbatim: (body: Uint8Array) => here.cutVerbatim(body),
  fullSave: (body: Uint8Array) => here.fullSave(body),
  async edit(input: Parameters<typeof here.edit>[0]) {
    const outcome = await here.edit(input)
    if ('unsupported' in outcome) return outcome
    return { ...outcome, prepared: outcome.prepared && sent(outcome.prepared) }
  },
  ask: (input: Parameters<typeof here.ask>[0]) => here.ask(input),
  compareApart: (input: Parameters<typeof here.compareApart>[0]) => here.compareApart(input),
  async plan(input: Parameters<typeof here.plan>[0]) {
    const { answer, states } = await here.plan(input)
    return { answer, states: states.map(sent) }
  },
  json: (body: Uint8Array) => here.json(body),
  journal: (body: Uint8Array) => here.journal(body),
  events: (body: Uint8Array) => here.events(body),
  event: (body: Uint8Array) => here.event(body),
  async pack({ text, base }: PackInput): Promise<PackOutput> {
    const { recipe, ...packed } = await pack(text, base === null ? undefined : decodeRecipe(base))
    return { text, packed: { ...packed, recipe: recipe.encode() } }
  },
}
export type ThreadJobs = typeof jobs
/** A message to the thread. */
export type Asked = { name: keyof ThreadJobs; input: unknown; isLast: boolean }

const sent = ({ document, ...rest }: PreparedState): Sent<PreparedState> => ({
  ...rest,
  document: document && inParts(document),
})

function inParts(document: StateDocument): string[] {
  const outline = outlineOf(document)
  const { resources } = outline.deployment
  if (!Array.isArray(resources)) return [JSON.stringify(outline)]
  const parts = [JSON.stringify({ ...outline, deployment: { ...outline.deployment, resources: [] } })]
  for (let at = 0; at < resources.length; at += RESOURCES_A_PART)
    parts.push(JSON.stringify(resources.slice(at, at + RESOURCES_A_PART)))
  return parts
}

/** Buffers to transfer instead of copying. */
function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Small arrays are views of a buffer that Node shares between many.
    if (value.buffer instanceof ArrayBuffer && value.byteLength * 2 > value.buffer.byteLength) found.add(value.buffer)
  } else if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const each of value) buffersIn(each, found)
  } else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) buffersIn(each, found)
  return found
}

parentPort?.on('message', ({ name, input, isLast }: Asked) => {
  parentPort?.postMessage({ began: true } satisfies Answer)
  void (jobs[name] as (given: unknown) => Promise<unknown>)(input) // the input belongs to the name
    .then((value): Answer => ({ value }))
    .catch((error: unknown): Answer => {
      if (error instanceof DomainError) return { refused: error.refusal }
      if (error instanceof DeltaError) return { notApplicable: error.message }
      return { failed: error instanceof Error ? error.message : String(error) }
    })
    .then((answer) => parentPort?.postMessage(answer, [...buffersIn(answer)]))
    .then(() => {
      if (!isLast) collectGarbage()
    })
})
