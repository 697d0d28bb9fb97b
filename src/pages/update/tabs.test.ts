import { expect, it } from 'vitest'
import { sampleElsewhere } from '#testing/samples/sampleElsewhere.ts'
import { partsOf } from './tabs.ts'

it.each([
  ['', 'changes'],
  ['tab=config', 'config'],
  ['tab=timeline', 'timeline'],
  ['line=7', 'log'],
])('the address ?%s shows the tab %s', (search, tab) => {
  expect(partsOf({ kind: 'update' }, null, new URLSearchParams(search))).toMatchObject({ tab })
})

it.each([
  ['', 'changes'],
  ['tab=config', 'config'],
  ['tab=timeline', 'changes'],
  ['line=7', 'changes'],
])('without events, the address ?%s shows the tab %s', (search, tab) => {
  const parts = partsOf({ kind: 'update' }, sampleElsewhere(), new URLSearchParams(search))
  expect(parts).toMatchObject({ tab, tabs: ['changes', 'config'] })
})

it('a run that the server carried out has no tabs', () => {
  expect(partsOf({ kind: 'recovery' }, null, new URLSearchParams())).toBeUndefined()
})
