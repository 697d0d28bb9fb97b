import { describe, expect, it } from 'vitest'
import { begin, type Event, hasMoved, next, type State } from './decisions.ts'
import {
  asChoices,
  asRequest,
  type Asking,
  LEAVE,
  oneClick,
  onlyOption,
  type Read,
  missingNotes,
  whyNotNext,
} from '../change/choices.ts'
import { asProblem } from '#domain/recoveries/pending/asProblem.ts'
import { choicesOf, withChoices } from '../change/choiceAddress.ts'
import type { Refusal } from '../confirm/refusal.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'
import { sampleProblem as problem, sampleOption as option } from '#testing/samples/sampleProblem.ts'

const id = { name: 'id', label: 'ID of the resource', hint: '', initial: '', options: [] }
const adopt = problem('a create', {
  options: [option('adopt', { level: 3, needsStatement: true, asks: [id] })],
  suggested: null,
})
const read: Read = {
  basis: { version: 2, hash: 'aaaaaaaabbbb' },
  problems: [problem('order'), adopt, problem('a parent')],
  onlyOne: false,
}
const after = (...events: Event[]): State => events.reduce(next, begin(read))
const draftOf = (state: State) => {
  if (state.phase === 'done') throw new Error('the recovery has already been carried out')
  return state.draft
}
const choose = (...choices: [id: string, option: string][]): Event => ({
  type: 'chosen',
  choices: choices.map(([problemId, option]) => ({ id: problemId, option })),
})
const ANY: Asking = { needsAll: false, none: 'Choose a fix first.' }
const ALL: Asking = { needsAll: true, none: '' }
const open = (state: State) => whyNotNext(read.problems, draftOf(state).choices, ANY)

describe('choosing fixes', () => {
  it('starts with nothing chosen, whatever is recommended', () => {
    expect(draftOf(begin(read)).choices).toEqual({})
    expect(asChoices(read.problems, {})).toEqual([])
    expect(open(begin(read))).toBe('Choose a fix first.')
  })
  it('accepts only offered fixes; skipping a problem clears its choice', () => {
    const state = after(choose(['order', 'restore'], ['order', 'nonsense'], ['nobody', 'drop']))
    expect(draftOf(state).choices).toEqual({ order: { option: 'restore', inputs: {} } })
    expect(asChoices(read.problems, draftOf(next(state, choose(['order', LEAVE]))).choices)).toEqual([])
  })
  it('waits for the input a fix requires, and sends it', () => {
    const chosen = after(choose(['a create', 'adopt']))
    expect(open(chosen)).toBe('Still to say: ID of the resource.')
    const entered = next(chosen, { type: 'entered', id: 'a create', option: 'adopt', name: 'id', value: ' b-1 ' })
    expect(open(entered)).toBeUndefined()
    expect(asChoices(read.problems, draftOf(entered).choices)).toEqual([
      { problem: 'a create', option: 'adopt', inputs: { id: 'b-1' } },
    ])
  })
  it('sends one statement for all fixes that require one, and none for the others', () => {
    const grave = ['a', 'b', 'c'].map((name) =>
      problem(name, { options: [option('forget', { level: 3, needsStatement: true })] }),
    )
    const problems = [problem('order'), ...grave]
    const two = draftOf(
      next(begin({ ...read, problems }), choose(['order', 'drop'], ['a', 'forget'], ['c', 'forget'])),
    ).choices
    expect(missingNotes(problems, two, 3).map(({ id }) => id)).toEqual(['a', 'c'])
    expect(asRequest(problems, two, 3, 'Looked in S3.')).toEqual({
      choices: ['order', 'a', 'c'].map((id) => ({
        problem: id,
        option: id === 'order' ? 'drop' : 'forget',
        inputs: {},
      })),
      shared: [{ problems: ['a', 'c'], statement: 'Looked in S3.' }],
    })
    const { order, a } = two
    expect(asRequest(problems, { ...(order && { order }), ...(a && { a }) }, 3, 'Looked in S3.')).toEqual({
      choices: [
        { problem: 'order', option: 'drop', inputs: {} },
        { problem: 'a', option: 'forget', inputs: {}, statement: 'Looked in S3.' },
      ],
    })
  })
  it('selects the recommended fix only where one click is enough, and keeps existing choices', () => {
    expect(oneClick(read.problems, {})).toEqual([
      { id: 'order', option: 'drop' },
      { id: 'a parent', option: 'drop' },
    ])
    expect(oneClick(read.problems, draftOf(after(choose(['order', LEAVE]))).choices)).toEqual([
      { id: 'a parent', option: 'drop' },
    ])
    const grave = problem('x', { options: [option('drop', { level: 2 })] })
    expect(oneClick([grave], {})).toEqual([])
    expect(oneClick([problem('x', { options: [option('drop', { asks: [id] })] })], {})).toEqual([])
  })
  it('keeps one choice when problems exclude each other', () => {
    const state = next(next(begin({ ...read, onlyOne: true }), choose(['order', 'drop'])), choose(['a parent', 'drop']))
    expect(asChoices(read.problems, draftOf(state).choices).map((each) => each.problem)).toEqual(['a parent'])
  })
})

describe('a state that has changed', () => {
  const refusal: Refusal = { code: 'stale_basis', detail: 'It has changed.', params: {} }
  const chosen: Event[] = [
    choose(['order', 'drop'], ['a parent', 'restore'], ['a create', 'adopt']),
    { type: 'reasoned', reason: 'The merge went wrong' },
    { type: 'nameTyped', typed: 'organization/shop/prod' },
  ]
  it('is reviewed again before anything is sent; valid choices stay, and the others show why they cannot', () => {
    const refused = after(...chosen, { type: 'submitted' }, { type: 'refused', refusal })
    expect(next(refused, { type: 'submitted' })).toBe(refused)
    const now: Read = {
      basis: { version: 3, hash: 'cccccccc' },
      problems: [
        problem('order'),
        problem('a parent', { options: [option('drop')] }),
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
        'It has changed: Another create.',
        'The chosen fix is no longer offered: a parent is wrong.',
        'New: a cycle is wrong.',
      ],
    })
    expect(asChoices(now.problems, draftOf(state).choices)).toEqual([{ problem: 'order', option: 'drop', inputs: {} }])
  })
  it('is reported when every problem has been resolved', () => {
    const state = after(...chosen, { type: 'reviewed', read: { ...read, problems: [] } })
    expect(state.phase === 'open' && state.changed).toEqual([
      'No longer so: order is wrong.',
      'No longer so: a create is wrong.',
      'No longer so: a parent is wrong.',
    ])
  })
})

describe('pending operations', () => {
  const decidable = (item = pendingItem()) => ({ ...asProblem(item), title: `${item.name} (${item.type})`, item })
  const receipts = decidable()
  const ledger = decidable(pendingItem({ index: 1, name: 'ledger' }))
  const pending: Read = { basis: { version: 2, hash: 'two' }, problems: [receipts, ledger], onlyOne: false }
  const afterAnswers = (...events: Event[]): State => events.reduce(next, begin(pending))

  it('must each be answered when all are resolved together; “not sure” is an answer that changes nothing', () => {
    expect(whyNotNext(pending.problems, {}, ALL)).toBe('Answer both first.')
    const one = draftOf(afterAnswers(choose([receipts.id, 'doesNotExist']))).choices
    expect(whyNotNext(pending.problems, one, ALL)).toBe('Choose an answer for ledger (creating).')
    expect(whyNotNext(pending.problems, one, ANY)).toBeUndefined()
    const none = draftOf(afterAnswers(choose([receipts.id, 'keep'], [ledger.id, 'keep']))).choices
    expect(whyNotNext(pending.problems, none, ALL)).toBe('So far nothing would change.')
  })
  it('require one statement at the highest level, whatever the single answers require; “not sure” never does', () => {
    const { choices } = draftOf(afterAnswers(choose([receipts.id, 'checked'], [ledger.id, 'keep'])))
    expect(missingNotes(pending.problems, choices, 1)).toEqual([])
    expect(missingNotes(pending.problems, choices, 3)).toEqual([receipts])
  })
  it('keep their answers when they moved within the list, unless they changed', () => {
    const moved = decidable(pendingItem({ index: 0, name: 'ledger' }))
    const later = decidable(
      pendingItem({ index: 1, situation: 'createLiveNewer', meaning: 'A later update created the tracked resource.' }),
    )
    const state = afterAnswers(choose([receipts.id, 'doesNotExist'], [ledger.id, 'keep']), {
      type: 'reviewed',
      read: { basis: { version: 3, hash: 'three' }, problems: [moved, later], onlyOne: false },
    })
    expect(draftOf(state).choices).toEqual({ [moved.id]: { option: 'keep', inputs: {} }, [later.id]: { inputs: {} } })
    expect('changed' in state && state.changed).toEqual([
      'The state is at version 3 now; you had read version 2.',
      'It has changed: receipts (creating). A later update created the tracked resource.',
    ])
  })
  it('list those no longer pending and those pending since', () => {
    const state = afterAnswers({
      type: 'reviewed',
      read: { ...pending, problems: [receipts, decidable(pendingItem({ index: 1, name: 'new' }))] },
    })
    expect('changed' in state && state.changed).toEqual(['No longer pending: ledger (creating)', 'New: new (creating)'])
  })
})

describe('submitting the choices', () => {
  const chosen: Event[] = [
    choose(['order', 'drop']),
    { type: 'reasoned', reason: 'The runner died' },
    { type: 'nameTyped', typed: 'organization/shop/prod' },
  ]
  const submitted: Event[] = [...chosen, { type: 'submitted' }]
  const refusal = (code: Refusal['code']): Refusal => ({ code, detail: 'No.', params: {} })

  it('continues until the server answers, and later typing does not change what was sent', () => {
    const running = after(...submitted)
    expect(running.phase).toBe('running')
    for (const event of [...submitted, { type: 'reviewed', read }] satisfies Event[])
      expect(next(running, event)).toBe(running)
  })
  it('ends with the record, and later events do not change it', () => {
    const done = after(...submitted, { type: 'carriedOut', recordId: 'r-1' })
    expect(done).toEqual({ phase: 'done', recordId: 'r-1' })
    const late: Event[] = [...submitted, { type: 'refused', refusal: refusal('conflict') }, { type: 'reviewed', read }]
    for (const event of late) expect(next(done, event)).toBe(done)
  })
  it('ignores server answers it did not request', () => {
    const state = after(...chosen)
    expect(next(state, { type: 'carriedOut', recordId: 'r-1' })).toBe(state)
    expect(next(state, { type: 'refused', refusal: refusal('conflict') })).toBe(state)
  })
  it('is possible again after a correction of the input', () => {
    const refused = after(...submitted, { type: 'refused', refusal: refusal('not_confirmed') })
    expect(next(refused, { type: 'nameTyped', typed: 'x' })).toMatchObject({ phase: 'open', draft: { typed: 'x' } })
    expect(next(refused, { type: 'submitted' }).phase).toBe('running')
  })
  it.each(['stale_basis', 'lease_held', 'unavailable'] as const)(
    'is possible again after %s only with another review, and keeps the input',
    (code) => {
      const refused = after(...submitted, { type: 'refused', refusal: refusal(code) })
      expect(next(refused, { type: 'submitted' })).toBe(refused)
      expect(next(refused, { type: 'reasoned', reason: 'Another' })).toMatchObject({
        phase: 'refused',
        draft: { reason: 'Another' },
      })
      const reviewed = next(refused, { type: 'reviewed', read })
      expect(reviewed).toMatchObject({ phase: 'open', changed: [], draft: { reason: 'The runner died', typed: '' } })
      expect(draftOf(reviewed).choices).toEqual(draftOf(refused).choices)
    },
  )
})

describe('the address', () => {
  const { choices } = draftOf(after(choose(['order', 'restore'], ['a parent', LEAVE])))
  it('contains the choices, for a colleague who opens the link', () => {
    const search = withChoices(new URLSearchParams('step=answer'), read, choices)
    expect(search.toString()).toBe('step=answer&of=aaaaaaaa&options=0.1%2C2.-')
    expect(choicesOf(search, read)).toEqual(choices)
    expect(withChoices(search, read, {}).toString()).toBe('step=answer')
  })
  it('ignores another state, and invalid values', () => {
    const search = withChoices(new URLSearchParams(), read, choices)
    expect(choicesOf(search, { ...read, basis: { version: 3, hash: 'cccccccc' } })).toEqual({})
    expect(choicesOf(new URLSearchParams('of=aaaaaaaa&options=9.0,0.9,x.y,,1'), read)).toEqual({})
  })
})

describe('ending an update', () => {
  const lease = (updateId: string): Read => ({
    basis: { version: 2, hash: 'aaaaaaaabbbb' },
    onlyOne: true,
    problems: [problem(updateId, { options: [option('end', { level: 3 })] })],
    updateId,
  })
  const one = lease('u-1')
  const entered: Event[] = [
    { type: 'entered', id: 'u-1', option: 'end', name: 'holder', value: 'Called her' },
    { type: 'reasoned', reason: 'Hotfix' },
    { type: 'nameTyped', typed: 'organization/shop/prod' },
  ]
  const submitted: Event[] = [...entered, { type: 'submitted' }]
  const afterLease = (...events: Event[]): State =>
    events.reduce(next, begin(one, { choices: onlyOption(one), reason: '' }))
  const refusal = (code: Refusal['code']): Refusal => ({ code, detail: 'It ended.', params: {} })

  it('chooses its only option, for the update that was reviewed, and keeps the input', () => {
    const { read, choices, reason } = draftOf(afterLease(...entered))
    expect([read.updateId, reason]).toEqual(['u-1', 'Hotfix'])
    expect(choices).toEqual({ 'u-1': { option: 'end', inputs: { 'end holder': 'Called her' } } })
    expect(asChoices(one.problems, choices)).toEqual([{ problem: 'u-1', option: 'end', inputs: {} }])
  })
  it('has moved when another update holds the lease, on the same state', () => {
    expect(hasMoved(afterLease(...entered), lease('u-2'))).toBe(true)
    expect(hasMoved(afterLease(...entered), lease('u-1'))).toBe(false)
    // While a request is in flight, the server compares.
    expect(hasMoved(afterLease(...submitted), lease('u-2'))).toBe(false)
  })
  it('needs another review when another update has started, without the details of the former one', () => {
    const refused = afterLease(...submitted, { type: 'refused', refusal: refusal('conflict') })
    expect(next(refused, { type: 'submitted' })).toBe(refused)
    const other = lease('u-2')
    expect(next(refused, { type: 'reviewed', read: other })).toEqual(
      begin(other, { choices: { 'u-2': { option: 'end', inputs: {} } }, reason: '' }),
    )
    expect(next(refused, { type: 'reviewed', read: one })).toMatchObject({
      phase: 'open',
      draft: { reason: 'Hotfix', typed: '', choices: draftOf(refused).choices },
    })
  })
  it('may be submitted again once the missing input is entered', () => {
    const refused = afterLease(...submitted, { type: 'refused', refusal: refusal('not_confirmed') })
    const again = next(refused, { type: 'entered', id: 'u-1', option: 'end', name: 'holder', value: 'Called again' })
    expect(again).toMatchObject({ phase: 'open' })
    expect(draftOf(again).choices['u-1']?.inputs).toEqual({ 'end holder': 'Called again' })
  })
})
