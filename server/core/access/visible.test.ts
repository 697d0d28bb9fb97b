import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { ROUTES } from '../../cli/api/table.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { TOUCHED_STACKS } from '../../ui/stacks/touchedStacks.ts'

const BUCKET = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::orders'
const DEPLOYMENT = {
  manifest: { time: '2026-01-01T00:00:00Z', magic: '', version: '' },
  resources: [{ urn: BUCKET, type: 'aws:s3/bucket:Bucket', custom: true, id: 'orders' }],
}

const consolePath = (path: string) =>
  path.replace('/api/ui', '').replace(':org/:project/:stack', 'ORG/shop/prod').replace(/:\w+/g, '1')

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
  const ritasToken = await addUser('rita', 'reader')
  await addUser('chief', 'reader')
  await deps.store.write(async (writer) => {
    const user = await writer.userByLogin('ada')
    const rita = await writer.userByLogin('rita')
    for (const each of [user, rita]) if (each) await writer.patchUser(each.id, { roles: { hush: 'none' } })
    const chief = await writer.userByLogin('chief')
    if (chief) await writer.patchUser(chief.id, { roles: { hush: 'admin' } })
  })
  const tokenOf = (login: string) => (login === 'ada' ? token : ritasToken)
  return { ...harness, service: createServiceApp(deps), adasToken: token, tokenOf }
}

const QUERIES: Record<string, string> = {
  resourceSearch: '?query=orders&facets=true',
  runSearch: '?query=change',
}

const EVERYTHING = {
  rules: [
    {
      id: 'all',
      name: 'all',
      what: { steps: ['create', 'update', 'replace', 'delete', 'import', 'read'] },
      action: { kind: 'refuse' },
    },
  ],
}
/** The bodies of those that are not read with GET. */
const ASKED: Readonly<Record<string, object>> = { approvalLookBack: EVERYTHING }

/** The calls about stacks of all organizations; administrators see the names of all organizations. */
const ALL = (Object.keys(TOUCHED_STACKS) as (keyof typeof TOUCHED_STACKS)[])
  .filter((name) => TOUCHED_STACKS[name] === 'all' && name !== 'organizationList')
  .map((name) => [name, `${api[name].path.replace('/api/ui', '')}${QUERIES[name] ?? ''}`] as const)

const BODIES: Record<string, string> = {
  deletedStackRestore: '{}',
  retentionChange: '{"rule":null}',
  retentionRun: '{"rule":{"keepNewest":1,"keepDays":null},"at":1,"stacks":[],"confirm":"ORG"}',
}

/** Calls about an organization, a stack, or two, with what they need to be understood. */
const IN_CONSOLE = [
  ...Object.entries(api).flatMap(([name, { method, path }]) =>
    path.startsWith('/api/ui/stacks/:org/') && method === 'GET' ? [[name, method, consolePath(path), ''] as const] : [],
  ),
  ['a state', 'GET', '/stacks/ORG/shop/prod/state.json', ''],
  ['a release', 'POST', '/stacks/ORG/shop/prod/lock/release', '{}'],
  ['a rename', 'POST', '/stacks/ORG/shop/prod/rename', '{"project":"shop","stack":"new"}'],
  ['a request without sense', 'POST', '/stacks/ORG/shop/prod/rename', '{}'],
  ['an import', 'POST', '/stacks/ORG/shop/prod/import/plan', '{"text":"{}","rename":false}'],
  ['a comparison with one of it', 'GET', '/stacks/acme/shop/prod/compare?of=ORG/shop/prod', ''],
  ['a transfer into it', 'POST', '/stacks/acme/shop/idle/transfer', '{"org":"ORG"}'],
  ...Object.entries(api).flatMap(([name, { method, path }]) =>
    path.startsWith('/api/ui/orgs/:org/')
      ? [[name, method, consolePath(path).replace('/orgs/1/', '/orgs/ORG/'), BODIES[name] ?? ''] as const]
      : [],
  ),
] as const

const BY_CLI = Object.entries(ROUTES).flatMap(([route, { needs }]) =>
  route.includes('/api/stacks/:org/') && needs !== 'lease' ? [route] : [],
)

/** Other calls that name organizations. */
const BESIDES = [
  ['auditLog', '/audit'],
  ['audit as lines', '/audit.jsonl'],
  ['session', '/session'],
  ['personList', api.personList.path.replace('/api/ui', '')],
] as const

describe('a user with the role none in an organization', () => {
  it.each([...ALL, ...BESIDES])('sees nothing of it in %s', async (name, path) => {
    const { call, adasToken } = await world()
    const text = async (headers?: Record<string, string>) => {
      const body = ASKED[name]
      const response = await call(body === undefined ? 'GET' : 'POST', path, { ...(headers && { headers }), body })
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

  it.each(['ada', 'rita'])('finds none of its stacks, in the console and by the CLI: %s', async (login) => {
    const { call, tokenOf, service } = await world()
    const headers = { authorization: `token ${tokenOf(login)}` }
    const answer = await call('GET', '/stacks/hush/shop/prod', { headers })
    expect([answer.status, await answer.json()]).toMatchObject([404, { detail: 'There is no stack hush/shop/prod.' }])
    expect((await service.request('/api/stacks/hush/shop/prod', { headers })).status).toBe(404)
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

  it('is not told where the other stack of a move is now, when the move is undone', async () => {
    const { call, cli, adasToken, deps } = await world()
    await cli.createStack('acme/other/prod')
    await cli.import('acme/other/prod', DEPLOYMENT)
    const [moved, partner] = await deps.store.read(async (reader) => [
      await reader.stack({ org: 'acme', project: 'other', name: 'prod' }),
      await reader.stack({ org: 'hush', project: 'shop', name: 'prod' }),
    ])
    const basis = { version: 1, hash: '0'.repeat(64) }
    const own = { recovery: 'edit', reason: '', statements: [], effect: [], basisVersion: 1, undoes: null }
    const note = { ...own, basis, changes: null }
    const updateId = moved?.latestUpdateId ?? ''
    await deps.store.write((writer) =>
      writer.patchUpdate(updateId, {
        recovery: { ...note, partner: { stackId: partner?.id ?? '', stack: 'acme/former/prod', version: 1 } },
      }),
    )
    const headers = { authorization: `token ${adasToken}` }
    const undo = { headers, body: { reason: 'Too early.' } }
    const answer = await call('POST', `/stacks/acme/other/prod/recoveries/${updateId}/undo`, undo)
    const text = await answer.text()
    expect([answer.status, text.includes('acme/former/prod'), text.includes('hush')]).toEqual([404, true, false])
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
      ['ada', 'admin', 'chief', 'rita'],
      ['admin', 'chief'],
    ])
  })

  describe.each(['ada', 'rita'])('is answered as if it did not exist: %s', (login) => {
    /** The answer about an organization, with every name of it replaced. */
    const answerIn = async (org: string, send: (text: string) => Response | Promise<Response>) => {
      const answer = await send(org)
      const text = (await answer.text()).replaceAll(org, 'ORG').replace(/"requestId":"[^"]*"/, '')
      return { status: answer.status, text }
    }

    let shared: Awaited<ReturnType<typeof world>>
    beforeAll(async () => {
      shared = await world()
      await shared.cli.createStack('acme/shop/idle')
    })

    it.each(IN_CONSOLE)('in the console, at %s', async (_, method, path, body) => {
      const { call, tokenOf } = shared
      const headers = { authorization: `token ${tokenOf(login)}` }
      const send = (org: string) =>
        call(method, path.replaceAll('ORG', org), { headers, ...(body && { body: body.replaceAll('ORG', org) }) })
      const hidden = await answerIn('hush', send)
      expect(hidden).toEqual(await answerIn('nowhere', send))
      expect(hidden.status).toBeGreaterThanOrEqual(400)
    })

    it.each(BY_CLI)('by the CLI, at %s', async (route) => {
      const { service, tokenOf } = shared
      const [method = '', pattern = ''] = route.split(' ')
      const headers = { authorization: `token ${tokenOf(login)}`, 'content-type': 'application/json' }
      const send = (org: string) => {
        const path = pattern
          .replace(':org', org)
          .replace(':project/:stack', 'shop/prod')
          .replace(':project', 'shop')
          .replace(/:kind\{.*?\}/, 'update')
          .replace(/:\w+/g, 'x')
        const body = method === 'GET' ? {} : { body: JSON.stringify({ stackName: 'dev' }) }
        return service.request(path, {
          method: pattern.endsWith(':project') && method === 'GET' ? 'HEAD' : method,
          headers,
          ...body,
        })
      }
      expect(await answerIn('hush', send)).toEqual(await answerIn('nowhere', send))
    })
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
