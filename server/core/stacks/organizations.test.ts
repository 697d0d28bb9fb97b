import { describe, expect, it } from 'vitest'
import { Organizations } from '#contract/organizations.ts'
import { Session } from '#contract/session.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const SAMPLE = { version: 3, deployment: { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' } } }
const TYPO = 'organisation'

/** Everything that could put a stack into an organization; each is refused in one that does not exist. */
const WAYS: readonly [string, (harness: Harness, org: string) => Promise<{ status: number; text: string }>][] = [
  ['stack init', ({ cli }, org) => viaCli(() => cli.send(`${org}/shop`, { stackName: 'x' }))],
  [
    'an import into a new stack',
    async ({ call }, org) => {
      const body = { text: JSON.stringify(SAMPLE), rename: false }
      return answerOf(await call('POST', `/stacks/${org}/shop/x/import/plan`, { body }))
    },
  ],
  [
    'a transfer in the console',
    async ({ call }, org) => answerOf(await call('POST', '/stacks/organization/shop/prod/transfer', { body: { org } })),
  ],
  [
    'a transfer by the CLI’s API',
    ({ cli }, org) => viaCli(() => cli.send('organization/shop/prod/transfer', { toOrg: org })),
  ],
]

const answerOf = async (response: Response) => ({ status: response.status, text: await response.text() })
const viaCli = (send: () => Promise<unknown>) =>
  send().then(
    () => ({ status: 200, text: '' }),
    (error: Error) => ({ status: Number(error.message.slice(0, 3)), text: error.message }),
  )

async function withStack() {
  const harness = await createHarness()
  await harness.cli.createStack('organization/shop/prod')
  const listed = async () => Organizations.parse(await harness.get('/organizations')).organizations
  const create = (name: string) => harness.call('POST', '/organizations', { body: { name } })
  const remove = (name: string) => harness.call('DELETE', `/organizations/${name}`)
  return { ...harness, listed, create, remove }
}

describe('an organization that does not exist', () => {
  it.each(WAYS)('refuses %s, and accepts it once an administrator created it', async (_, put) => {
    const harness = await withStack()
    const refused = await put(harness, TYPO)
    expect(refused).toMatchObject({ status: 404, text: expect.stringContaining(TYPO) })
    expect((await harness.listed()).map(({ name }) => name)).toEqual(['organization'])
    expect((await harness.create(TYPO)).status).toBe(200)
    expect((await put(harness, TYPO)).status).toBe(200)
  })

  it('is refused to the CLI with the address where an administrator creates it, and the names that exist', async () => {
    const harness = await withStack()
    await harness.create('acme')
    const { text } = await viaCli(() => harness.cli.send('amce/shop', { stackName: 'x' }))
    expect(text).toContain(
      'there is no organization \\"amce\\". Organizations here: organization and acme. An administrator can create it: http://localhost:8080/-/settings/organizations',
    )
  })
})

describe('an organization with a stack', () => {
  /** As a version wrote it that created organizations with their first stack. */
  async function fromBefore() {
    const harness = await withStack()
    await harness.cli.createStack('acme/shop/prod')
    await harness.deps.store.write((writer) => writer.setMeta('organizations', '[]'))
    return harness
  }

  it('exists without having been created, in lists and for new stacks', async () => {
    const harness = await fromBefore()
    expect(Session.parse(await harness.get('/session')).organizations).toEqual(['organization', 'acme'])
    expect(await harness.cli.send('acme/shop', { stackName: 'dev' })).toBeTruthy()
    expect((await harness.create('acme')).status).toBe(409)
  })

  it('still exists after its last stack was deleted, so that the stack can be restored and created again', async () => {
    const harness = await fromBefore()
    await harness.cli.send('acme/shop/prod', {}, { method: 'DELETE' })
    expect(await harness.listed()).toMatchObject([{}, { name: 'acme', stackCount: 0, deletedCount: 1 }])
    const { stacks } = (await harness.get('/orgs/acme/deleted-stacks')) as { stacks: { id: string }[] }
    const restored = await harness.call('POST', `/orgs/acme/deleted-stacks/${stacks[0]?.id}/restore`, { body: {} })
    expect(restored.status).toBe(200)
    await harness.cli.send('acme/shop/prod', {}, { method: 'DELETE' })
    expect(await harness.cli.send('acme/shop', { stackName: 'prod' })).toBeTruthy()
  })
})

describe('the list of organizations', () => {
  it('has those that someone has a role in', async () => {
    const harness = await withStack()
    const body = { login: 'ada', name: 'Ada', role: 'reader', roles: { acme: 'operator' } }
    await harness.call('POST', '/users', { body })
    expect((await harness.listed()).map(({ name }) => name)).toEqual(['organization', 'acme'])
    expect(await harness.cli.send('acme/shop', { stackName: 'dev' })).toBeTruthy()
  })

  it('names who created one and when, and records it in the audit log', async () => {
    const harness = await withStack()
    await harness.create('acme')
    expect(await harness.listed()).toEqual([
      { name: 'organization', stackCount: 1, deletedCount: 0, createdAt: null, createdBy: null, isRemovable: false },
      {
        name: 'acme',
        stackCount: 0,
        deletedCount: 0,
        createdAt: harness.now(),
        createdBy: 'admin',
        isRemovable: true,
      },
    ])
    const audit = (await harness.get('/audit?action=organization.create')) as { events: unknown[] }
    expect(JSON.stringify(audit)).toContain('acme')
  })

  it('loses one only if it was created and never had a stack', async () => {
    const harness = await withStack()
    await harness.create('acme')
    expect((await harness.remove('organization')).status).toBe(409)
    expect((await harness.remove('elsewhere')).status).toBe(404)
    expect((await harness.remove('acme')).status).toBe(200)
    expect((await harness.listed()).map(({ name }) => name)).toEqual(['organization'])
    expect((await viaCli(() => harness.cli.send('acme/shop', { stackName: 'x' }))).status).toBe(404)
  })

  it('takes no invalid name, and is closed to operators', async () => {
    const harness = await withStack()
    for (const name of ['a', 'a b', '-acme', 'x'.repeat(41)]) expect((await harness.create(name)).status).toBe(400)
    const token = await harness.addUser('olga', 'operator')
    const headers = { authorization: `token ${token}` }
    expect((await harness.call('POST', '/organizations', { headers, body: { name: 'acme' } })).status).toBe(403)
  })
})
