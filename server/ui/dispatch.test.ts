import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { ProblemDetails } from '#contract/problem.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'

const refusal = async (response: Response) => {
  const problem = ProblemDetails.parse(await response.json())
  expect(problem.status).toBe(response.status)
  expect(problem.requestId).toBe(response.headers.get('X-Pulumi-Request-ID'))
  return problem
}

describe('every answer', () => {
  it.each(['/session', '/nowhere', '/stacks/a/b/c', '/openapi.json'])(
    'of %s has an ID and is not cached',
    async (path) => {
      const { call } = await createHarness()
      const { headers } = await call('GET', path)
      expect(headers.get('X-Pulumi-Request-ID')).toMatch(/\S/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )
})

describe('a caller who is not signed in', () => {
  const closed = Object.entries(api).filter(([, endpoint]) => endpoint.access !== 'public')
  it.each(closed)('is refused %s', async (_, { method, path }) => {
    const { ui } = await createHarness()
    const headers = { 'content-type': 'application/json' }
    const response = await ui.request(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
    expect(await refusal(response)).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  it('is refused the event stream', async () => {
    const { ui } = await createHarness()
    expect((await refusal(await ui.request('/api/ui/live'))).code).toBe('not_signed_in')
  })
})

it('a refusal names the missing role', async () => {
  const harness = await createHarness()
  await harness.cli.createStack('organization/shop/prod')
  const headers = { authorization: `token ${await harness.addUser('rita', 'reader')}` }
  const path = '/stacks/organization/shop/prod/recoveries'
  const body = releaseRequest({ basis: null, updateId: 'x' }, { reason: 'because', confirm: 'organization/shop/prod' })
  const problem = await refusal(await harness.call('POST', path, { headers, body }))
  expect(problem).toMatchObject({ status: 403, code: 'forbidden', params: { needs: 'operator', has: 'reader' } })
  expect((await harness.call('GET', '/stacks/organization/shop/prod', { headers })).status).toBe(200)
})

describe('a bad request', () => {
  it.each([
    ['an unknown route', 'GET', '/nowhere', undefined, 404, 'not_found'],
    ['an unknown method', 'DELETE', '/stacks', undefined, 405, 'method_not_allowed'],
    ['an unknown stack', 'GET', '/stacks/a/b/c', undefined, 404, 'not_found'],
    ['a name of dots', 'GET', '/stacks/a/b/%2e%2e%2fc', undefined, 404, 'not_found'],
    ['an invalid query', 'GET', '/stacks?page=0', undefined, 400, 'bad_request'],
    ['a body that is not JSON', 'POST', '/tokens', '{"name":', 400, 'bad_request'],
    ['a body that does not fit the schema', 'POST', '/tokens', '{"name":"  "}', 400, 'bad_request'],
    ['a body beyond 1 MB', 'POST', '/tokens', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 413, 'too_large'],
  ] as const)('is refused in the console’s format: %s', async (_, method, path, body, status, code) => {
    const { call } = await createHarness()
    expect(await refusal(await call(method, path, body === undefined ? {} : { body }))).toMatchObject({ status, code })
  })

  it('is refused when it lacks the JSON content type', async () => {
    const { ui, token } = await createHarness()
    const headers = { authorization: `token ${token}` }
    const response = await ui.request('/api/ui/tokens', { method: 'POST', headers, body: '{"name":"x"}' })
    expect((await refusal(response)).code).toBe('bad_request')
  })

  it('is refused with the name of the field, not its value', async () => {
    const { call } = await createHarness()
    const response = await call('POST', '/session', { body: { token: 12345 } })
    const { detail } = await refusal(response)
    expect(detail).not.toContain('12345')
  })
})

describe('an internal error', () => {
  it('is logged and not sent to the client', async () => {
    const { deps, call, logged } = await createHarness()
    deps.store.now = () => Promise.reject(new Error('the index is corrupt'))
    const response = await call('GET', '/session')
    expect(await refusal(response)).toMatchObject({
      status: 500,
      code: 'internal',
      detail: expect.stringContaining('request ID'),
    })
    const log = logged.join()
    expect(log).toContain('the index is corrupt')
    expect(log).toContain(response.headers.get('X-Pulumi-Request-ID'))
  })

  it('is logged without quoting stored text', async () => {
    const { deps, call, logged } = await createHarness()
    deps.store.now = async () => JSON.parse('hunter2') as number
    expect((await call('GET', '/session')).status).toBe(500)
    expect(logged.join()).toContain('SyntaxError')
    expect(logged.join()).not.toContain('hunter2')
  })
})

it('an unavailable database is reported as such', async () => {
  const { deps, call } = await createHarness()
  await deps.store.close()
  const response = await call('GET', '/session')
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await refusal(response)).toMatchObject({ status: 503, code: 'unavailable' })
})

it('every endpoint is described in one document', async () => {
  const { ui } = await createHarness()
  const document = (await (await ui.request('/api/ui/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(described.map((operation) => operation.operationId).toSorted()).toEqual(Object.keys(api).toSorted())
  expect(document.paths['/api/ui/tokens/{id}']?.['delete']).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
  })
})
