import { expect, it } from 'vitest'
import { createCaches } from '../caches.ts'
import { askForReply, type StateSource } from './askStates.ts'
import { LARGE_BYTES, textJobsHere } from './textJobs.ts'

const stack = { org: 'acme', project: 'shop', stack: 'dev' }

it('the worker thread for large states starts while a large state is read', async () => {
  const happened: string[] = []
  const source = (hash: string): StateSource => ({
    hash,
    bytes: LARGE_BYTES,
    document: () => Promise.reject(new Error('a large state is not read here')),
    async text() {
      happened.push('read')
      return new TextEncoder().encode('{"version":3,"deployment":{"resources":[]}}')
    },
  })
  const deps = { caches: createCaches(), jobs: { ...textJobsHere, expect: () => void happened.push('expected') } }
  const sides = { from: { stack, version: 1 }, to: { stack, version: 2 }, isOtherStack: false, valueBudget: 100 }
  await askForReply(deps, [source('a'), source('b')], 'compare', sides)
  expect(happened).toEqual(['expected', 'read', 'read'])
})
