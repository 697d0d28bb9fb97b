import { expect, it } from 'vitest'
import { hashSecret, newSecret } from './secretValue.ts'

it('a secret is 32 bytes from the host’s random generator, all of them used', () => {
  const asked: number[] = []
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => 255 - index * 7)
  const randomBytes = (count: number) => {
    asked.push(count)
    return bytes
  }
  const value = newSecret({ randomBytes }, 'hf_')
  expect(asked).toEqual([32])
  expect(value.slice(0, 3)).toBe('hf_')
  expect(new Uint8Array(Buffer.from(value.slice(3), 'base64url'))).toEqual(bytes)
})

it('a secret is stored as its SHA-256, which cannot be reversed', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
