import { describe, expect, it } from 'vitest'
import { decryptFrom, normaliseState } from '#testing/states/compareStates.ts'
import { type Exchange, expectedState, expectedStates, recording, recordings } from '#testing/load.ts'
import { readState, type StateDocument } from '../state/checkpoint.ts'
import { isAccepted, verify } from '../state/integrity.ts'
import { type JournalEntry, replay } from './journal.ts'

const decrypt = decryptFrom(recordings().flatMap(recording))
const stamp = { time: '2026-01-05T09:00:00Z', cliVersion: '' }

function read(json: unknown): StateDocument {
  const state = readState(json)
  if (!state.ok) throw new Error(state.problem)
  return state.document
}

/**
 * The update of a recording that wrote a state: the state its client received after the start, and the journal it sent.
 */
function journalOf(exchanges: Exchange[]): { base: StateDocument; entries: JournalEntry[] } | undefined {
  const batches = exchanges.filter(({ url }) => url.endsWith('/journalentries'))
  const update = batches[0]?.url.replace('/journalentries', '')
  const started = exchanges.findIndex(({ method, url }) => method === 'POST' && url === update)
  const base = exchanges.slice(started).find(({ method, url }) => method === 'GET' && url.endsWith('/export'))
  if (update === undefined || base === undefined) return undefined
  const entries = batches.flatMap(({ request }) => (request as { entries: JournalEntry[] }).entries)
  return { base: read(base.response), entries }
}

const replayed = expectedStates().flatMap((name) => {
  const journal = journalOf(recording(name))
  return journal ? [{ name, ...journal }] : []
})

describe('a replayed update', () => {
  it('is checked for all recordings with a journal', () => {
    expect(replayed.map(({ name }) => name.slice(0, 2)).join(' ')).toBe(
      '41 42 43 44 45 46 47 48 49 52 53 59 61 62 63 64 65',
    )
  })

  it.each(replayed)('ends in the state that the engine wrote: $name', ({ name, base, entries }) => {
    const before = structuredClone(base)
    const { document, unknownKinds, openOperations } = replay(base, entries, stamp)
    expect(normaliseState(document, decrypt)).toEqual(normaliseState(read(expectedState(name)), decrypt))
    expect(isAccepted(verify(document.deployment))).toBe(true)
    expect(unknownKinds).toEqual([])
    expect(openOperations).toEqual([])
    expect(base).toEqual(before)
    expect(JSON.stringify(normaliseState(document, decrypt))).not.toContain('undecrypted')
  })

  it.each(replayed)('ends in that state when its entries arrive in any order and twice: $name', ({ base, entries }) => {
    const jumbled = [...entries, ...entries].toSorted(
      (a, b) => (a.sequenceID % 7) - (b.sequenceID % 7) || b.sequenceID - a.sequenceID,
    )
    expect(replay(base, jumbled, stamp)).toEqual(replay(base, entries, stamp))
  })
})

describe('an update whose client was killed', () => {
  it('leaves the creates it started as pending operations', () => {
    const journal = journalOf(recording('21-up-killed'))
    const { document, openOperations } = replay(journal?.base, journal?.entries ?? [], stamp)
    expect(openOperations.length).toBeGreaterThan(0)
    expect(openOperations.map(({ type }) => type)).toEqual(openOperations.map(() => 'creating'))
    expect(document.deployment.pending_operations?.map(({ resource }) => resource.urn)).toEqual(
      openOperations.map(({ urn }) => urn),
    )
    expect(isAccepted(verify(document.deployment))).toBe(true)
  })

  it('loses nothing wherever it was interrupted', () => {
    const { base, entries } = journalOf(recording('62-up-fails')) ?? { base: undefined, entries: [] }
    const begun = entries.filter(({ kind, operation }) => kind === 0 && operation)
    expect(begun.length).toBeGreaterThan(0)
    for (const { sequenceID, operation } of begun) {
      const cut = replay(
        base,
        entries.filter((entry) => entry.sequenceID <= sequenceID),
        stamp,
      )
      expect(cut.openOperations).toContainEqual(expect.objectContaining({ sequenceID, type: operation?.type }))
      expect(cut.document.deployment.pending_operations).toContainEqual(operation)
    }
    const states = entries.map((_, count) => replay(base, entries.slice(0, count), stamp).document.deployment)
    expect(states.filter((state) => !isAccepted(verify(state)))).toEqual([])
  })
})

it('an update that failed half-way keeps what it created and not what was rejected', () => {
  const journal = journalOf(recording('09-up-fails'))
  const { document } = replay(journal?.base, journal?.entries ?? [], stamp)
  const names = document.deployment.resources?.map(({ urn }) => urn.split('::').at(-1))
  expect(names).toEqual(expect.arrayContaining(['thing-4', 'thing-5']))
  expect(names).not.toContain('thing-6')
  expect(document.deployment.pending_operations).toBeUndefined()
})

describe('comparing states', () => {
  const name = '43-up-replace'
  const changed = (change: (text: string) => string) =>
    normaliseState(read(JSON.parse(change(JSON.stringify(expectedState(name))))), decrypt)
  const same = normaliseState(read(expectedState(name)), decrypt)

  it('ignores times', () => {
    expect(changed((text) => text.replaceAll(/"modified":"[^"]*"/g, '"modified":"2027-01-01T00:00:00Z"'))).toEqual(same)
  })

  it.each([
    ['an ID', /"id":"Shelf-[^"]*"/, '"id":"other"'],
    ['a dependency', /"dependencies":\["[^"]*"/, '"dependencies":["urn:pulumi:other"'],
    ['a secret', /"plaintext":"[^,}]*"/, '"plaintext":"\\"other\\""'],
    ['a parent', /"parent":"[^"]*"/, '"parent":"urn:pulumi:other"'],
    ['the URN of a provider', /"provider":"urn:pulumi:main/, '"provider":"urn:pulumi:other'],
    ['an unknown field', /"custom":true/, '"custom":true,"later":1'],
  ])('reports a difference in %s', (_name, pattern, other) => {
    expect(changed((text) => text.replace(pattern, other))).not.toEqual(same)
  })
})
