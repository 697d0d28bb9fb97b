import { expect, it } from 'vitest'
import { versionAt } from './versionAt.ts'

/** Version n was written at 10 n. */
function listOf(total: number, pageSize: number) {
  const newestFirst = Array.from({ length: total }, (_, index) => ({
    version: total - index,
    at: 10 * (total - index),
  }))
  const read: number[] = []
  return {
    read,
    page: (page: number) => {
      read.push(page)
      return Promise.resolve({ versions: newestFirst.slice((page - 1) * pageSize, page * pageSize), total, pageSize })
    },
  }
}

it.each([
  [3, 1000, 3],
  [3, 30, 3],
  [3, 29, 2],
  [3, 10, 1],
  [3, 9, undefined],
  [0, 50, undefined],
  [5, 25, 2],
  [200, 1015, 101],
  [200, 2000, 200],
])('of %d versions, the one current at %d is %j', async (total, at, version) => {
  const found = await versionAt(at, listOf(total, 2).page)
  expect(found?.version).toBe(version)
})

it('a long list is not read to its end', async () => {
  const { page, read } = listOf(10_000, 50)
  expect((await versionAt(25, page))?.version).toBe(2)
  expect(read.length).toBeLessThan(12)
})
