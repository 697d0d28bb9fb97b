import { describe, expect, it } from 'vitest'
import { isStrongToken } from './tokenStrength.ts'

describe('a token chosen by the operator', () => {
  it.each([
    'aaaaaaaaaaaaaaaa',
    'abababababababab',
    'abcdefghijklmnop',
    '1234567890123456',
    '0123456789abcdef',
    'passwordpassword',
    'changemechangeme',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
    'kX9#vQ2!',
  ])('is too weak: %s', (token) => expect(isStrongToken(token)).toBe(false))

  it.each(['journeys-only-0123456789', '9f1c04e7b23d58a6', 'Zm9vYmFyYmF6cXV4', 'correct horse battery staple'])(
    'is accepted: %s',
    (token) => expect(isStrongToken(token)).toBe(true),
  )

  it('is never too weak when it is random', () => {
    const hex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'))
    const weak = Array.from({ length: 1_000 }, () => hex().join('')).filter((token) => !isStrongToken(token))
    expect(weak).toEqual([])
  })
})
