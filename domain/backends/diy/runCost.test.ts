import { expect, it } from 'vitest'
import { runCost } from './runCost.ts'

const state = { resourceCount: 100, bytes: 200_000 }

it('is the whole state twice for each step', () => {
  expect(runCost({ changes: { create: 10, update: 2, same: 88 }, resourceCount: 100 }, state)).toEqual({
    saves: 24,
    requests: 96,
    bytes: 24 * 200_000,
  })
})

it('is by the resources that the run left', () => {
  expect(runCost({ changes: { create: 1 }, resourceCount: 50 }, state)?.bytes).toBe(2 * 100_000)
})

it.each([
  ['a run that changed nothing', { changes: { same: 100 }, resourceCount: 100 }, state],
  ['a run that left nothing', { changes: { delete: 3 }, resourceCount: 0 }, state],
  ['a state whose size says nothing', { changes: { create: 1 }, resourceCount: 1 }, { resourceCount: 0, bytes: 300 }],
])('is not known of %s', (_, run, of) => {
  expect(runCost(run, of)).toBeUndefined()
})
