import { expect, it } from 'vitest'
import { recoverStack, showGraph } from './actions.ts'
import { sampleStack } from '#testing/samples/sampleStack.ts'

it('a healthy stack offers no recovery, and says why', () => {
  expect(recoverStack.blocked(sampleStack())).toBe('Nothing is wrong with this stack.')
  expect(recoverStack.blocked(sampleStack({ health: 'orphaned' }))).toBeUndefined()
})

it('recovering opens the stack’s recovery page', () => {
  const visited: string[] = []
  recoverStack.run(sampleStack(), { navigate: (to) => visited.push(to) })
  expect(visited).toEqual(['/acme/payments/prod/recover'])
})

it('a stack without state has no graph yet', () => {
  expect(showGraph.blocked(sampleStack({ version: 0 }))).toContain('no state yet')
  expect(showGraph.blocked(sampleStack())).toBeUndefined()
})
