import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import type { PreparedState } from '#server/texts/stateText.ts'
import type { Sent } from './textThreadTypes.ts'

/** What crosses to the thread and back: texts are transferred, documents come in parts. */

/** Returns a text in a buffer of its own, which can be transferred. */
export const owned = (text: Uint8Array): Uint8Array =>
  text.buffer instanceof ArrayBuffer && text.byteLength * 2 > text.buffer.byteLength ? text : text.slice()

/** Buffers to transfer: of an input that is a text, of texts in its fields, and of texts in a list. */
export function buffersOf(input: unknown): ArrayBuffer[] {
  const values = ArrayBuffer.isView(input) ? [input] : Object.values(input ?? {}).flat()
  return values.flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength * 2 > value.buffer.byteLength
      ? [value.buffer]
      : [],
  )
}

/** Size of the texts in an input. */
export const sizeOf = (input: unknown): number => buffersOf(input).reduce((sum, { byteLength }) => sum + byteLength, 0)

export async function received({ document, ...rest }: Sent<PreparedState>): Promise<PreparedState> {
  return document === undefined ? rest : { ...rest, document: await fromParts(document), isOutline: true }
}

/** Parses the parts of a document between other work. */
export async function fromParts([first = '', ...parts]: string[]): Promise<StateDocument> {
  const document = JSON.parse(first) as StateDocument // as written by the thread
  const { resources } = document.deployment
  for (const part of parts) {
    await nextTurn()
    resources?.push(...(JSON.parse(part) as Resource[]))
  }
  return document
}
