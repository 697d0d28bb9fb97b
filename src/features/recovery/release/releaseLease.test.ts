import { describe, expect, it } from 'vitest'
import type { Refusal } from '../confirm/refusal.ts'
import { begin, type Event, next, type State } from './releaseLease.ts'

const after = (...events: Event[]): State => events.reduce(next, begin('u-1'))
const refusal = (code: Refusal['code'], params: Refusal['params'] = {}): Refusal => ({
  code,
  detail: 'It ended.',
  params,
})
const entered: Event[] = [
  { type: 'stated', statement: 'Called her' },
  { type: 'reasoned', reason: 'Hotfix' },
  { type: 'nameTyped', typed: 'organization/shop/prod' },
]
const submitted = [...entered, { type: 'submitted' }] satisfies Event[]

describe('force-ending an update', () => {
  it('keeps the input, for the update that was reviewed', () => {
    expect(after(...entered)).toMatchObject({
      phase: 'open',
      updateId: 'u-1',
      statement: 'Called her',
      reason: 'Hotfix',
    })
  })
  it('is submitted only once', () => {
    const running = after(...submitted)
    expect(running.phase).toBe('running')
    for (const event of submitted) expect(next(running, event)).toBe(running)
    expect(next(running, { type: 'released', recordId: 'release:u-1' })).toEqual({
      phase: 'done',
      recordId: 'release:u-1',
    })
  })
  it('is not an error when the update has already ended, because there is nothing to cancel', () => {
    const params = { updateId: 'u-1', status: 'succeeded', endedAt: '1767630400000' }
    const state = after(...submitted, { type: 'refused', refusal: refusal('conflict', params) })
    expect(state).toEqual({ phase: 'overtaken', detail: 'It ended.' })
    for (const event of submitted) expect(next(state, event)).toBe(state)
  })
  it('needs another review when another update has started, without the details of the former one', () => {
    const refused = after(...submitted, { type: 'refused', refusal: refusal('conflict', { updateId: 'u-2' }) })
    expect(next(refused, { type: 'submitted' })).toBe(refused)
    expect(next(refused, { type: 'reviewed', updateId: 'u-2' })).toEqual(begin('u-2'))
    expect(next(refused, { type: 'reviewed', updateId: null }).phase).toBe('overtaken')
    expect(next(refused, { type: 'reviewed', updateId: 'u-1' })).toMatchObject({
      phase: 'open',
      reason: 'Hotfix',
      typed: '',
    })
  })
  it('may be submitted again once the missing input is entered', () => {
    const refused = after(...submitted, { type: 'refused', refusal: refusal('not_confirmed', { items: 'statement' }) })
    expect(next(refused, { type: 'stated', statement: 'Called again' })).toMatchObject({
      phase: 'open',
      statement: 'Called again',
    })
  })
})
