import { describe, expect, it } from 'vitest'
import { beginDraft, entryOf, nextDraft } from './entryDraft.ts'
import { actionsFor, operationOf } from './entryActions.ts'

const start = beginDraft('{"a": {"b": [1, 2]}, "z": 1}')
const set = (path: (string | number)[], value: unknown) => nextDraft(start, { type: 'set', path, value })

describe('an entry being edited', () => {
  it('is changed by the form, keeping its key order', () => {
    expect(Object.keys(entryOf(set(['a', 'b', 1], 9).text) ?? {})).toEqual(['a', 'z'])
    expect(entryOf(set(['a', 'b', 1], 9).text)).toEqual({ a: { b: [1, 9] }, z: 1 })
    expect(entryOf(set(['a', 'b', 2], 3).text)).toEqual({ a: { b: [1, 2, 3] }, z: 1 })
    expect(entryOf(set(['a', 'b', 0], undefined).text)).toEqual({ a: { b: [2] }, z: 1 })
    expect(entryOf(set(['z'], undefined).text)).toEqual({ a: { b: [1, 2] } })
    expect(entryOf(set(['__proto__'], 1).text)).toHaveProperty(['__proto__'], 1)
  })

  it('undoes consecutive typing in one step', () => {
    let draft = nextDraft(start, { type: 'typed', text: '{"a": 1' })
    draft = nextDraft(draft, { type: 'typed', text: '{"a": 1}' })
    expect(draft.turn).toBe(start.turn) // the box keeps its cursor
    draft = nextDraft(draft, { type: 'undone' })
    expect(draft.text).toBe(start.text)
    expect(draft.turn).toBeGreaterThan(start.turn)
    expect(nextDraft(draft, { type: 'redone' }).text).toBe('{"a": 1}')
    expect(nextDraft(start, { type: 'undone' })).toBe(start)
    expect(nextDraft(start, { type: 'redone' })).toBe(start)
  })

  it('is not changed by the form while its text is invalid JSON', () => {
    const broken = nextDraft(start, { type: 'typed', text: '{' })
    expect(nextDraft(broken, { type: 'set', path: ['a'], value: 1 })).toBe(broken)
  })
})

describe('the actions for an entry', () => {
  const entry = {
    urn: 'urn:pulumi:a::b::c:d:E::f',
    type: 'c:d:E',
    id: 'x',
    isProtected: true,
    isTainted: false,
    isOld: false,
  }
  const words = { name: ' new ', version: '', withDependents: true }

  it('include only flags that would change something, and explain why a protected one cannot be deleted', () => {
    const actions = actionsFor(entry)
    expect(actions.map(({ action }) => action)).toEqual([
      'form',
      'text',
      'rename',
      'unprotect',
      'taint',
      'move',
      'delete',
    ])
    expect(actions.find(({ action }) => action === 'delete')?.blocked(entry)).toMatch(/unprotect it first/)
    expect(actionsFor({ ...entry, type: 'pulumi:providers:aws' }).map(({ action }) => action)).toContain('version')
  })

  it('become an edit once all their inputs are filled in', () => {
    expect(operationOf('rename', { ...entry, index: 3 }, words)).toEqual({ do: 'rename', urn: entry.urn, name: 'new' })
    expect(operationOf('rename', { ...entry, index: 3 }, { ...words, name: ' ' })).toBeUndefined()
    expect(operationOf('version', { ...entry, index: 3 }, words)).toBeUndefined()
    expect(operationOf('delete', { ...entry, index: 3 }, words)).toEqual({
      do: 'delete',
      targets: [{ urn: entry.urn, id: 'x', old: false, index: 3 }],
      withDependents: true,
    })
  })
})
