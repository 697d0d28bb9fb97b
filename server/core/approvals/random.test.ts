import { expect, it } from 'vitest'
import { randomRun } from '#testing/approvals/randomRun.ts'
import { firstFaultOf } from '#testing/cases.ts'

it('after random runs, rules, decisions and kills the state is what was acknowledged, and nothing else', async () => {
  expect(await firstFaultOf(25, randomRun)).toBeUndefined()
})
