import { describe, expect, it } from 'vitest'
import type { LockWord } from '#contract/backends.ts'
import type { Health } from '#contract/stacks.ts'
import { harmOf, type HealthFacts, stackHealth } from './stackHealth.ts'
import { healthReason } from './healthWords.ts'
import { lastingHealth } from './lastingHealth.ts'

const state = { resourceCount: 3, pendingCount: 1, pendingCreates: 1, unknownOutputs: 0, unhealthy: 0, finding: null }
const rows = { state, latest: null, orphanedUpdate: null, holderId: null, openAlarms: 0, brokenReferences: [] }
const facts: HealthFacts = {
  state,
  latest: null,
  orphanedUpdate: undefined,
  holder: undefined,
  judged: undefined,
  blocked: [],
  isSlow: false,
  openAlarms: 0,
  brokenReferences: [],
}

describe('the health of a stack in a self-managed backend', () => {
  it.each<[LockWord, Health]>([
    ['unlockedWriter', 'notResponding'],
    ['several', 'notResponding'],
    ['unreadable', 'notResponding'],
    ['probablyDead', 'notResponding'],
    ['leftBehind', 'notResponding'],
    ['interrupted', 'orphaned'],
    ['quiet', 'notProgressing'],
    ['waitingOrWorking', 'running'],
    ['working', 'running'],
  ])('%s is %s, in lists too, and speaks of locks', (word, health) => {
    const elsewhere = { word, stateProblem: null, mark: '1' }
    const found = stackHealth({ ...facts, elsewhere })
    expect(found.health).toBe(health)
    expect(lastingHealth({ ...rows, elsewhere })).toEqual({ harm: harmOf(health), notRespondingFrom: null })
    expect(healthReason(found)).not.toMatch(/lease/)
  })

  it('is that of its state without a lock', () => {
    expect(stackHealth({ ...facts, elsewhere: { word: null, stateProblem: null, mark: '1' } }).health).toBe(
      'pendingCreates',
    )
  })

  it('is broken without a state that can be read, and says why', () => {
    const found = stackHealth({
      ...facts,
      elsewhere: { word: null, stateProblem: { detail: 'It is cut.' }, mark: null },
    })
    expect([found.health, healthReason(found)]).toEqual(['broken', 'It is cut.'])
  })

  it('is broken if a file beside the state stops the CLI', () => {
    const elsewhere = { word: null, stateProblem: null, brokenSidecars: ['prod.json.attrs'], mark: '1' }
    const found = stackHealth({ ...facts, elsewhere })
    expect([found.health, healthReason(found)]).toEqual(['broken', expect.stringContaining('damaged .attrs')])
    expect(lastingHealth({ ...rows, elsewhere }).harm).toBe(harmOf('broken'))
  })

  it('is broken if meta.yaml stops every command', () => {
    const found = stackHealth({ ...facts, elsewhere: { word: null, stateProblem: null, isStopped: true, mark: '1' } })
    expect([found.health, healthReason(found)]).toEqual(['broken', expect.stringContaining('meta.yaml')])
  })

  it('is broken if its file of tags stops every update', () => {
    const elsewhere = {
      word: null,
      stateProblem: null,
      brokenTags: { key: 'prod.pulumi-tags', why: 'broken' },
      mark: '1',
    }
    const found = stackHealth({ ...facts, elsewhere })
    expect([found.health, healthReason(found)]).toEqual(['broken', expect.stringContaining('file of tags')])
  })

  it('is not known before its state was read', () => {
    const found = stackHealth({ ...facts, state: null, elsewhere: { word: null, stateProblem: null, mark: null } })
    expect([found.health, healthReason(found)]).toEqual(['empty', 'Holdfast has not read its state yet.'])
  })
})
