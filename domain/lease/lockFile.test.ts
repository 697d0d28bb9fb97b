import { describe, expect, it } from 'vitest'
import { isContainer, isLockText, type LockFile, readLock } from './lockFile.ts'

const TAKEN = Date.parse('2026-11-21T11:10:15Z')
const text = '{"pid":28144,"username":"ada","hostname":"laptop","timestamp":"2026-11-21T11:10:15.582276309Z"}'
const lock: LockFile = { pid: 28144, username: 'ada', hostname: 'laptop', at: TAKEN }

describe('a lock file', () => {
  it('names its owner, host and time', () => {
    expect(readLock(text)).toEqual({ ...lock, at: TAKEN + 582 })
  })

  it.each(['', ' \n', '{"pid":281', '[]', '\u0000\u0001\uFFFD', `${text}${' '.repeat(100_000)}`])(
    'with the content %.20j cannot be read',
    (broken) => {
      expect(readLock(broken)).toBeUndefined()
    },
  )

  it('may lack fields, and Go’s zero time counts as none', () => {
    const nothing = { pid: null, username: '', hostname: '', at: null }
    expect(readLock('{}')).toEqual(nothing)
    expect(readLock('{"timestamp":"0001-01-01T00:00:00Z"}')).toEqual(nothing)
  })

  it('keeps names of a length that can be shown', () => {
    expect(readLock(JSON.stringify({ username: 'a'.repeat(9_999) }))?.username).toHaveLength(255)
  })

  it('is recognised by its keys when pasted', () => {
    expect(isLockText(` ${text}\n`)).toBe(true)
    expect(isLockText('{"pid":1}')).toBe(false)
    expect(isLockText(text.replace('}', ',"deployment":{}}'))).toBe(false)
    expect(isLockText('pid 12 is gone')).toBe(false)
  })
})

describe('the holder of a lock', () => {
  it.each([
    [{ pid: 7, hostname: 'ci' }, true],
    [{ pid: 28144, hostname: '4f2a9c0d1e3b' }, true],
    [{ pid: 28144, hostname: 'runner-7c9d8f6b54-x2k4p' }, true],
    [{ pid: 28144, hostname: 'laptop' }, false],
  ])('%j is in a container: %s', (where, expected) => {
    expect(isContainer({ ...lock, ...where })).toBe(expected)
  })
})
