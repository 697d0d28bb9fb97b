import { expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const PROD = 'organization/shop/prod'

async function ready() {
  const harness = await createHarness()
  const app = createApp(harness.deps)
  const ask = async (path: string, token = harness.token) =>
    app.fetch(new Request(`http://localhost:8080${path}`, { headers: { authorization: `token ${token}` } }))
  const members = async (org: string) => (await (await ask(`/api/orgs/${org}/members?type=frontend`)).json()) as object
  const log = async (query = '', path = 'organization/auditlogs') => {
    const response = await ask(`/api/orgs/${path}${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as AuditLogs
  }
  const events = async (query = '', path?: string) => (await log(query, path)).auditLogEvents.map(({ event }) => event)
  return { ...harness, ask, members, log, events }
}
type AuditLogs = { continuationToken?: string; auditLogEvents: { event: string; description: string }[] }

it('lists the users as members of an organization, each with their role in it', async () => {
  const { members, addUser, call } = await ready()
  await addUser('zoe', 'reader')
  await call('POST', '/users', { body: { login: 'bob', name: 'Bob B.', role: 'reader', roles: { acme: 'operator' } } })
  const { users } = (await (await call('GET', '/users')).json()) as { users: { id: string; login: string }[] }
  await call('DELETE', `/users/${users.find(({ login }) => login === 'zoe')?.id}`)
  const member = (login: string, name: string, role: string, builtIn: string) => ({
    role: builtIn,
    user: { name, githubLogin: login, avatarUrl: '' },
    created: '2026-03-04T10:00:00.000Z',
    knownToPulumi: true,
    virtualAdmin: false,
    fgaRole: { id: role, name: role, modifiedAt: '0001-01-01T00:00:00Z' },
  })
  expect(await members('organization')).toEqual({
    members: [member('admin', 'admin', 'admin', 'admin'), member('bob', 'Bob B.', 'reader', 'member')],
  })
  expect(await members('acme')).toMatchObject({ members: [{}, member('bob', 'Bob B.', 'operator', 'member')] })
})

it('members and the audit log are only for administrators of the organization or of the server', async () => {
  const { ask, addUser, deps } = await ready()
  const token = await addUser('ops', 'operator')
  const demoted = await addUser('dan', 'admin')
  await deps.store.write(async (writer) => {
    const [ops, dan] = [await writer.userByLogin('ops'), await writer.userByLogin('dan')]
    await writer.patchUser(ops?.id ?? '', { roles: { acme: 'admin' } })
    await writer.patchUser(dan?.id ?? '', { roles: { acme: 'reader' } })
  })
  for (const path of ['members', 'auditlogs', 'auditlogs/v2']) {
    expect([path, (await ask(`/api/orgs/acme/${path}`, token)).status]).toEqual([path, 403])
    expect([path, (await ask(`/api/orgs/acme/${path}`, demoted)).status]).toEqual([path, 403])
    expect([path, (await ask(`/api/orgs/organization/${path}`, demoted)).status]).toEqual([path, 200])
  }
})

it('an unknown type of members is refused', async () => {
  const { ask } = await ready()
  expect((await ask('/api/orgs/organization/members?type=backend')).status).toBe(200)
  expect((await ask('/api/orgs/organization/members?type=other')).status).toBe(400)
})

it('the audit log shows who did what, when and from where, newest first', async () => {
  const { cli, log, call, now } = await ready()
  await cli.createStack(PROD)
  await cli.createStack('acme/shop/prod')
  await call('POST', '/session', { headers: {}, body: { code: 'wrong' } })
  const { auditLogEvents, continuationToken } = await log()
  expect(continuationToken).toBeUndefined()
  expect(auditLogEvents).toEqual([
    {
      timestamp: now() / 1000,
      sourceIP: '',
      event: 'signin.failed',
      description: expect.any(String),
      user: { name: '', githubLogin: '', avatarUrl: '' },
      authFailure: true,
    },
    {
      timestamp: now() / 1000,
      sourceIP: '',
      event: 'stack.create',
      description: PROD,
      user: { name: 'admin', githubLogin: 'admin', avatarUrl: '' },
      tokenName: "admin's token",
    },
  ])
  const acme = await log('', 'acme/auditlogs')
  expect(acme.auditLogEvents.map(({ description }) => description)).toContain('acme/shop/prod')
  expect(acme.auditLogEvents.map(({ description }) => description)).not.toContain(PROD)
})

it('the audit log has pages, each entry once', async () => {
  const { deps, log, now } = await ready()
  await deps.store.write(async (writer) => {
    for (let count = 1; count <= 250; count++)
      await writer.appendAudit({
        at: now(),
        login: 'admin',
        tokenName: null,
        address: null,
        action: 'stack.tags',
        stackId: null,
        stack: null,
        detail: String(count),
        requestId: '',
      })
  })
  const seen: string[] = []
  let query = ''
  for (let pages = 1; pages <= 3; pages++) {
    const page = await log(query)
    seen.push(...page.auditLogEvents.map(({ description }) => description))
    expect(page.continuationToken === undefined).toBe(pages === 3)
    query = `?continuationToken=${page.continuationToken}`
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => String(250 - index)))
})

it('the audit log is filtered by event, by user and by time', async () => {
  const { cli, events, wait, now, ask, addUser } = await ready()
  await addUser('bob', 'operator')
  const start = now() / 1000
  await cli.createStack(PROD)
  await wait(10)
  await cli.start(PROD)
  await wait(10)
  await cli.createStack('organization/shop/dev')
  expect(await events()).toEqual(['stack.create', 'update.start', 'stack.create'])
  for (const name of ['eventFilter', 'eventType'])
    expect(await events(`?${name}=update.start`)).toEqual(['update.start'])
  for (const name of ['userFilter', 'user']) {
    expect(await events(`?${name}=admin`)).toHaveLength(3)
    expect(await events(`?${name}=bob`)).toEqual([])
  }
  expect(await events(`?startTime=${start + 10}`)).toEqual(['stack.create']) // older than this time
  expect(await events(`?endTime=${start + 10}`)).toEqual(['update.start', 'stack.create'])
  expect(await events(`?startTime=${start + 5}&endTime=${start + 15}`)).toEqual(['update.start'])
  const v2 = 'organization/auditlogs/v2'
  expect(await events(`?startTime=${start + 10}`, v2)).toEqual(['stack.create', 'update.start'])
  expect(await events(`?startTime=${start + 5}&endTime=${start + 15}`, v2)).toEqual(['update.start'])

  for (const query of ['startTime=soon', 'endTime=-1', 'format=csv', 'continuationToken=x'])
    expect([query, (await ask(`/api/orgs/organization/auditlogs?${query}`)).status]).toEqual([query, 400])
  expect((await ask('/api/orgs/organization/auditlogs?userFilter=no one')).status).toBe(404)
})
