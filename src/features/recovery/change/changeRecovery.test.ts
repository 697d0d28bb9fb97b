import { describe, expect, it } from 'vitest'
import { begin, type Event, next, type State } from './changeRecovery.ts'
import { asChoices, LEAVE, oneClick, type Read, whyNotNext } from './choices.ts'
import { choicesOf, withChoices } from './choiceAddress.ts'
import type { Refusal } from '../confirm/refusal.ts'
import { sampleProblem as problem, sampleWay as way } from '#testing/samples/sampleProblem.ts'

const id = { name: 'id', label: 'Id of the object', hint: '', initial: '', options: [] }
const adopt = problem('a create', {
  ways: [way('adopt', { level: 3, needsStatement: true, asks: [id] })],
  suggested: null,
})
const read: Read = {
  basis: { version: 2, hash: 'aaaaaaaabbbb' },
  problems: [problem('order'), adopt, problem('a parent')],
  onlyOne: false,
}
const after = (...events: Event[]): State => events.reduce(next, begin(read))
const draftOf = (state: State) => {
  if (state.phase === 'done') throw new Error('it is over')
  return state.draft
}
const choose = (...choices: [id: string, way: string][]): Event => ({
  type: 'chosen',
  choices: choices.map(([problemId, way]) => ({ id: problemId, way })),
})
const open = (state: State) => whyNotNext(read.problems, draftOf(state).choices, 0)

describe('choosing ways', () => {
  it('begins with nothing chosen, whatever is suggested', () => {
    expect(draftOf(begin(read)).choices).toEqual({})
    expect(asChoices(read.problems, {}, 'with')).toEqual([])
    expect(open(begin(read))).toBe('Choose a fix first.')
  })
  it('takes what is offered and nothing else; leaving a problem takes its way back', () => {
    const state = after(choose(['order', 'restore'], ['order', 'nonsense'], ['nobody', 'drop']))
    expect(draftOf(state).choices).toEqual({ order: { way: 'restore', inputs: {}, statement: '' } })
    expect(asChoices(read.problems, draftOf(next(state, choose(['order', LEAVE]))).choices, 'with')).toEqual([])
  })
  it('waits for what a way asks and for the words that go with it, and sends both', () => {
    const chosen = after(choose(['a create', 'adopt']))
    expect(open(chosen)).toBe('Still to say: Id of the object.')
    const entered = next(chosen, { type: 'entered', id: 'a create', way: 'adopt', name: 'id', value: ' b-1 ' })
    expect(open(entered)).toBe('Still to say what you checked: a create is wrong.')
    const stated = next(entered, { type: 'stated', ids: ['a create'], statement: 'S3 console ' })
    expect(open(stated)).toBeUndefined()
    expect(asChoices(read.problems, draftOf(stated).choices, 'with')).toEqual([
      { problem: 'a create', way: 'adopt', inputs: { id: 'b-1' }, statement: 'S3 console' },
    ])
    // Words change nothing in a plan: it is not asked for anew at each letter.
    expect(asChoices(read.problems, draftOf(stated).choices, 'without')[0]).not.toHaveProperty('statement')
  })
  it('takes the suggested way everywhere only where a click is enough, and not over a choice', () => {
    expect(oneClick(read.problems, {})).toEqual([
      { id: 'order', way: 'drop' },
      { id: 'a parent', way: 'drop' },
    ])
    expect(oneClick(read.problems, draftOf(after(choose(['order', LEAVE]))).choices)).toEqual([
      { id: 'a parent', way: 'drop' },
    ])
    const grave = problem('x', { ways: [way('drop', { level: 2 })] })
    expect(oneClick([grave], {})).toEqual([])
    expect(oneClick([problem('x', { ways: [way('drop', { asks: [id] })] })], {})).toEqual([])
  })
  it('keeps one choice where problems exclude each other', () => {
    const state = next(next(begin({ ...read, onlyOne: true }), choose(['order', 'drop'])), choose(['a parent', 'drop']))
    expect(asChoices(read.problems, draftOf(state).choices, 'with').map((each) => each.problem)).toEqual(['a parent'])
  })
})

describe('a state that has moved on', () => {
  const refusal: Refusal = { code: 'stale_basis', detail: 'It has changed.', params: {} }
  const chosen: Event[] = [
    choose(['order', 'drop'], ['a parent', 'restore'], ['a create', 'adopt']),
    { type: 'stated', ids: ['a create'], statement: 'S3 console' },
    { type: 'reasoned', reason: 'The merge went wrong' },
    { type: 'nameTyped', typed: 'organization/shop/prod' },
  ]
  it('is looked at again before anything is sent; choices that still apply stay, and the rest says why not', () => {
    const refused = after(...chosen, { type: 'submitted' }, { type: 'refused', refusal })
    expect(next(refused, { type: 'submitted' })).toBe(refused)
    const now: Read = {
      basis: { version: 3, hash: 'cccccccc' },
      problems: [
        problem('order'),
        problem('a parent', { ways: [way('drop')] }),
        { ...adopt, title: 'Another create.' },
        problem('a cycle'),
      ],
      onlyOne: false,
    }
    const state = next(refused, { type: 'reviewed', read: now })
    expect(state).toMatchObject({
      phase: 'open',
      draft: { reason: 'The merge went wrong', typed: '' },
      changed: [
        'The state is at version 3 now; you had read version 2.',
        'It stands differently now: Another create.',
        'The way that you had chosen is no longer offered: a parent is wrong.',
        'New: a cycle is wrong.',
      ],
    })
    expect(asChoices(now.problems, draftOf(state).choices, 'with')).toEqual([
      { problem: 'order', way: 'drop', inputs: {} },
    ])
    expect(draftOf(state).choices['a create']?.statement).toBe('S3 console')
  })
  it('in which everything was settled says so', () => {
    const state = after(...chosen, { type: 'reviewed', read: { ...read, problems: [] } })
    expect(state.phase === 'open' && state.changed).toEqual([
      'No longer so: order is wrong.',
      'No longer so: a create is wrong.',
      'No longer so: a parent is wrong.',
    ])
  })
})

describe('the address', () => {
  const { choices } = draftOf(after(choose(['order', 'restore'], ['a parent', LEAVE])))
  it('says what was chosen, for a colleague who opens the link', () => {
    const search = withChoices(new URLSearchParams('step=answer'), read, choices)
    expect(search.toString()).toBe('step=answer&of=aaaaaaaa&ways=0.1%2C2.-')
    expect(choicesOf(search, read)).toEqual(choices)
    expect(withChoices(search, read, {}).toString()).toBe('step=answer')
  })
  it('says nothing of another state, and nothing by nonsense', () => {
    const search = withChoices(new URLSearchParams(), read, choices)
    expect(choicesOf(search, { ...read, basis: { version: 3, hash: 'cccccccc' } })).toEqual({})
    expect(choicesOf(new URLSearchParams('of=aaaaaaaa&ways=9.0,0.9,x.y,,1'), read)).toEqual({})
  })
})
