import { describe, expect, it } from 'vitest'
import { loadBucket } from '#testing/loadBucket.ts'
import { pick, seeded } from '#testing/states/randomState.ts'
import { readHistoryEntry } from './historyEntry.ts'

const read = (json: unknown) => {
  const found = readHistoryEntry(typeof json === 'string' ? json : JSON.stringify(json))
  return found.ok ? found.entry : found.problem
}

describe('an entry in the history', () => {
  it('of a real CLI says what ran, when, from where, and how it ended', () => {
    const texts = Object.entries(loadBucket()).filter(([path]) => path.includes('.history.json'))
    expect(texts.length).toBeGreaterThan(0)
    for (const [, text] of texts) {
      const entry = read(text)
      expect(entry).toMatchObject({ kind: expect.stringMatching(/^(update|destroy|refresh)$/) })
      if (typeof entry === 'string') continue
      expect(entry.startTime).toBeGreaterThan(Date.parse('2026-01-01'))
      expect(['succeeded', 'failed']).toContain(entry.result)
      expect(entry.environment['pulumi.os']).toBe('linux')
    }
  })

  it('shows the configuration without its secrets, also inside of structured values', () => {
    const config = {
      'shop:size': 'large',
      'shop:password': { secure: 'v1:abc:ciphertext' },
      'shop:odd': { secure: { of: 'ciphertext' } },
      'shop:list': { hosts: ['a', { secure: 'v1:def:ciphertext' }], count: 2 },
    }
    const entry = read({ kind: 'update', config })
    expect(entry).toMatchObject({
      config: {
        'shop:size': { value: 'large', hasSecret: false },
        'shop:password': { value: null, hasSecret: true },
        'shop:odd': { value: null, hasSecret: true },
        'shop:list': { value: '{"hosts":["a","[secret]"],"count":2}', hasSecret: true },
      },
    })
    expect(JSON.stringify(entry)).not.toContain('ciphertext')
  })

  it('shows nothing of what lies deeper than any configuration', () => {
    const deep = '['.repeat(5_000) + '{"secure":"ciphertext"}' + ']'.repeat(5_000)
    const entry = read(`{"kind":"update","config":{"a:b":${deep}}}`)
    expect(entry).toMatchObject({ config: { 'a:b': { hasSecret: true } } })
    expect(JSON.stringify(entry)).not.toContain('ciphertext')
  })

  it('leaves out what is of the wrong type', () => {
    const odd = {
      kind: 'update',
      startTime: 'x',
      environment: [],
      resourceChanges: { same: -1, create: 2 },
    }
    expect(read(odd)).toEqual({
      kind: 'update',
      startTime: null,
      message: '',
      environment: {},
      config: {},
      result: 'unknown',
      resourceChanges: { create: 2 },
    })
    expect(read({ kind: 'update', startTime: 1e30 })).toMatchObject({ startTime: null })
  })

  it.each([
    ['', 'empty'],
    ['{"kind":"upd', 'truncated'],
    ['\u0000\u0001', 'truncated'],
    ['[]', 'noEntry'],
    ['null', 'noEntry'],
    ['{}', 'noEntry'],
    [' '.repeat(20_000_001).concat('{}'), 'tooLarge'],
  ])('with a text like %.20j is none', (text, problem) => {
    expect(read(text)).toBe(problem)
  })

  it('never fails, whatever the text', () => {
    const random = seeded(5)
    const [text = ''] = Object.entries(loadBucket()).flatMap(([path, each]) =>
      /history\.json/.test(path) ? [each] : [],
    )
    for (let round = 0; round < 300; round += 1) {
      const cut = random(text.length)
      const changed =
        text.slice(0, cut) + (pick(random, ['', '{', '"', 'null', '[', '\0']) ?? '') + text.slice(cut + random(9))
      expect(readHistoryEntry(changed).ok).toBeTypeOf('boolean')
    }
  })
})
