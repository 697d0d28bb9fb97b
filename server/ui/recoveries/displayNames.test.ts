import { expect, it } from 'vitest'
import { ProblemDetails } from '#contract/problem.ts'
import { Diagnosis } from '#contract/recoveries.ts'
import { Users } from '#contract/users.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'

const PROD = 'organization/shop/prod'
const AT = `/stacks/${PROD}`

it('sentences in the console have display names instead of logins', async () => {
  const { cli, call, get } = await createHarness()
  const id = Users.parse(await get('/users')).users.find(({ login }) => login === 'admin')?.id ?? ''
  expect((await call('POST', `/users/${id}`, { body: { name: 'Anna Admin' } })).status).toBe(200)
  await cli.createStack(PROD)
  const running = await cli.start(PROD)
  await expect(cli.start(PROD)).rejects.toThrow('Conflict: Another update is currently in progress.')

  expect((await get(AT)) as object).toMatchObject({
    healthReason: 'Anna Admin was blocked: Anna Admin is running update 1.',
  })
  expect((await get('/stacks')) as object).toMatchObject({
    stacks: [{ healthReason: 'Anna Admin was blocked: Anna Admin is running update 1.' }],
  })
  const { findings, basis } = Diagnosis.parse(await get(`${AT}/recover`))
  expect(findings[0]).toMatchObject({
    title: 'Anna Admin is running update 1',
    explanation: expect.stringMatching(/^Your own update/) as string,
  })
  const lock = await call('POST', `${AT}/lock`, { body: { reason: 'Moving the ledger', durationS: 3600 } })
  expect(ProblemDetails.parse(await lock.json()).detail).toMatch(/^Anna Admin is running update/)

  await running.complete('succeeded')
  const ended = await call('POST', `${AT}/recoveries`, {
    body: releaseRequest({ basis, updateId: running.id }, { reason: 'Gone', confirm: PROD }),
  })
  expect(ProblemDetails.parse(await ended.json()).detail).toContain('by Anna Admin succeeded')

  await call('POST', `${AT}/lock`, { body: { reason: 'Moving the ledger', durationS: 3600 } })
  const again = await call('POST', `${AT}/lock`, { body: { reason: 'Once more', durationS: 3600 } })
  expect(ProblemDetails.parse(await again.json()).detail).toContain('is held for maintenance by Anna Admin')
})
