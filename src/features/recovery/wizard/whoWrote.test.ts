import { expect, it } from 'vitest'
import { sampleUpdate } from '#testing/samples/sampleStack.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { whoWrote } from './whoWrote.ts'

const update = (given: Partial<UpdateBrief>) =>
  sampleUpdate({
    kind: 'recovery',
    version: 3,
    message: 'Interrupted creates: Looked in S3.',
    by: { login: 'ada', tokenName: null },
    ...given,
  })

it('names who wrote the current state, and why', () => {
  expect(whoWrote({ lastUpdate: update({}), basis: { version: 3, hash: '' } })).toBe(
    'ada wrote version 3 (recovery): Interrupted creates: Looked in S3.',
  )
  expect(whoWrote({ lastUpdate: update({ kind: 'import', message: '' }), basis: { version: 3, hash: '' } })).toBe(
    'ada wrote version 3 (import).',
  )
})

it('names no one when the last update did not write it', () => {
  expect(whoWrote({ lastUpdate: null, basis: { version: 3, hash: '' } })).toBe('')
  expect(whoWrote({ lastUpdate: update({ version: 4 }), basis: { version: 3, hash: '' } })).toBe('')
})
