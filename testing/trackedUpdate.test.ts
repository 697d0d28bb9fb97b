import { describe, expect, it } from 'vitest'
import type { Resource } from '#domain/state/checkpoint.ts'
import { tracked, wrongs } from './trackedUpdate.ts'

const NAMES = ['one', 'two']
const resource = (name: string, mark = 'now'): Resource => ({
  urn: `urn:pulumi:prod::shop::a:b:C::${name}`,
  type: 'a:b:C',
  inputs: { mark },
  outputs: { mark },
})
const state = (made: Resource[], pending: Resource[] = []) => ({
  version: 3,
  deployment: {
    resources: made,
    pending_operations: pending.map((each) => ({ type: 'creating', resource: each })),
  },
})

/** One of two creates is finished, the other started; everything sent was acknowledged. */
function update() {
  const one = tracked('now', NAMES)
  for (const list of [one.sent, one.acknowledged]) list.set('one', 2).set('two', 1)
  return one
}

describe('a state after a crash', () => {
  it('may be what was acknowledged, or what was sent', () => {
    expect(wrongs(state([resource('one')], [resource('two')]), update())).toEqual([])
    const more = update()
    more.sent.set('two', 2)
    expect(wrongs(state([resource('one'), resource('two')]), more)).toEqual([])
  })

  it.each([
    ['lost a created resource', state([], [resource('two')]), 'one is at 0, not between 2 and 2'],
    ['lost a started operation', state([resource('one')]), 'two is at 0, not between 1 and 1'],
    [
      'kept the former state of a resource',
      state([resource('one', 'before')], [resource('two')]),
      'one is at 0, not between 2 and 2',
    ],
    [
      'has a resource that was only started',
      state([resource('one'), resource('two')]),
      'two is at 2, not between 1 and 1',
    ],
    ['applied a step twice', state([resource('one'), resource('one')], [resource('two')]), 'twice: '],
    ['started a step twice', state([resource('one')], [resource('two'), resource('two')]), 'twice: '],
    ['has an unknown resource', state([resource('one'), resource('three')], [resource('two')]), 'no one made '],
  ])('may not be one that %s', (_what, found, sentence) => {
    expect(wrongs(found, update())).toEqual([expect.stringContaining(sentence)])
  })
})
