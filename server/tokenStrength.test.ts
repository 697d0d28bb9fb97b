import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isStrongToken } from './tokenStrength.ts'

/** 32 bytes that are the same in each run: of all generated tokens, one in a hundred thousand looks typed. */
const bytesOf = (seed: number) => new Uint8Array(createHash('sha256').update(`${seed}`).digest())
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const base64url = (bytes: Uint8Array) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

describe('a token chosen by the operator', () => {
  it.each([
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababababababababababab',
    '0123456789abcdef0123456789abcdef',
    'deadbeefcafebabefeedfacedeadc0de',
    '12345678901234567890123456789012',
    'Summer2026Holdfast',
    'Summer2026HoldfastProduction',
    'admin-token-for-ci',
    'admin-token-for-our-ci-2026-production',
    'correcthorsebattery',
    'correct horse battery staple, and so on',
    'CorrectHorseBatteryStaple2026',
    'MyDogAteMyHomework2026AndThenSome',
    'correct-horse-battery-staple-2026',
    'qwertyuiopasdfgh',
    'qwertyuiopasdfghjklzxcvbnm',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
    'journeys-only-0123456789',
    '9f1c04e7b23d58a6',
    '9f1c04e7b23d58a69f1c04e7b23d58a6',
    'kX9#vQ2!kX7#vP3!mZ5%wT8&',
    'hf_short',
  ])('is refused: %s', (token) => expect(isStrongToken(token)).toBe(false))

  it.each(['93be07a1d5c2f68451e0b9d37c8a2f64', 'mX8qT0vLr3KJd92ZbFhYwQ==', 'q7Zp-0Kd_W3xTn9VbRyL2g'])(
    'is accepted: %s',
    (token) => expect(isStrongToken(token)).toBe(true),
  )

  it.each([
    ['openssl rand -hex 32', (seed: number) => hex(bytesOf(seed))],
    ['openssl rand -base64 32', (seed: number) => base64(bytesOf(seed))],
    ['base64 for addresses', (seed: number) => base64url(bytesOf(seed))],
    ['a token of this server', (seed: number) => `hf_${base64url(bytesOf(seed))}`],
  ])('is accepted as generated: %s', (_, generate) => {
    expect(Array.from({ length: 1_000 }, (_, seed) => generate(seed)).filter((token) => !isStrongToken(token))).toEqual(
      [],
    )
  })
})
