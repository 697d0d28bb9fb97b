import { describe, expect, it } from 'vitest'
import { ForeignHolder, type LockWord } from '#contract/backends.ts'
import { pick, seeded } from '#testing/states/randomState.ts'
import type { LockFile } from '../../lease/lockFile.ts'
import { judgeLock, judgeLocks, type LockFacts, type LockToJudge, reasonsToAsk, usualS } from './judgeLocks.ts'
import { unlockedSince } from './looks.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const file: LockFile = { pid: 28_144, username: 'ada', hostname: 'laptop', at: null }
const KEY = '.pulumi/locks/organization/shop/prod/0ee8cde4-926a-4a81-9c7f-2b16eb12af8e.json'
const ago = (ms: number) => NOW - ms
const lock = (at: number | null, more: Partial<LockToJudge> = {}): LockToJudge => ({
  key: KEY,
  at,
  size: 92,
  file,
  ...more,
})
const run = (endedAt: number) => ({ endedAt })
const facts = (more: Partial<LockFacts>): LockFacts => ({
  locks: [],
  writtenAt: ago(9 * DAY),
  writes: [],
  pending: 0,
  lastRun: null,
  runLengthsS: [],
  unlockedSince: null,
  ...more,
})

type Case = [title: string, word: LockWord | null, facts: Partial<LockFacts>, evidence: RegExp]

const cases: Case[] = [
  [
    'the state was written within two minutes',
    'working',
    { locks: [lock(ago(HOUR))], writtenAt: ago(119 * SECOND) },
    /written recently, after the lock/,
  ],
  [
    'the state is written every five minutes, last fourteen minutes ago',
    'working',
    { locks: [lock(ago(HOUR))], writtenAt: ago(14 * MINUTE), writes: [24, 19, 14].map((each) => ago(each * MINUTE)) },
    /written recently/,
  ],
  [
    'gaps between runs are not gaps between writes',
    'quiet',
    {
      locks: [lock(ago(HOUR))],
      writtenAt: ago(14 * MINUTE),
      writes: [9_000, 5_000, 14].map((each) => ago(each * MINUTE)),
    },
    /but not recently\.$/,
  ],
  [
    'it is young, and nothing was written',
    'waitingOrWorking',
    { locks: [lock(ago(14 * MINUTE))] },
    /^Nothing has been written since the lock was taken: the preview before an update/,
  ],
  [
    'it is older than a run of which nothing is known',
    'quiet',
    { locks: [lock(ago(15 * MINUTE))] },
    /^Nothing has been written since the lock was taken\.$/,
  ],
  [
    'it is younger than the usual run',
    'waitingOrWorking',
    { locks: [lock(ago(39 * MINUTE))], runLengthsS: [2_400, 60] },
    /take up to 40m/,
  ],
  ['it is older than the usual run', 'quiet', { locks: [lock(ago(3 * MINUTE))], runLengthsS: [60, 120] }, /taken\.$/],
  [
    'it was taken in the future, by a clock that is ahead',
    'waitingOrWorking',
    { locks: [lock(NOW + HOUR)] },
    /since the lock was taken: /,
  ],
  [
    'writes ended some time ago',
    'quiet',
    { locks: [lock(ago(HOUR))], writtenAt: ago(10 * MINUTE), pending: 2 },
    /after the lock was taken, but not recently, with 2 operations in flight/,
  ],
  [
    'nothing for more than an hour, with operations in flight',
    'probablyDead',
    { locks: [lock(ago(5 * HOUR))], writtenAt: ago(61 * MINUTE), pending: 1 },
    /^Nothing was written for 1h 1m, with 1 operation in flight\.$/,
  ],
  [
    'nothing for more than four usual runs',
    'probablyDead',
    { locks: [lock(ago(5 * HOUR))], writtenAt: ago(105 * MINUTE), pending: 1, runLengthsS: [1_500] },
    /^Nothing was written for 1h 45m, with 1 operation in flight; runs of this stack usually take up to 25m\.$/,
  ],
  [
    'somebody may read a preview, whatever an earlier run has left in flight',
    'quiet',
    { locks: [lock(ago(5 * HOUR))], pending: 3 },
    /^Nothing has been written since the lock was taken\.$/,
  ],
  [
    'nothing for an hour, while runs take half an hour',
    'quiet',
    { locks: [lock(ago(5 * HOUR))], writtenAt: ago(119 * MINUTE), pending: 1, runLengthsS: [1_800] },
    /in flight\.$/,
  ],
  [
    'somebody may read a preview for hours',
    'quiet',
    { locks: [lock(ago(23 * HOUR))] },
    /^Nothing has been written since the lock was taken\.$/,
  ],
  [
    'nobody reads a preview for a day',
    'probablyDead',
    { locks: [lock(ago(25 * HOUR))] },
    /^Nothing has been written since the lock was taken 1d 1h ago\.$/,
  ],
  [
    'its process is gone',
    'probablyDead',
    { locks: [lock(ago(MINUTE), { process: 'gone' })] },
    /process 28144 does not run on laptop/,
  ],
  [
    'its process number is another’s',
    'probablyDead',
    { locks: [lock(ago(MINUTE), { process: 'reused' })] },
    /started after the lock/,
  ],
  [
    'a host of that name writes, though its process does not run on this one',
    'working',
    { locks: [lock(ago(MINUTE), { process: 'gone' })], writtenAt: ago(5_000), writes: [ago(5_000)] },
    /./,
  ],
  [
    'its process is gone, and the backend is a folder of this machine',
    'probablyDead',
    { isInFolder: true, locks: [lock(ago(MINUTE), { process: 'gone' })], writtenAt: ago(5_000), writes: [ago(5_000)] },
    /does not run on laptop/,
  ],
  [
    'its process runs',
    'waitingOrWorking',
    { locks: [lock(ago(9 * HOUR), { process: 'runs' })], pending: 1 },
    /process 28144 runs on laptop/,
  ],
  [
    'its host has two spaces in its name, and it names no process',
    'waitingOrWorking',
    { locks: [lock(ago(9 * HOUR), { process: 'runs', file: { ...file, pid: null, hostname: 'my  laptop' } })] },
    /^Its process runs on my {2}laptop\.$/,
  ],
  [
    'the history has a later entry',
    'leftBehind',
    { locks: [lock(ago(HOUR))], lastRun: run(ago(40 * MINUTE)), writtenAt: ago(40 * MINUTE) },
    /ended 40m ago/,
  ],
  [
    'the entry was written just now',
    'working',
    { locks: [lock(ago(HOUR))], lastRun: run(ago(MINUTE)), writtenAt: ago(MINUTE) },
    /ended 1m ago, and may still/,
  ],
  [
    'the state was written after the later entry',
    'quiet',
    { locks: [lock(ago(HOUR))], lastRun: run(ago(40 * MINUTE)), writtenAt: ago(20 * MINUTE) },
    /but not recently/,
  ],
  [
    'the later entry is of a run that began after the lock, in the same second',
    'leftBehind',
    {
      locks: [lock(ago(HOUR), { file: { ...file, at: ago(HOUR) + 700 } })],
      lastRun: { endedAt: ago(40 * MINUTE), startedAt: ago(HOUR) },
      writtenAt: ago(40 * MINUTE),
    },
    /ended 40m ago/,
  ],
  [
    'the later entry is of a run that began before the lock, so that its own was removed',
    'quiet',
    {
      locks: [lock(ago(10 * MINUTE), { file: { ...file, at: ago(10 * MINUTE) } })],
      lastRun: { endedAt: ago(5 * MINUTE), startedAt: ago(20 * MINUTE) },
      writtenAt: ago(5 * MINUTE),
    },
    /but not recently/,
  ],
  [
    'the history has only an earlier entry',
    'waitingOrWorking',
    { locks: [lock(ago(MINUTE))], lastRun: run(ago(2 * MINUTE)) },
    /since the lock was taken/,
  ],
  [
    'the file is empty',
    'unreadable',
    { locks: [lock(ago(MINUTE), { size: 0, file: null })] },
    /is empty: it does not say who/,
  ],
  [
    'the file is cut or binary',
    'unreadable',
    { locks: [lock(ago(MINUTE), { size: 40, file: null })] },
    /is truncated, or no JSON/,
  ],
  [
    'the file has 10 MB',
    'unreadable',
    { locks: [lock(ago(MINUTE), { size: 10_000_000, file: null })] },
    /larger than any lock/,
  ],
  [
    'two runs start together',
    'several',
    { locks: [lock(ago(9 * SECOND)), lock(ago(8 * SECOND))] },
    /2 runs started within the last 10 seconds; at most one of them continues/,
  ],
  [
    'two locks stay',
    'several',
    { locks: [lock(ago(9 * HOUR)), lock(ago(8 * SECOND))] },
    /^There are 2 locks: no update, refresh or destroy can start until both are gone\.$/,
  ],
  [
    '1,000 locks',
    'several',
    { locks: Array.from({ length: 1_000 }, () => lock(ago(HOUR))) },
    /1,000 locks: .* until all of them/,
  ],
  ['no lock, nothing in flight', null, {}, /^$/],
  [
    'no lock, in flight, and no entry',
    'interrupted',
    { pending: 3, writtenAt: ago(HOUR) },
    /written with 3 operations in flight, and there is no lock: a run was stopped in the middle/,
  ],
  [
    'no lock, in flight, written after the last entry',
    'interrupted',
    { pending: 1, writtenAt: ago(HOUR), lastRun: run(ago(DAY)) },
    /stopped in the middle/,
  ],
  ['no lock, in flight, written just now', 'interrupted', { pending: 1, writtenAt: ago(MINUTE) }, /pulumi watch/],
  [
    'no lock, but the last run ended with what is in flight',
    null,
    { pending: 1, writtenAt: ago(DAY), lastRun: run(ago(DAY)) },
    /^$/,
  ],
  [
    'a lock vanished, and two writes followed',
    'unlockedWriter',
    {
      unlockedSince: ago(10 * MINUTE),
      writes: [20, 5, 3].map((each) => ago(each * MINUTE)),
      writtenAt: ago(3 * MINUTE),
    },
    /removed 10m ago, and the state was written 2 times since: the run/,
  ],
  [
    'a lock vanished, and one write followed in the middle of an operation',
    'unlockedWriter',
    { unlockedSince: ago(10 * MINUTE), writes: [ago(3 * MINUTE)], writtenAt: ago(3 * MINUTE), pending: 1 },
    /written once since/,
  ],
  [
    'a lock vanished, and a state edit followed',
    null,
    { unlockedSince: ago(10 * MINUTE), writes: [ago(3 * MINUTE)], writtenAt: ago(3 * MINUTE) },
    /^$/,
  ],
  [
    'a lock vanished, and nothing followed',
    'interrupted',
    { unlockedSince: ago(10 * MINUTE), writes: [ago(20 * MINUTE)], writtenAt: ago(20 * MINUTE), pending: 1 },
    /was removed/,
  ],
  [
    'a lock vanished, and the run recorded its end',
    null,
    {
      unlockedSince: ago(10 * MINUTE),
      writes: [5, 3].map((each) => ago(each * MINUTE)),
      lastRun: run(ago(2 * MINUTE)),
    },
    /^$/,
  ],
  [
    'a lock vanished, and the next run writes',
    'working',
    {
      unlockedSince: ago(10 * MINUTE),
      locks: [lock(ago(9 * MINUTE))],
      writes: [5, 1].map((each) => ago(each * MINUTE)),
      writtenAt: ago(MINUTE),
    },
    /after the lock was taken/,
  ],
  [
    'a lock vanished, its run wrote on, and another run took the next one',
    'unlockedWriter',
    {
      unlockedSince: ago(10 * MINUTE),
      locks: [lock(ago(6 * MINUTE))],
      writes: [9, 8, 1].map((each) => ago(each * MINUTE)),
      writtenAt: ago(MINUTE),
    },
    /2 times since/,
  ],
  [
    'a lock vanished yesterday, and writes ended long ago',
    'interrupted',
    { unlockedSince: ago(DAY), writes: [ago(23 * HOUR), ago(22 * HOUR)], writtenAt: ago(22 * HOUR), pending: 1 },
    /stopped in the middle/,
  ],
]

describe('the locks of a stack', () => {
  it.each(cases)('%s: %s', (_, word, given, evidence) => {
    const holder = judgeLocks(facts(given), NOW)
    expect(holder?.word ?? null).toBe(word)
    expect(holder?.evidence ?? '').toMatch(evidence)
  })

  it('have each a word of its own if there are several', () => {
    const locks = [
      lock(ago(9 * HOUR), { process: 'gone' }),
      lock(ago(MINUTE), { file: null, size: 0 }),
      lock(ago(MINUTE)),
    ]
    expect(judgeLocks(facts({ locks }), NOW)?.locks.map(({ word }) => word)).toEqual([
      'probablyDead',
      'unreadable',
      'waitingOrWorking',
    ])
  })

  it('say who, since when, and how long runs take', () => {
    const given = {
      locks: [lock(ago(MINUTE) + 0.4)],
      runLengthsS: [60, 70, 80],
      lastRun: run(ago(DAY)),
      pending: 2,
    }
    expect(judgeLocks(facts(given), NOW)).toMatchObject({
      locks: [
        {
          id: '0ee8cde4-926a-4a81-9c7f-2b16eb12af8e',
          key: KEY,
          since: ago(MINUTE),
          username: 'ada',
          hostname: 'laptop',
          pid: 28_144,
        },
      ],
      usualS: 80,
      inFlight: 2,
      lastWriteAt: ago(9 * DAY),
    })
  })

  it('whose text was pasted are judged by their own time, and what is not known is said', () => {
    const at = (time: number | null) =>
      judgeLock(lock(null, { file: { ...file, at: time } }), facts({ writtenAt: null }), NOW)
    expect(at(ago(MINUTE))).toMatchObject({ word: 'waitingOrWorking', evidence: expect.stringContaining('not known') })
    expect(at(ago(HOUR))).toMatchObject({ word: 'quiet', evidence: expect.stringContaining('not known') })
    expect(at(null)).toMatchObject({ word: 'quiet', evidence: 'The lock does not say when it was taken.' })
  })

  it('are judged whatever the facts are, in one sentence', () => {
    const random = seeded(11)
    const times = [0, -1, NOW, ago(MINUTE), ago(HOUR), ago(DAY), NOW + DAY, ago(5 * SECOND) + 0.5]
    const time = () => pick(random, times) ?? 0
    const perhaps = <Value>(value: Value) => (random(2) ? value : null)
    for (let round = 0; round < 2_000; round += 1) {
      const holder = judgeLocks(
        {
          locks: Array.from({ length: random(4) }, () =>
            lock(perhaps(time()), {
              size: random(2) * 100_000,
              file: perhaps({
                pid: perhaps(random(3) - 1.5),
                username: '',
                hostname: perhaps('x') ?? '',
                at: perhaps(time()),
              }),
              process: pick(random, ['runs', 'gone', 'reused', undefined]),
            }),
          ),
          writtenAt: perhaps(time()),
          writes: Array.from({ length: random(4) }, time).toSorted((a, b) => a - b),
          pending: random(3),
          lastRun: perhaps(run(time())),
          runLengthsS: Array.from({ length: random(4) }, () => random(5_000) - 100),
          unlockedSince: perhaps(time()),
        },
        NOW,
      )
      if (!holder) continue
      expect(ForeignHolder.safeParse(holder).error).toBeUndefined()
      for (const { evidence } of [holder, ...holder.locks]) {
        expect(evidence).toMatch(/^[A-Z0-9](?!.*(?: {2}|\. |undefined|null|NaN)).*\.$/)
      }
    }
  })
})

describe('the usual length of a run', () => {
  it.each([
    [[], null],
    [[7], 7],
    [[10, 20], 20],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 100], 9],
    [[Number.NaN, 3, -1], 3],
  ])('of %j is %s', (lengths, usual) => {
    expect(usualS(lengths)).toBe(usual)
  })
})

describe('a lock that is gone', () => {
  const seen = { key: KEY, at: ago(HOUR) }
  it.each([
    ['without an entry', { since: null, before: [seen], after: [], endedAt: null }, NOW],
    ['without an entry since', { since: null, before: [seen], after: [], endedAt: ago(2 * HOUR) }, NOW],
    ['with its entry', { since: null, before: [seen], after: [], endedAt: ago(MINUTE) }, null],
    [
      'and taken again by the same process',
      { since: null, before: [seen], after: [{ ...seen, at: NOW }], endedAt: null },
      NOW,
    ],
    ['not at all', { since: null, before: [seen], after: [seen], endedAt: null }, null],
    ['since an earlier look', { since: ago(MINUTE), before: [], after: [], endedAt: ago(HOUR) }, ago(MINUTE)],
    [
      'since an earlier look, and its run has ended',
      { since: ago(HOUR), before: [], after: [], endedAt: ago(MINUTE) },
      null,
    ],
  ])('%s', (_, change, since) => {
    expect(unlockedSince(change, NOW)).toBe(since)
  })
})

describe('reasons to ask before a lock is removed', () => {
  it.each([
    ['an old lock of a person', ago(5 * HOUR), file, 0],
    ['a young one', ago(MINUTE), file, 1],
    ['one without a time', null, file, 1],
    ['one of a container', ago(5 * HOUR), { ...file, pid: 1, hostname: '0123456789ab' }, 1],
    ['one without a host', ago(5 * HOUR), { ...file, hostname: '' }, 1],
    ['one that cannot be read', ago(MINUTE), null, 0],
  ])('%s', (_, at, of, count) => {
    expect(reasonsToAsk(lock(at, { file: of }), NOW)).toHaveLength(count)
  })
})
