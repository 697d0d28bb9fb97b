import { describe, expect, it } from 'vitest'
import { sampleEntries, sampleState } from '#testing/samples/sampleEntries.ts'
import { entryKey, stepsOfEvents, stepsOfJournal, type EventStep } from './stepFacts.ts'
import type { Resource } from '../state/checkpoint.ts'
import type { JournalEntry } from './journalEntry.ts'

const { urn, entry: named } = sampleEntries({ idOf: (name) => `${name}-1` })
const bucket = (name: string, id = `${name}-1`) => named(name, { id })
const key = (name: string, id = `${name}-1`) => entryKey({ urn: urn(name), id })
const state = (...resources: Resource[]) => sampleState(resources)
const entry = (sequenceID: number, kind: number, rest: Partial<JournalEntry>): JournalEntry => ({
  sequenceID,
  kind,
  operationID: 0,
  ...rest,
})
const deleting = (resource: Resource) => ({ operation: { type: 'deleting', resource } })

describe('the steps in a journal', () => {
  it('are deletes only when they started as such and succeeded', () => {
    const steps = stepsOfJournal(state(bucket('a'), bucket('b'), bucket('c')), [
      entry(1, 0, { operationID: 1, ...deleting(bucket('a')) }),
      entry(2, 0, { operationID: 2, ...deleting(bucket('b')) }),
      entry(3, 1, { operationID: 1, removeOld: 0 }),
      entry(4, 2, { operationID: 2 }),
      entry(5, 1, { operationID: 3, removeOld: 2 }),
    ])
    expect([...steps.deleted]).toEqual([key('a')])
  })

  it('distinguish resources that a refresh found gone from those it read', () => {
    const steps = stepsOfJournal(state(bucket('a'), bucket('b')), [
      entry(1, 3, { operationID: 1, removeOld: 0 }),
      entry(2, 3, { operationID: 2, removeOld: 1, state: bucket('b') }),
    ])
    expect([...steps.gone]).toEqual([key('a')])
    expect([...steps.moved]).toEqual([key('b')])
    expect(steps.deleted.size).toBe(0)
  })

  it('are in order, however the entries arrived', () => {
    const steps = stepsOfJournal(state(bucket('a')), [
      entry(2, 1, { operationID: 1, removeOld: 0 }),
      entry(1, 0, { operationID: 1, ...deleting(bucket('a')) }),
    ])
    expect([...steps.deleted]).toEqual([key('a')])
  })

  it('refer to the rebuilt base after a rebuild', () => {
    const steps = stepsOfJournal(state(bucket('a'), bucket('b')), [
      entry(1, 3, { operationID: 1, removeOld: 0 }),
      entry(2, 7, {}),
      entry(3, 3, { operationID: 2, removeOld: 0 }),
    ])
    expect([...steps.gone]).toEqual([key('a'), key('b')])
  })

  it('refer to a full write after it', () => {
    const steps = stepsOfJournal(state(bucket('a')), [
      entry(1, 5, { newSnapshot: { resources: [bucket('z'), bucket('a')] } }),
      entry(2, 3, { operationID: 1, removeOld: 1 }),
    ])
    expect([...steps.gone]).toEqual([key('a')])
  })

  it('include a resource created by the same update', () => {
    const steps = stepsOfJournal(state(), [
      entry(1, 1, { operationID: 1, state: bucket('a') }),
      entry(2, 3, { operationID: 2, removeNew: 1 }),
    ])
    expect([...steps.gone]).toEqual([key('a')])
  })

  it('skip an unreadable entry', () => {
    const steps = stepsOfJournal(state(bucket('a')), [{ kind: 1, sequenceID: 'x' } as unknown as JournalEntry])
    expect(steps).toEqual({ deleted: new Set(), gone: new Set(), moved: new Set(), isKnown: true })
  })
})

const step = (what: EventStep['what'], op: string, name: string, rest: Partial<EventStep> = {}): EventStep => ({
  what,
  op,
  urn: urn(name),
  type: 'aws:s3/bucket:Bucket',
  old: { urn: urn(name), id: `${name}-1` },
  new: null,
  at: 1,
  ...rest,
})
const now = (id: string) => ({ id, custom: true, parent: '', provider: '', inputs: {} })

describe('the steps in events', () => {
  it('are deletes, or a refresh that ends as one', () => {
    const steps = stepsOfEvents([
      step('begun', 'delete', 'a'),
      step('begun', 'refresh', 'b'),
      step('ended', 'delete', 'a'),
      step('ended', 'delete', 'b'),
      step('begun', 'delete-replaced', 'c'),
      step('ended', 'delete-replaced', 'c'),
      step('failed', 'delete', 'd'),
    ])
    expect([...steps.deleted]).toEqual([key('a'), key('c')])
    expect([...steps.gone]).toEqual([key('b')])
  })

  it('follow an alias, and ignore replacements', () => {
    const steps = stepsOfEvents([
      step('ended', 'same', 'new', { old: { urn: urn('old'), id: 'x' }, new: now('x') }),
      step('ended', 'create-replacement', 'r', { new: now('r-2') }),
    ])
    expect([...steps.moved]).toEqual([key('old', 'x')])
  })

  it('are unknown when there are no events', () => {
    expect(stepsOfEvents([]).isKnown).toBe(false)
    expect(stepsOfEvents([step('begun', 'same', 'a')]).isKnown).toBe(true)
  })
})
