import { expect, it } from 'vitest'
import { loadBucket } from '#testing/loadBucket.ts'
import { parseTags } from './tags.ts'

it.each([
  ['{"version":1,"tags":{"team":"web","odd":1}}', { ok: true, tags: { team: 'web' } }],
  ['{"version":1}', { ok: true, tags: {} }],
  ['{"version":1,"tags":{"__proto__":"x"}}', { ok: true, tags: Object.fromEntries([['__proto__', 'x']]) }],
  ['{"version":2,"tags":{"team":"web"}}', { ok: false, why: 'version' }],
  ['{"tags":{}}', { ok: false, why: 'version' }],
  ['{"version":1,"tags":[]}', { ok: false, why: 'broken' }],
  ['{"version":1,"ta', { ok: false, why: 'broken' }],
  ['', { ok: false, why: 'broken' }],
  ['[]', { ok: false, why: 'broken' }],
  [' '.repeat(300_000), { ok: false, why: 'broken' }],
])('a tags file with %.60j is %j', (text, expected) => {
  expect(parseTags(text)).toEqual(expected)
})

it('reads what a real CLI wrote', () => {
  const text = loadBucket()['.pulumi/stacks/webshop/staging.pulumi-tags'] ?? ''
  const read = parseTags(text)
  expect(read.ok && Object.keys(read.tags).length).toBeGreaterThan(0)
})
