import { expect, it } from 'vitest'
import { ProblemDetails } from '#contract/problem.ts'
import { Diagnosis } from '#contract/recoveries.ts'
import { StackDetail } from '#contract/stacks.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { haveOrganization } from '#testing/haveOrganization.ts'

const NETWORK = 'organization/network/prod'
const SHOP = 'organization/shop/prod'

const reference = {
  urn: `urn:pulumi:prod::shop::pulumi:pulumi:StackReference::${NETWORK}`,
  type: 'pulumi:pulumi:StackReference',
  custom: true,
  id: NETWORK,
  inputs: { name: NETWORK },
  outputs: { name: NETWORK, outputs: {} },
}

/** The network's stack, and one that reads its outputs. */
async function withReader() {
  const harness = await createHarness()
  for (const ref of [NETWORK, SHOP]) await harness.cli.createStack(ref)
  await harness.cli.import(SHOP, {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: [reference],
  })
  const answer = async (method: string, path: string, body?: unknown) => {
    const sent = harness.cli.send(path, body, { method })
    return sent.then(
      () => 'ok',
      (error: Error) => error.message,
    )
  }
  const console = async () => ProblemDetails.parse(await harness.get(`/stacks/${NETWORK}`))
  const shop = async () => {
    const { health, healthReason } = StackDetail.parse(await harness.get(`/stacks/${SHOP}`))
    const { findings } = Diagnosis.parse(await harness.get(`/stacks/${SHOP}/recover`))
    return {
      health,
      healthReason,
      explained: findings.map(({ explanation }) => explanation).join(),
      references: findings.map(({ reference }) => reference),
    }
  }
  return { ...harness, answer, console, shop }
}

it('the former name of a renamed or moved stack is answered with the present one, and writes to it are refused', async () => {
  const it = await withReader()
  await it.cli.send(`${NETWORK}/rename`, { newName: 'live', newProject: 'network' })
  const live = "stack 'organization/network/prod' not found: it was renamed to organization/network/live"
  expect(await it.answer('DELETE', NETWORK, {})).toContain(live)
  expect(await it.answer('POST', `${NETWORK}/update`, {})).toContain(live)
  expect(await it.console()).toMatchObject({ status: 404, params: { nowCalled: 'organization/network/live' } })
  await haveOrganization(it.deps, 'acme')
  await it.cli.send('organization/network/live/transfer', { toOrg: 'acme' })
  expect((await it.console()).params?.['nowCalled']).toBe('acme/network/live')
  await it.cli.createStack(NETWORK) // another stack under the name
  expect(await it.answer('DELETE', NETWORK, {})).toBe('ok')
  expect((await it.console()).params?.['nowCalled']).toBeUndefined()
})

it('a stack that reads one which was renamed or deleted needs attention, says which, and recovers with it', async () => {
  const it = await withReader()
  expect((await it.shop()).health).toBe('ok')
  await it.cli.send(`${NETWORK}/rename`, { newName: 'live', newProject: 'network' })
  expect(await it.shop()).toEqual({
    health: 'brokenReferences',
    healthReason: 'Reads network/prod, now called network/live: updates fail.',
    explained: expect.stringContaining('until the StackReference in the program has the new name') as string,
    references: [{ name: 'organization/network/prod', nowCalled: 'organization/network/live', deleted: null }],
  })
  await it.cli.send('organization/network/live/rename', { newName: 'prod', newProject: 'network' })
  expect((await it.shop()).health).toBe('ok')
  await it.cli.send(NETWORK, {}, { method: 'DELETE' })
  const { explained, references } = await it.shop()
  expect(explained).toContain('until it is restored or imported')
  expect(references[0]).toMatchObject({ nowCalled: null, deleted: { by: 'admin' } })
})
