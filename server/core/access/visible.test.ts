import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { TOUCHED_STACKS } from '../../ui/stacks/touchedStacks.ts'

const BUCKET = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::orders'
const DEPLOYMENT = {
  manifest: { time: '2026-01-01T00:00:00Z', magic: '', version: '' },
  resources: [{ urn: BUCKET, type: 'aws:s3/bucket:Bucket', custom: true, id: 'orders' }],
}

/** A server with the same in two organizations, and a user who has no role in the second one. */
async function world() {
  const harness = await createHarness()
  const { cli, deps, addUser, call } = harness
  for (const org of ['acme', 'hush']) {
    const stack = `${org}/shop/prod`
    await cli.createStack(stack, { team: org })
    await cli.import(stack, DEPLOYMENT)
    await cli.start(stack)
    await cli.start(stack).catch(() => undefined) // refused: a collision
    await call('POST', '/favourites', { body: { stack: { org, project: 'shop', stack: 'prod' }, isFavourite: true } })
  }
  const token = await addUser('ada', 'admin')
  await addUser('chief', 'reader')
  await deps.store.write(async (writer) => {
    const user = await writer.userByLogin('ada')
    if (user) await writer.patchUser(user.id, { roles: { hush: 'none' } })
    const chief = await writer.userByLogin('chief')
    if (chief) await writer.patchUser(chief.id, { roles: { hush: 'admin' } })
  })
  return { ...harness, service: createServiceApp(deps), adasToken: token }
}

const QUERIES: Record<string, string> = {
  resourceSearch: '?query=orders&facets=true',
  runSearch: '?query=change',
}

/** The calls about stacks of all organizations; administrators see the names of all organizations. */
const ALL = (Object.keys(TOUCHED_STACKS) as (keyof typeof TOUCHED_STACKS)[])
  .filter((name) => TOUCHED_STACKS[name] === 'all' && name !== 'organizationList')
  .map((name) => [name, `${api[name].path.replace('/api/ui', '')}${QUERIES[name] ?? ''}`] as const)

/** Other calls that name organizations. */
const BESIDES = [
  ['auditLog', '/audit'],
  ['audit as lines', '/audit.jsonl'],
  ['session', '/session'],
  ['personList', api.personList.path.replace('/api/ui', '')],
] as const

describe('a user with the role none in an organization', () => {
  it.each([...ALL, ...BESIDES])('sees nothing of it in %s', async (_, path) => {
    const { call, adasToken } = await world()
    const text = async (headers?: Record<string, string>) => {
      const response = await call('GET', path, headers && { headers })
      expect(response.status).toBe(200)
      return response.text()
    }
    expect(await text({ authorization: `token ${adasToken}` })).not.toContain('hush')
  })

  it('is not told whether a stack of it exists by a filter', async () => {
    const { call, adasToken } = await world()
    const answers = async (name: string) => {
      const headers = { authorization: `token ${adasToken}` }
      const answer = await call('GET', `/untracked?stack=hush/shop/${name}`, { headers })
      return {
        status: answer.status,
        text: (await answer.text()).replaceAll(name, 'NAME').replace(/"requestId":"[^"]*"/, ''),
      }
    }
    expect(await answers('prod')).toEqual(await answers('nothing'))
  })

  it('sees the other organizations in them, where an administrator sees both', async () => {
    const { call, adasToken } = await world()
    for (const path of [
      '/stacks',
      '/leases',
      '/lease-board',
      '/activity',
      '/attention',
      '/dashboard',
      '/stack-names',
      `${api.resourceSearch.path.replace('/api/ui', '')}${QUERIES['resourceSearch']}`,
    ]) {
      const asAda = await (await call('GET', path, { headers: { authorization: `token ${adasToken}` } })).text()
      const asAdmin = await (await call('GET', path)).text()
      expect([asAda.includes('acme'), asAdmin.includes('acme'), asAdmin.includes('hush')], path).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  it('is refused at its stacks, in the console and by the CLI', async () => {
    const { call, adasToken, service } = await world()
    const headers = { authorization: `token ${adasToken}` }
    const answer = await call('GET', '/stacks/hush/shop/prod', { headers })
    expect([answer.status, await answer.json()]).toMatchObject([403, { detail: 'ada has no role in hush.' }])
    expect((await service.request('/api/stacks/hush/shop/prod', { headers })).status).toBe(403)
    expect((await call('GET', '/stacks/acme/shop/prod', { headers })).status).toBe(200)
    const list = await (await service.request('/api/user/stacks', { headers })).text()
    expect([list.includes('acme'), list.includes('hush')]).toEqual([true, false])
  })

  it('is not told the name that a stack has in it now, by its former name and by what reads it', async () => {
    const { call, cli, token, adasToken, service } = await world()
    const name = 'acme/network/prod'
    const urn = `urn:pulumi:prod::shop::pulumi:pulumi:StackReference::${name}`
    const reference = { urn, type: 'pulumi:pulumi:StackReference', custom: true, id: name, inputs: { name } }
    for (const stack of [name, 'acme/reader/prod']) await cli.createStack(stack)
    await cli.import('acme/reader/prod', { ...DEPLOYMENT, resources: [{ ...reference, outputs: { name } }] })
    await cli.send(`${name}/transfer`, { toOrg: 'hush' })
    const texts = async (own: string) => {
      const headers = { authorization: `token ${own}` }
      const answers = [
        await call('GET', `/stacks/${name}`, { headers }),
        await call('GET', '/stacks/acme/reader/prod/recover', { headers }),
        await service.request(`/api/stacks/${name}`, { headers }),
      ]
      return Promise.all(answers.map(async (answer) => [answer.status, (await answer.text()).includes('hush')]))
    }
    expect(await texts(adasToken)).toEqual([
      [404, false],
      [200, false],
      [404, false],
    ])
    expect(await texts(token)).toEqual([
      [404, true],
      [200, true],
      [404, true],
    ])
  })

  it('does not find it among the organizations that the CLI names, and is not among its members', async () => {
    const { cli, token, adasToken, service } = await world()
    const known = (own: string) =>
      cli
        .send('amce/shop', { stackName: 'x' }, { authorization: `token ${own}` })
        .then(String, (error: Error) => error.message)
    expect(await known(token)).toContain('Organizations here: organization, acme and hush.')
    expect(await known(adasToken)).toContain('Organizations here: organization and acme.')
    const members = async (org: string) => {
      const answer = await service.request(`/api/orgs/${org}/members`, { headers: { authorization: `token ${token}` } })
      return ((await answer.json()) as { members: { user: { githubLogin: string } }[] }).members.map(
        ({ user }) => user.githubLogin,
      )
    }
    expect([await members('acme'), await members('hush')]).toEqual([
      ['ada', 'admin', 'chief'],
      ['admin', 'chief'],
    ])
  })

  it('hears nothing of it in live news, whose numbers go on', async () => {
    const { deps, ui, adasToken } = await world()
    const abort = new AbortController()
    const request = new Request('http://localhost/api/ui/live', {
      headers: { authorization: `token ${adasToken}` },
      signal: abort.signal,
    })
    const reader = (await ui.fetch(request)).body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    await next()
    const seq = deps.bus.seq()
    for (const org of ['hush', 'acme'])
      deps.bus.publish({ type: 'lock', stack: { org, project: 'shop', stack: 'prod' } })
    expect(await next()).toBe(`data: {"type":"hidden","seq":${seq + 1}}\n\n`)
    expect(await next()).toContain('"acme"')
    abort.abort()
  })
})
