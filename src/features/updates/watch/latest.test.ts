import { expect, it } from 'vitest'
import type { ActivityRun } from '#contract/activity.ts'
import type { Collision } from '#contract/leases.ts'
import { sampleUpdate } from '#testing/samples/sampleStack.ts'
import { latestNews } from './latest.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }
const run = (id: string, endedAt: number | null, dryRun = false): ActivityRun => ({
  stack,
  update: sampleUpdate({ id, endedAt, dryRun }),
})
const blocked = (last: number): Collision => ({
  stack,
  refused: { login: 'ada', tokenName: null },
  what: 'start',
  holder: null,
  ci: null,
  kind: 'update',
  version: 2,
  times: 3,
  first: last - 100,
  last,
  until: null,
})

it('lists ends and blocked attempts by time, each run once, without previews and what still runs', () => {
  const runs = [run('a', 1_000), run('a', 1_000), run('b', 3_000), run('runs', null), run('preview', 9_000, true)]
  expect(latestNews(runs, [blocked(2_000)]).map(({ at, what }) => [at, what])).toEqual([
    [3_000, 'ended'],
    [2_000, 'blocked'],
    [1_000, 'ended'],
  ])
})

it('has a limit', () => {
  const runs = Array.from({ length: 20 }, (_, at) => run(`run ${at}`, at))
  expect(latestNews(runs, []).map(({ at }) => at)).toEqual([19, 18, 17, 16, 15, 14])
})
