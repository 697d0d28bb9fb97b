import { expect, it } from 'vitest'
import { quoted } from './rendered.ts'

async function whole(text: string): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of quoted(new TextEncoder().encode(text))) parts.push(new Uint8Array(part))
  return new Blob(parts).text()
}

it.each([
  ['nothing', ''],
  ['what needs no escape', 'größe 🐈 \u2028'],
  ['quotes, backslashes and control characters', '"\\\b\f\n\r\t\u0000\u001f\u007f'],
  ['a state', JSON.stringify({ a: ['"', '\\', '\n'], b: 1.0 }, null, 2)],
  [
    'more than a slice, with an escape and a character across the cut',
    `${'x'.repeat(1024 * 1024 - 1)}"é${'y'.repeat(9)}`,
  ],
])('a text is quoted as JSON: %s', async (_, text) => {
  expect(JSON.parse(await whole(text))).toBe(text)
})
