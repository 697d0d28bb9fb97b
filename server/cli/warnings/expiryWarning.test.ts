import { expect, it } from 'vitest'
import { createToken } from '../../core/access/credentials.ts'
import { createServiceApp } from '../routes.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const DAY_S = 24 * 3600

async function ready() {
  const { deps, wait, token, now } = await createHarness()
  const service = createServiceApp(deps)
  const post = async (path: string, body: unknown, bearer = token) => {
    const response = await service.request(path, {
      method: 'POST',
      headers: { authorization: `token ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { messages: { severity: string; message: string }[] }
  }
  const tokenUntil = (expiresAt: number) =>
    deps.store.write(async (writer) => {
      const userId = (await writer.userByLogin('admin'))?.id ?? ''
      const facts = { userId, name: 'deploys of shop', scope: 'admin', expiresAt, source: 'terminal' } as const
      return (await createToken(deps, writer, facts)).value
    })
  await post('/api/stacks/organization/shop', { stackName: 'prod' })
  const run = (bearer?: string, dryRun = false) =>
    post('/api/stacks/organization/shop/prod/update', { options: { dryRun } }, bearer)
  return { wait, now, run, tokenUntil }
}

it('updates and previews print a warning a week before their access token expires', async () => {
  const { wait, now, run, tokenUntil } = await ready()
  const expiring = await tokenUntil(now() + 8 * DAY_S * 1000)
  expect((await run(expiring)).messages).toEqual([])
  await wait(2 * DAY_S)
  const warning = {
    severity: 'warning',
    message:
      'The access token deploys of shop expires at 2026-03-12 10:00:00 UTC.' +
      ' Create another one at http://localhost:3000/-/settings/tokens',
  }
  expect((await run(expiring)).messages).toEqual([warning])
  expect((await run(expiring, true)).messages).toEqual([warning])
})

it('a token that does not expire has no warning', async () => {
  const { run, wait } = await ready()
  await wait(400 * DAY_S)
  expect((await run()).messages).toEqual([])
})
