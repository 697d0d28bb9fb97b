import { describe, expect, it } from 'vitest'
import type { Read } from './answers.ts'
import { begin, type Event, next, type State } from './pendingOperations.ts'
import type { Refusal } from '../confirm/refusal.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'

const receipts = pendingItem()
const ledger = pendingItem({ index: 1, name: 'ledger' })
const read: Read = { basis: { version: 2, hash: 'two' }, items: [receipts, ledger] }
const after = (...events: Event[]): State => events.reduce(next, begin(read))
const draftOf = (state: State) => {
  if (state.phase === 'done') throw new Error('it is over')
  return state.draft
}
const refusal = (code: Refusal['code']): Refusal => ({ code, detail: 'No.', params: {} })

const said: Event[] = [
  { type: 'answered', keys: [receipts.key], answer: 'doesNotExist' },
  { type: 'stated', keys: [receipts.key], statement: 'Looked in S3.' },
  { type: 'reasoned', reason: 'The runner died' },
  { type: 'nameTyped', typed: 'organization/shop/prod' },
]
const submitted = [...said, { type: 'submitted' }] satisfies Event[]

describe('answering pending operations', () => {
  it('begins with nothing answered', () => {
    expect(begin(read)).toMatchObject({ phase: 'open', draft: { answers: {}, reason: '', typed: '' } })
  })
  it('keeps what a person says of each, and takes no answer that is not offered', () => {
    const state = after(...said, { type: 'answered', keys: [ledger.key, 'nobody'], answer: 'gone' })
    expect(draftOf(state)).toMatchObject({
      answers: { [receipts.key]: { answer: 'doesNotExist', statement: 'Looked in S3.' } },
      reason: 'The runner died',
    })
    expect(Object.keys(draftOf(state).answers)).toEqual([receipts.key])
  })
  it('is under way until the server answers: nothing that is typed meanwhile changes what was sent', () => {
    const running = after(...submitted)
    expect(running.phase).toBe('running')
    for (const event of [...said, { type: 'submitted' }, { type: 'reviewed', read }] satisfies Event[])
      expect(next(running, event)).toBe(running)
  })
  it('ends with the record, and nothing moves it any more', () => {
    const done = after(...submitted, { type: 'carriedOut', recordId: 'r-1' })
    expect(done).toEqual({ phase: 'done', recordId: 'r-1' })
    const late: Event[] = [...submitted, { type: 'refused', refusal: refusal('conflict') }, { type: 'reviewed', read }]
    for (const event of late) expect(next(done, event)).toBe(done)
  })
  it('takes no answer of the server that it has not asked for', () => {
    const open = after(...said)
    expect(next(open, { type: 'carriedOut', recordId: 'r-1' })).toBe(open)
    expect(next(open, { type: 'refused', refusal: refusal('conflict') })).toBe(open)
  })
  it('may be sent again after a correction where only the entry was wrong', () => {
    const refused = after(...submitted, { type: 'refused', refusal: refusal('not_confirmed') })
    expect(next(refused, { type: 'nameTyped', typed: 'x' })).toMatchObject({ phase: 'open', draft: { typed: 'x' } })
    expect(next(refused, { type: 'submitted' }).phase).toBe('running')
  })
  it.each(['stale_basis', 'lease_held', 'unavailable'] as const)(
    'after %s is sent again only once somebody has looked again; what was entered stays',
    (code) => {
      const refused = after(...submitted, { type: 'refused', refusal: refusal(code) })
      expect(next(refused, { type: 'submitted' })).toBe(refused)
      const edited = next(refused, { type: 'reasoned', reason: 'Another' })
      expect(edited).toMatchObject({ phase: 'refused', draft: { reason: 'Another' } })
      const reviewed = next(refused, { type: 'reviewed', read })
      expect(reviewed).toMatchObject({ phase: 'open', changed: [], draft: { reason: 'The runner died', typed: '' } })
      expect(draftOf(reviewed).answers).toEqual(draftOf(refused).answers)
    },
  )
  it('takes answers along to the new state, except where things stand differently now, and says why', () => {
    const now: Read = {
      basis: { version: 3, hash: 'three' },
      items: [
        pendingItem({ index: 0, name: 'ledger' }),
        pendingItem({
          index: 1,
          situation: 'createLiveNewer',
          meaning: 'A later update created the tracked resource.',
        }),
      ],
    }
    const state = after(
      ...said,
      { type: 'answered', keys: [ledger.key], answer: 'keep' },
      { type: 'reviewed', read: now },
    )
    expect(draftOf(state)).toMatchObject({
      read: now,
      answers: {
        [now.items[0]?.key ?? '']: { answer: 'keep' },
        [now.items[1]?.key ?? '']: { statement: 'Looked in S3.' },
      },
    })
    expect(draftOf(state).answers[now.items[1]?.key ?? '']?.answer).toBeUndefined()
    expect('changed' in state && state.changed).toEqual([
      'The state is at version 3 now; you had read version 2.',
      'receipts (creating) stands differently now. A later update created the tracked resource.',
    ])
  })
  it('says what is no longer pending and what is pending since', () => {
    const now: Read = {
      basis: { version: 3, hash: 'three' },
      items: [receipts, pendingItem({ index: 1, name: 'new' })],
    }
    const state = after({ type: 'reviewed', read: now })
    expect('changed' in state && state.changed.slice(1)).toEqual([
      'ledger (creating) is no longer pending.',
      'new (creating) is pending since.',
    ])
  })
})
