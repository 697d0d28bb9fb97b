import { describe, expect, it } from 'vitest'
import { type ForeignHolder, type ForeignLock, LockWord } from '#contract/backends.ts'
import { blockedByLock, lockAdvice, lockBans, lockFindings, stateFileFindings } from './lockFinding.ts'

const holder = (word: LockWord): ForeignHolder => ({
  word,
  evidence: 'The state was last written 3 h ago.',
  locks: [
    {
      id: 'lock-1',
      key: 'k',
      since: 1_000,
      username: 'ada',
      hostname: 'laptop',
      pid: 7043,
      word,
      evidence: 'The same.',
    },
  ],
  lockCount: 1,
  usualS: null,
  lastWriteAt: 2_000,
  inFlight: 1,
})

describe('the locks of a stack as a finding', () => {
  it.each(LockWord.options)('%s: says who, why, and what to do, and that a lock is no lease', (word) => {
    const [finding] = lockFindings(holder(word))
    expect(finding?.explanation).toContain('last written 3 h ago')
    expect(finding?.explanation).toContain('never expires')
    expect(finding?.evidence.map(({ what }) => what)).toEqual([
      'Locked by ada on laptop, process 7043.',
      'The state was written.',
    ])
    expect(`${finding?.title} ${finding?.explanation}`).not.toMatch(/\blease\b/)
  })

  it('bans what removes all locks while one may be that of a run at work, and an update while creates are pending', () => {
    const banned = LockWord.options.filter((word) => lockFindings(holder(word))[0]?.ban !== undefined)
    expect(banned).toEqual(['several', 'unreadable', 'probablyDead', 'quiet'])
    const cancel = expect.stringMatching(
      /^Don’t run pulumi cancel, although the CLI suggests it: it removes every lock[^.]*\.$/,
    )
    expect(lockBans(holder('quiet'), 0)).toEqual([cancel])
    expect(lockBans(holder('probablyDead'), 2)).toEqual([
      cancel,
      'Don’t run pulumi up until the 2 creates are resolved: it could fail or create duplicates.',
    ])
    expect(lockBans({ ...holder('unreadable'), locks: [] }, 2)).toEqual([])
  })

  it('leads to who holds the stack, if someone does', () => {
    const held = LockWord.options.filter((word) => lockFindings({ ...holder(word), locks: [] })[0]?.isHeldThere)
    expect(held).toEqual(['unlockedWriter'])
    expect(lockFindings(holder('quiet'))[0]).toMatchObject({ isHeldThere: true })
  })

  it('is none without a sign of a run', () => {
    expect(lockFindings(null)).toEqual([])
  })

  it('says whom to ask about a quiet lock, and where to look, unless its process number means nothing there', () => {
    const advice = (lock: Partial<ForeignLock>) => {
      const quiet = holder('quiet')
      return lockAdvice({ ...quiet, locks: quiet.locks.map((each) => ({ ...each, ...lock })) })
    }
    expect(advice({})).toMatch(/^Ask ada, or see on laptop whether process 7043 still runs\. A person may be reading/)
    expect(advice({ pid: 1 })).toMatch(/^Ask ada\. A person/)
    expect(advice({ username: null, hostname: null })).toMatch(/^Ask its holder\. A person/)
  })

  it('says of no lock that every command fails: previews and exports take none', () => {
    for (const word of LockWord.options) expect(lockAdvice(holder(word))).not.toMatch(/every command/i)
  })

  it('blocks later steps only while someone works', () => {
    const blocking = LockWord.options.filter((word) => blockedByLock(holder(word)) !== null)
    expect(blocking).toEqual(['unlockedWriter', 'waitingOrWorking', 'working'])
    expect(blockedByLock(null)).toBeNull()
  })
})

describe('the files of a stack as findings', () => {
  const whole = {
    stateProblem: null,
    metaProblem: null,
    brokenSidecars: [],
    brokenTags: null,
    brokenEntries: null,
    unreadStates: [],
  }

  it('are none if all are whole', () => {
    expect(stateFileFindings(whole)).toEqual([])
  })

  it('say why the state file cannot be used', () => {
    const [finding] = stateFileFindings({ ...whole, stateProblem: 'The state file is empty.' })
    expect(finding?.explanation).toContain('is empty')
  })

  it('say what stops the CLI though the state is whole', () => {
    const found = stateFileFindings({
      ...whole,
      metaProblem: { says: 'broken', layout: 'project' },
      brokenSidecars: ['.pulumi/stacks/shop/prod.json.attrs'],
    })
    expect(found.map(({ title }) => title)).toEqual(['meta.yaml is broken', 'A broken file beside the state'])
  })
})
