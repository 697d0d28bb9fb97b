import { describe, expect, it } from 'vitest'
import { type Answers, asChoices, leastLevel, whyNotNext } from './answers.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'

const items = ['a', 'b', 'c', 'd'].map((name, index) => pendingItem({ index, name }))
const [a, b] = items
if (!a || !b) throw new Error('there are four')

describe('what is still to be said', () => {
  it('names operations without an answer, the first three of them', () => {
    expect(whyNotNext(items, {}, 0)).toBe('Unresolved: a, b, c and 1 more.')
  })
  it('asks for words where the answer wants them, and blanks are none', () => {
    const answers: Answers = {
      [a.key]: { answer: 'doesNotExist', statement: '  ' },
      [b.key]: { answer: 'checked', statement: '' },
    }
    expect(whyNotNext([a, b], answers, 0)).toBe('Missing a note for: a.')
  })
  it('asks for words of every answer at the highest level, which all at once always has', () => {
    const answers: Answers = { [b.key]: { answer: 'checked', statement: '' } }
    expect(whyNotNext([b], answers, leastLevel('clear-create'))).toBeUndefined()
    expect(whyNotNext([b], answers, leastLevel('resolve-operations'))).toBe('Missing a note for: b.')
  })
  it('does not go on where every answer is that nothing is known', () => {
    const answers: Answers = { [a.key]: { answer: 'keep', statement: '' } }
    expect(whyNotNext([a], answers, 3)).toMatch(/Nothing would change/)
    expect(whyNotNext([], {}, 0)).toBe('Choose at least one operation.')
  })
  it('sends statements with the order, not with the question what would change', () => {
    const answers: Answers = {
      [a.key]: { answer: 'doesNotExist', statement: ' looked ' },
      [b.key]: { statement: 'not yet' },
    }
    expect(asChoices(items, answers, 'with')).toEqual([{ problem: a.key, way: 'doesNotExist', statement: 'looked' }])
    expect(asChoices(items, answers, 'without')).toEqual([{ problem: a.key, way: 'doesNotExist' }])
  })
})
