import { expect, it } from 'vitest'
import { createHarness } from '#testing/consoleHarness.ts'
import { createServiceApp } from '../routes.ts'

const PROD = 'organization/shop/prod'

async function ready() {
  const { cli, deps, token } = await createHarness()
  await cli.createStack(PROD)
  const ask = async (path: string) => {
    const headers = { authorization: `token ${token}` }
    const response = await createServiceApp(deps).request(`/api/stacks/${PROD}/drift/${path}`, { headers })
    return {
      warning: response.headers.get('x-pulumi-warning'),
      answer: (await response.json()) as Record<string, unknown>,
    } // the server's own
  }
  const refresh = async (
    resourceChanges: object,
    { dryRun = true, result = 'succeeded' as 'succeeded' | 'failed' } = {},
  ) => {
    const run = await cli.start(PROD, { kind: 'refresh', options: { dryRun } })
    await run.events({ sequence: 0, timestamp: 1, summaryEvent: { durationSeconds: 1, resourceChanges } })
    expect((await ask('status')).answer['runInProgress']).toBe(true)
    await run.complete(result)
    return run.id
  }
  return { ask, refresh, cli }
}

it('drift is unknown until someone looks, which a warning says', async () => {
  const { ask, cli } = await ready()
  await (await cli.start(PROD)).complete('succeeded')
  const { answer, warning } = await ask('status')
  expect(answer).toEqual({ driftDetected: false, latestDriftRun: '', runInProgress: false })
  expect(warning).toContain('Nobody has looked for drift')
})

it('drift is what the last successful preview of a refresh found, until a refresh takes it over', async () => {
  const { ask, refresh } = await ready()
  const found = await refresh({ same: 3, update: 1 })
  const status = { driftDetected: true, latestDriftRun: found, runInProgress: false }
  expect(await ask('status')).toEqual({ warning: null, answer: status })
  await refresh({ same: 1 }, { result: 'failed' })
  expect((await ask('status')).answer).toEqual(status)
  const taken = await refresh({ same: 3, update: 1 }, { dryRun: false })
  expect((await ask('status')).answer).toEqual({ ...status, driftDetected: false, latestDriftRun: taken })
  const again = await refresh({ same: 4 })
  expect((await ask('status')).answer).toEqual({ ...status, driftDetected: false, latestDriftRun: again })
  const { driftRuns, total } = (await ask('runs?page=1&pageSize=10')).answer as { driftRuns: unknown[]; total: number } // as above
  expect(total).toBe(4)
  expect(driftRuns).toContainEqual(expect.objectContaining({ id: found, driftDetected: true, status: 'succeeded' }))
})
