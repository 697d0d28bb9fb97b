import { describe, expect, it } from 'vitest'
import { isContainer, isLockText, assessLock, type LockFile, readLock } from './lockFile.ts'

const TAKEN = Date.parse('2026-11-21T11:10:15Z')
const HOUR = 3_600_000
const MINUTE = 60_000
const text = '{"pid":28144,"username":"ada","hostname":"laptop","timestamp":"2026-11-21T11:10:15.582276309Z"}'
const lock: LockFile = { pid: 28144, username: 'ada', hostname: 'laptop', at: TAKEN }

describe('a lock file', () => {
  it('names its owner, host and time', () => {
    expect(readLock(text)).toEqual({ ok: true, lock: { ...lock, at: TAKEN + 582 } })
  })

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{"pid":281', 'cut'],
    ['[]', 'cut'],
  ])('with the content %j is %s', (broken, why) => {
    expect(readLock(broken)).toEqual({ ok: false, why })
  })

  it('may lack fields, and Go’s zero time counts as none', () => {
    const nothing = { pid: null, username: '', hostname: '', at: null }
    expect(readLock('{}')).toEqual({ ok: true, lock: nothing })
    expect(readLock('{"timestamp":"0001-01-01T00:00:00Z"}')).toEqual({ ok: true, lock: nothing })
  })

  it('is recognised by its keys when pasted', () => {
    expect(isLockText(` ${text}\n`)).toBe(true)
    expect(isLockText('{"pid":1}')).toBe(false)
    expect(isLockText(text.replace('}', ',"deployment":{}}'))).toBe(false)
    expect(isLockText('pid 12 is gone')).toBe(false)
  })
})

describe('the warning about a lock file', () => {
  const at = (writtenAt: number | null, now: number, of = lock) => assessLock(of, writtenAt, now)

  it('is strongest when the checkpoint was written after the lock', () => {
    expect(at(TAKEN + 5 * HOUR, TAKEN + 5 * HOUR + MINUTE)).toMatchObject({ verdict: 'writes', tone: 'danger' })
    expect(at(TAKEN + MINUTE, TAKEN + 5 * HOUR)).toMatchObject({ verdict: 'wrote', tone: 'danger' })
    expect(at(TAKEN - MINUTE, TAKEN + 5 * HOUR)).toMatchObject({ verdict: 'silent', tone: 'attention', stopAndAsk: [] })
  })

  it('is given for a recent lock without writes, and says when that is unknown', () => {
    expect(at(TAKEN - MINUTE, TAKEN + 59 * MINUTE)).toMatchObject({ verdict: 'silent', tone: 'danger' })
    expect(at(null, TAKEN + 5 * HOUR)).toMatchObject({ verdict: 'unknown' })
    expect(at(TAKEN, TAKEN, { ...lock, at: null }).verdict).toBe('unknown')
  })

  it.each([
    [{ pid: 7, hostname: 'ci' }, true],
    [{ pid: 28144, hostname: '4f2a9c0d1e3b' }, true],
    [{ pid: 28144, hostname: 'runner-7c9d8f6b54-x2k4p' }, true],
    [{ pid: 28144, hostname: 'laptop' }, false],
  ])('considers whether the holder %j is a container: %s', (where, expected) => {
    expect(isContainer({ ...lock, ...where })).toBe(expected)
    expect(at(TAKEN - MINUTE, TAKEN + 5 * HOUR, { ...lock, ...where }).stopAndAsk.length > 0).toBe(expected)
  })
})
