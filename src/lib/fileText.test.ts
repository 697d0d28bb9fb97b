import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newFacts, readText, textPieces, UnreadableFile } from './fileText.ts'

it('reads plain and compressed text alike', async () => {
  const text = '{"stack": "Größe"}'
  expect(await readText(new Blob([text]))).toEqual({ text, bytes: 20, isPacked: false, encoding: 'UTF-8' })
  expect(await readText(new Blob([gzipSync(text)]))).toEqual({ text, bytes: 20, isPacked: true, encoding: 'UTF-8' })
})

it('reads PowerShell output, without its byte order mark', async () => {
  const bytes = new Uint8Array([0xff, 0xfe, ...Buffer.from('{"a":1}', 'utf16le')])
  expect(await readText(new Blob([bytes]))).toMatchObject({ text: '{"a":1}', encoding: 'UTF-16' })
  expect((await readText(new Blob(['\uFEFF{}']))).text).toBe('{}')
})

it('reports where invalid text starts, also in the last character', async () => {
  const invalid = new Blob(['{"a":"', new Uint8Array([0xff]), '"}'])
  await expect(readText(invalid)).rejects.toThrow(/no valid UTF-8 text/)
  await expect(readText(new Blob(['{', new Uint8Array([0xc3])]))).rejects.toThrow(UnreadableFile)
})

it('refuses a file that is too large, before and during decompression', async () => {
  await expect(readText(new Blob(['x'.repeat(101)]), 100)).rejects.toThrow(/up to 0 MB/)
  await expect(readText(new Blob([gzipSync('x'.repeat(5_000_000))]), 1_000_000)).rejects.toThrow(/up to 1 MB/)
})

it('reports a truncated compressed file', async () => {
  const packed = gzipSync('x'.repeat(10_000) + Math.PI)
  await expect(readText(new Blob([packed.subarray(0, packed.length - 12)]))).rejects.toThrow(/cut short or damaged/)
})

it('returns a large file in chunks that add up to the whole', async () => {
  const text = 'ä€😀'.repeat(1_000)
  const bytes = new TextEncoder().encode(text)
  const cut = [bytes.slice(0, 7), bytes.slice(7, 4_001), bytes.slice(4_001)] // within characters
  const pieces: string[] = []
  for await (const piece of textPieces(new Blob(cut), newFacts())) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe(text)
})
