// Reads the text of a chosen file: compressed or not, in the encodings that shells write.
import { number } from '#words/counts.ts'

/** More bytes than this (uncompressed) might exhaust the tab's memory. The largest known state has 85 MB. */
export const MAX_BYTES = 200_000_000

/** Why a file cannot be read, in a sentence. Never contains any of its content. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

export type TextFacts = {
  /** After decompression. */
  bytes: number
  isPacked: boolean
  encoding: 'UTF-8' | 'UTF-16'
}

export type FileText = TextFacts & { text: string }

const mega = (bytes: number): string => `${number(Math.round(bytes / 1_000_000))} MB`

const tooLarge = (bytes: number, most: number): UnreadableFile =>
  new UnreadableFile(`This file has ${mega(bytes)} or more; up to ${mega(most)} can be opened in a browser.`)

/**
 * Reads a file piece by piece. Gzip is detected by its first bytes, UTF-16 (as written by PowerShell's `>`) by its byte
 * order mark. Throws `UnreadableFile`; `facts` are complete after the last piece.
 */
export async function* textPieces(file: Blob, facts: TextFacts, mostBytes = MAX_BYTES): AsyncGenerator<string> {
  if (file.size > mostBytes) throw tooLarge(file.size, mostBytes)
  const isGzip = await fileStartsWith(file, [0x1f, 0x8b])
  facts.isPacked = isGzip
  let decoder: TextDecoder | undefined
  for await (const bytes of piecesOf(isGzip ? unpacked(file) : file.stream(), isGzip)) {
    if (!decoder) {
      const isUtf16 = startsWith(bytes, [0xff, 0xfe])
      facts.encoding = isUtf16 ? 'UTF-16' : 'UTF-8'
      decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true })
    }
    const text = decoded(decoder, bytes, facts)
    facts.bytes += bytes.length
    if (facts.bytes > mostBytes) throw tooLarge(facts.bytes, mostBytes)
    if (text !== '') yield text
  }
  if (decoder) decoded(decoder, undefined, facts)
}

/** The whole text at once. Throws `UnreadableFile`. */
export async function readText(file: Blob, mostBytes = MAX_BYTES): Promise<FileText> {
  const facts = newFacts()
  const parts: string[] = []
  for await (const part of textPieces(file, facts, mostBytes)) parts.push(part)
  return { ...facts, text: parts.join('') }
}

export const newFacts = (): TextFacts => ({ bytes: 0, isPacked: false, encoding: 'UTF-8' })

const firstBytes = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.slice(0, 2).arrayBuffer())

/** Whether a file begins with these bytes. */
export const fileStartsWith = async (file: Blob, mark: readonly [number, number]): Promise<boolean> =>
  startsWith(await firstBytes(file), mark)

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte)

const unpacked = (file: Blob): ReadableStream<Uint8Array> =>
  file.stream().pipeThrough<Uint8Array>(new DecompressionStream('gzip'))

async function* piecesOf(stream: ReadableStream<Uint8Array>, isGzip: boolean): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    const what = isGzip ? 'It is packed with gzip, and cut short or damaged.' : 'The browser could not read this file.'
    throw new UnreadableFile(what, { cause })
  } finally {
    reader.releaseLock()
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array | undefined, { bytes: before, encoding }: TextFacts): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    const where = `behind byte ${number(before)}`
    throw new UnreadableFile(`This is no valid ${encoding} text: ${where} stands something that is none.`, { cause })
  }
}
