import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { createToken } from '../core/access/credentials.ts'

const STACK = '/api/stacks/organization/shop/prod'

async function ready() {
  const { deps, token } = await createHarness()
  const app = createApp(deps)
  const ask = async (method: string, path: string) =>
    app.fetch(new Request(`http://localhost:8080${path}`, { method, headers: { authorization: `token ${token}` } }))
  return { ask }
}

describe('a known address', () => {
  it.each([
    ['DELETE', '/api/user', 'GET, HEAD'],
    ['PUT', STACK, 'DELETE, GET, HEAD'],
    ['GET', `${STACK}/encrypt`, 'POST'],
    ['POST', `${STACK}/tags/team`, 'DELETE, PATCH'],
    ['POST', `${STACK}/update/some-id/journalentries`, 'PATCH'],
    ['OPTIONS', '/api/capabilities', 'GET, HEAD'],
    ['PROPFIND', STACK, 'DELETE, GET, HEAD'],
  ])('of the CLI’s API answers %s %s with 405, and lists the allowed methods', async (method, path, allow) => {
    const { ask } = await ready()
    const response = await ask(method, path)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toEqual({ code: 405, message: `Method Not Allowed: this address takes ${allow}.` })
  })

  it.each([
    ['PATCH', '/api/ui/stacks/organization/shop/prod', 'GET, HEAD'],
    ['GET', '/api/ui/stacks/organization/shop/prod/lock', 'DELETE, POST'],
    ['DELETE', '/api/ui/live', 'GET, HEAD'],
    ['PROPFIND', '/api/ui/session', 'DELETE, GET, HEAD, POST'],
    ['PUT', '/api/ui/session', 'DELETE, GET, HEAD, POST'],
  ])('of the console answers %s %s with 405, and lists the allowed methods', async (method, path, allow) => {
    const { ask } = await ready()
    const response = await ask(method, path)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', detail: `This address takes ${allow}.` })
  })

  it('answers HEAD without a body', async () => {
    const { ask } = await ready()
    const response = await ask('HEAD', `${STACK}/encrypt`)
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'POST', ''])
  })
})

it.each(['GET', 'POST', 'DELETE'])('an unknown address is 404 with the method %s', async (method) => {
  const { ask } = await ready()
  for (const path of ['/api/nothing', `${STACK}/nothing`, `${STACK}/upgrade/some-id`, '/api/ui/nothing', '/api/ui']) {
    const response = await ask(method, path)
    expect([path, response.status, response.headers.get('allow')]).toEqual([path, 404, null])
  }
})

it('an existing stack and a missing one get the same refusal for callers without access', async () => {
  const { deps, cli } = await createHarness()
  await cli.createStack('organization/shop/prod')
  const app = createApp(deps)
  const { value } = await deps.store.write(async (writer) => {
    const admin = await writer.userByLogin('admin')
    return createToken(deps, writer, { userId: admin?.id ?? '', name: 'm', scope: 'metrics', source: 'terminal' })
  })
  const refusal = async (path: string) => {
    const headers = { authorization: `token ${value}` }
    const response = await app.fetch(new Request(`http://localhost:8080${path}`, { headers }))
    const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
    return { status: response.status, body }
  }
  for (const api of ['/api/stacks', '/api/ui/stacks']) {
    const there = await refusal(`${api}/organization/shop/prod`)
    expect(there.status).toBe(403)
    expect(await refusal(`${api}/organization/shop/none`)).toEqual(there)
    expect(await refusal(`${api}/nowhere/shop/none`)).toEqual(there)
  }
})
