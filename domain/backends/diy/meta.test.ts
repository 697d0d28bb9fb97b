import { describe, expect, it } from 'vitest'
import { pick, seeded } from '#testing/states/randomState.ts'
import { readMeta } from './meta.ts'

describe('meta.yaml', () => {
  it.each([
    [undefined, 'missing'],
    ['version: 1\n', 'fine'],
    ['version: 1', 'fine'],
    ['\uFEFF---\r\nversion: 1 # by hand\r\n', 'fine'],
    ['# a comment\nversion: 1\nother: x\n', 'fine'],
    ['{"version": 1}', 'fine'],
    ['{version: 1, other: 2}', 'fine'],
    ['version: 0\n', 'old'],
    ['version: 2\n', 'newer'],
    ['', 'noVersion'],
    [' \n', 'noVersion'],
    ['version:\n', 'noVersion'],
    ['version: null\n', 'noVersion'],
    ['{}', 'noVersion'],
    ['other: 1\n', 'noVersion'],
    ['version: one\n', 'broken'],
    ['version: "1"\n', 'broken'],
    ['version: -1\n', 'broken'],
    ['version: 1\nversion: 2\n', 'broken'],
    ['version 1', 'broken'],
    ['{"version": 1', 'broken'],
    ['<html>', 'broken'],
    ['\0\0\0\0', 'broken'],
    ['\uFFFD\uFFFD', 'broken'],
    ['v'.repeat(1_000_000), 'broken'],
  ])('with the text %j is %s', (text, state) => {
    expect(readMeta(text)).toBe(state)
  })

  it('may hold anything', () => {
    const random = seeded(3)
    const parts = ['version', ':', ' ', '1', '0', '\n', '{', '}', ',', '#', '"', '-', '\0', '---']
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: random(12) }, () => pick(random, parts) ?? '').join('')
      expect(['fine', 'old', 'newer', 'noVersion', 'broken']).toContain(readMeta(text))
    }
  })
})
