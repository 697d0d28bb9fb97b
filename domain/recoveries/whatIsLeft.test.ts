import { describe, expect, it } from 'vitest'
import type { Option, Problem } from '#contract/recoveries.ts'
import { option } from './options.ts'
import { whatIsLeft } from './whatIsLeft.ts'

const anOption = (id: string, more: Partial<Option> = {}): Option => option({ id, title: id, risk: '', level: 1 }, more)

const problem = (title: string, more: Partial<Problem> = {}): Problem => ({
  id: title,
  title,
  explanation: '',
  urns: [],
  evidence: [],
  clues: [],
  options: [anOption('drop')],
  suggested: 'drop',
  advice: null,
  ...more,
})

describe('what is left of an invalid state', () => {
  it('is grouped by kind, with numbers that add up to the errors', () => {
    const { groups, errors } = whatIsLeft([
      problem('a', { kind: 'dangling', errors: 3 }),
      problem('b', { kind: 'cycle', errors: 1 }),
      problem('c', { kind: 'dangling', errors: 2 }),
    ])
    expect(errors).toBe(6)
    expect(groups).toEqual([
      { title: '5 references to 2 resources that aren’t in the state', items: ['a', 'c'] },
      { title: '1 circular reference', items: ['b'] },
    ])
  })

  it('is solved by a click, by a look in the cloud, by a decision, or only by hand', () => {
    const { ways, restorable, fix } = whatIsLeft([
      problem('a'),
      problem('b', { suggested: null }),
      problem('c', { options: [anOption('restore:1', { level: 2 })], suggested: 'restore:1' }),
      problem('d', { options: [], suggested: null }),
      problem('e', { options: [anOption('restore:1', { level: 2 }), anOption('drop')], suggested: null }),
    ])
    expect(ways).toEqual({ recommended: 1, lookups: 1, decisions: 2, byHand: 1 })
    expect(restorable).toBe(2)
    expect(fix).toBe('drop')
  })
})
