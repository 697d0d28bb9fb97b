import { expect, it } from 'vitest'
import { testDeps, testToken } from '#testing/deps.ts'
import { createApp } from '../app.ts'
import { createToken } from '../core/access/credentials.ts'
import { createRefusedRequests } from './refusedRequests.ts'

const CLIENT = { incoming: { socket: { remoteAddress: '192.0.2.7' } } }

/** The app, and the facts of its log lines about refused requests. */
async function service() {
  const { deps, lines } = testDeps()
  const app = createApp(deps)
  const refused = () =>
    lines
      .filter((line) => line.startsWith('info request refused '))
      .map((line) => JSON.parse(line.replace('info request refused ', '')) as Record<string, unknown>)
  const send = (path: string, init?: RequestInit) =>
    app.fetch(new Request(`http://localhost:8080${path}`, init), CLIENT)
  return { deps, send, refused, lines, admin: await testToken(deps) }
}

it.each([
  ['without a credential', '/api/user', {}, 401],
  ['with a wrong credential', '/api/user', { headers: { authorization: 'token hf_planted-guess-4711' } }, 401],
  [
    'from a page of another site',
    '/api/ui/session',
    { method: 'DELETE', headers: { origin: 'http://evil.example' } },
    403,
  ],
] as [string, string, RequestInit, number][])(
  'a call %s is logged with what was called, when, from where, and with which request ID',
  async (_, path, init, status) => {
    const { send, refused, lines } = await service()
    const response = await send(path, init)
    expect(response.status).toBe(status)
    expect(refused()).toEqual([
      {
        requestId: response.headers.get('X-Pulumi-Request-ID'),
        method: init.method ?? 'GET',
        route: path,
        status,
        address: '192.0.2.7',
        login: null,
      },
    ])
    expect(lines.join()).not.toContain('4711')
  },
)

it('a caller without the right, or with an invalid request, is named', async () => {
  const { deps, send, refused, admin } = await service()
  const user = await deps.store.read((reader) => reader.userByLogin('admin'))
  const { value } = await deps.store.write((writer) =>
    createToken(deps, writer, { userId: user?.id ?? '', name: 'board', source: 'console', scope: 'read' }),
  )
  const json = { 'content-type': 'application/json' }
  await send('/api/stacks/organization/shop', {
    method: 'POST',
    headers: { ...json, authorization: `token ${value}` },
    body: '{}',
  })
  await send('/api/ui/users', { headers: { authorization: `token ${value}` } })
  await send('/api/stacks/organization/shop', {
    method: 'POST',
    headers: { ...json, authorization: `token ${admin}` },
    body: '{"stackName":"../x"}',
  })
  await send('/api/ui/tokens', { method: 'POST', headers: { ...json, authorization: `token ${admin}` }, body: '{' })
  expect(refused().map(({ route, status, login }) => [route, status, login])).toEqual([
    ['/api/stacks/:org/:project', 403, 'admin'],
    ['/api/ui/users', 403, 'admin'],
    ['/api/stacks/:org/:project', 400, 'admin'],
    ['/api/ui/tokens', 400, 'admin'],
  ])
})

it('successful calls and unknown addresses are not logged', async () => {
  const { send, refused, admin } = await service()
  const headers = { authorization: `token ${admin}` }
  expect((await send('/api/user', { headers })).status).toBe(200)
  expect((await send('/api/stacks/organization/shop/prod', { headers })).status).toBe(404)
  expect(refused()).toEqual([])
})

it('a flood is counted, not logged line by line', () => {
  const lines: string[] = []
  const write = (facts: object, message: string) => void lines.push(`${message} ${JSON.stringify(facts)}`)
  let now = 0
  const refused = createRefusedRequests({ info: write, warn: write, error: write }, () => now)
  const answered = { requestId: 'r', method: 'GET', route: '/', status: 401, address: null, login: null }
  for (let n = 0; n < 5_000; n++) refused(answered)
  expect(lines).toHaveLength(120)
  now = 60_000
  refused(answered)
  expect(lines.slice(120)).toEqual([
    'more requests were refused than are logged {"count":4880}',
    expect.stringContaining('request refused'),
  ])
})
