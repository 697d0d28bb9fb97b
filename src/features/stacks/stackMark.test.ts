import { expect, it } from 'vitest'
import { Health } from '#contract/stacks.ts'
import { markOf } from './stackMark.ts'

it('marks what runs only while it does well, and nothing on a healthy stack', () => {
  const icons = Object.fromEntries(Health.options.map((health) => [health, markOf({ health, lastUpdate: null })?.icon]))
  expect(icons).toMatchObject({
    running: 'running',
    notProgressing: 'attention',
    notResponding: 'attention',
    blocking: 'attention',
    slow: 'attention',
    orphaned: 'failed',
    failed: 'attention',
    ok: undefined,
    empty: undefined,
  })
  expect(Object.values(icons).filter((icon) => icon === 'running')).toHaveLength(1)
})
