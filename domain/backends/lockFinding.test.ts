import { describe, expect, it } from 'vitest'
import { type ForeignHolder, LockWord } from '#contract/backends.ts'
import { blockedByLock, lockFindings, stateFileFindings } from './lockFinding.ts'

const holder = (word: LockWord): ForeignHolder => ({
  word,
  evidence: 'The state was last written 3 h ago.',
  locks: [
    { id: 'lock-1', key: 'k', since: 1_000, username: 'ada', hostname: 'laptop', pid: 7, word, evidence: 'The same.' },
  ],
  usualS: null,
  lastWriteAt: 2_000,
  inFlight: 1,
  ci: null,
})

describe('the locks of a stack as a finding', () => {
  it.each(LockWord.options)('%s: says who, why, and what to do, and that a lock is no lease', (word) => {
    const [finding] = lockFindings(holder(word))
    expect(finding?.explanation).toContain('last written 3 h ago')
    expect(finding?.explanation).toContain('never expires')
    expect(finding?.evidence.map(({ what }) => what)).toEqual([
      'Locked by ada on laptop, process 7.',
      'The state was written.',
    ])
    expect(`${finding?.title} ${finding?.explanation}`).not.toMatch(/\blease\b/)
  })

  it('leads to who holds the stack, if someone does', () => {
    const held = LockWord.options.filter((word) => lockFindings({ ...holder(word), locks: [] })[0]?.isHeldThere)
    expect(held).toEqual(['unlockedWriter'])
    expect(lockFindings(holder('quiet'))[0]).toMatchObject({ isHeldThere: true })
  })

  it('is none without a sign of a run', () => {
    expect(lockFindings(null)).toEqual([])
  })

  it('blocks later steps only while someone works', () => {
    const blocking = LockWord.options.filter((word) => blockedByLock(holder(word)) !== null)
    expect(blocking).toEqual(['waitingOrWorking', 'working'])
    expect(blockedByLock(null)).toBeNull()
  })
})

it('a state file that cannot be used is a finding with its reason', () => {
  expect(stateFileFindings({ stateProblem: null })).toEqual([])
  expect(stateFileFindings({ stateProblem: 'The state file is empty.' })[0]?.explanation).toContain('is empty')
})
