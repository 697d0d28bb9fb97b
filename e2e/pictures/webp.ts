import type { Page } from '@playwright/test'

/** The picture as WebP; `quality` 1 is without loss. A page of the browser converts it. */
export async function asWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const text = await page.evaluate(
    async ([source, q]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', q).split(',')[1] ?? ''
    },
    [png.toString('base64'), quality] as const,
  )
  return Buffer.from(text, 'base64')
}

/** A picture of an animation, and how long it is shown. */
export type Frame = { webp: Buffer; ms: number }

const HEAD = 12 // RIFF, size, WEBP
const CHUNK_HEAD = 8 // name, size

const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** A chunk of a RIFF file; its payload has an even length. */
const chunk = (name: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), number(payload.length, 4), payload, Buffer.alloc(payload.length % 2)])

/** The chunk with the pixels of a WebP file without alpha and animation. */
function pixelsOf(webp: Buffer): Buffer {
  for (let at = HEAD; at + CHUNK_HEAD <= webp.length;) {
    const name = webp.toString('latin1', at, at + 4)
    const size = webp.readUInt32LE(at + 4)
    if (name === 'VP8 ' || name === 'VP8L') return chunk(name, webp.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + size))
    at += CHUNK_HEAD + size + (size % 2)
  }
  throw new Error('the picture has no pixels')
}

const ANIMATED = 0b10
/** A frame replaces what was there. */
const NO_BLEND = 0b10

/** An animated WebP of frames of that size, which begins again at its end (RFC 9649, section 2.7). */
export function animated(frames: readonly Frame[], { width, height }: { width: number; height: number }): Buffer {
  const size = Buffer.concat([number(width - 1, 3), number(height - 1, 3)])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([number(ANIMATED, 4), size])),
    chunk('ANIM', Buffer.concat([number(0, 4), number(0, 2)])),
    ...frames.map(({ webp, ms }) =>
      chunk('ANMF', Buffer.concat([number(0, 6), size, number(ms, 3), number(NO_BLEND, 1), pixelsOf(webp)])),
    ),
  ])
  return Buffer.concat([Buffer.from('RIFF'), number(body.length, 4), body])
}
