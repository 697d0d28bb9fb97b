import { expect, it } from 'vitest'
import { createSizeCount } from './size.ts'

const at = Date.parse('2026-11-26T10:00:00Z')
const object = (key: string, size: number, when = at) => ({ key: `.pulumi/${key}`, size, at: when, mark: key })

const sumOf = (...objects: ReturnType<typeof object>[]) => {
  const count = createSizeCount()
  for (const each of objects) count.add([each])
  return count.sum()
}

it('is nothing of an empty backend', () => {
  expect(sumOf()).toEqual({ kinds: [], stacks: [], stackCount: 0, months: [] })
})

it('is told by kind, largest first: states with their .bak, history, backups, copies of every write, and the rest', () => {
  const { kinds } = sumOf(
    object('stacks/shop/prod.json', 100),
    object('stacks/shop/prod.json.bak', 90),
    object('stacks/shop/prod.json.1764150000000000000', 500),
    object('stacks/shop/prod.pulumi-tags', 5),
    object('history/shop/prod/prod-1764150000000000000.history.json', 10),
    object('history/shop/prod/prod-1764150000000000000.checkpoint.json', 100),
    object('backups/shop/prod/prod.1764150000000000000.json', 300),
    object('locks/organization/shop/prod/a.json', 1),
    object('meta.yaml', 10),
  )
  expect(kinds).toEqual([
    { kind: 'retained', objects: 1, bytes: 500 },
    { kind: 'backups', objects: 1, bytes: 300 },
    { kind: 'states', objects: 2, bytes: 190 },
    { kind: 'history', objects: 2, bytes: 110 },
    { kind: 'other', objects: 3, bytes: 16 },
  ])
})

it('is told by stack, with its history, backups and locks, in both layouts', () => {
  const { stacks, stackCount } = sumOf(
    object('stacks/shop/prod.json.gz', 10),
    object('history/shop/prod/prod-1.history.json', 5),
    object('backups/shop/prod/prod.1.json', 5),
    object('locks/organization/shop/prod/a.json', 1),
    object('stacks/legacy.json', 30),
    object('history/legacy/legacy-1.history.json', 1),
    object('stacks/a/b/deep.json', 1000),
    object('meta.yaml', 10),
  )
  expect(stacks).toEqual([
    { name: 'legacy', objects: 2, bytes: 31 },
    { name: 'shop/prod', objects: 4, bytes: 21 },
  ])
  expect(stackCount).toBe(2)
})

it('names the 20 largest stacks', () => {
  const many = Array.from({ length: 25 }, (_, index) => object(`stacks/shop/s${index}.json`, index))
  const { stacks, stackCount } = sumOf(...many)
  expect([stackCount, stacks.length, stacks[0]?.name]).toEqual([25, 20, 'shop/s24'])
})

it('has what each month added to what piles up, the last twelve', () => {
  const month = (index: number) => Date.UTC(2025, index, 3)
  const { months } = sumOf(
    ...Array.from({ length: 14 }, (_, index) =>
      object(`backups/shop/prod/prod.${index}.json`, 10 + index, month(index)),
    ),
    object('history/shop/prod/prod-1.history.json', 1, month(13)),
    object('stacks/shop/prod.json', 1000, month(13)),
  )
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-03', objects: 1, bytes: 12 })
  expect(months.at(-1)).toEqual({ month: '2026-02', objects: 2, bytes: 24 })
})
