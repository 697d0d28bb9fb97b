import { expect, it } from 'vitest'
import { holderName, lockOwner } from './backendNames.ts'

const lock = { username: 'ada', hostname: 'laptop' }

it.each([
  [lock, 'ada on laptop'],
  [{ username: 'ada', hostname: null }, 'ada'],
  [{ username: null, hostname: 'laptop' }, 'laptop'],
  [{ username: null, hostname: null }, null],
])('names the owner of %j as far as its file says: %s', (file, name) => {
  expect(lockOwner(file)).toBe(name)
})

it.each([
  [[lock], 'ada on laptop'],
  [[{ username: null, hostname: null }], 'A lock file'],
  [[lock, lock], '2 lock files'],
  [[], 'A run without a lock'],
])('names the holder with the locks %j: %s', (locks, name) => {
  expect(holderName({ locks, lockCount: locks.length })).toBe(name)
})
