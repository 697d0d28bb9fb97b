import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceEndpoints } from '#contract/endpoints/resources.ts'
import { sessionEndpoints } from '#contract/endpoints/session.ts'
import { stackEndpoints } from '#contract/endpoints/stacks.ts'
import { versionEndpoints } from '#contract/endpoints/versions.ts'
import { serverNow, useServerClock } from '#src/lib/serverClock.ts'
import { call, textOfFile } from './client.ts'
import { ApiProblem, isTransient, troubleOf } from './problem.ts'
import { onSignedOut } from './signedOut.ts'

const ref = { org: 'acme', project: 'pay ments', stack: 'prod' }
const session = {
  login: 'admin',
  name: 'Admin',
  role: 'admin',
  organizations: ['organization'],
  via: 'cookie',
  now: Date.now(),
  scope: 'admin',
  serverVersion: '0.1.0',
}

let asked: { url: string; init: RequestInit | undefined }[]
const answer = (response: () => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push({ url, init })
    return Promise.resolve().then(response)
  })

beforeEach(() => (asked = []))
afterEach(() => {
  vi.unstubAllGlobals()
  useServerClock.setState({ offsetMs: 0 })
})

const problem = (code: string, status: number) =>
  Response.json({ status, code, detail: 'Because.', requestId: 'req-1' }, { status })

describe('a request', () => {
  it('escapes parameters in the path and omits absent query values', async () => {
    answer(() => Response.json({ versions: [], total: 0, page: 2, pageSize: 50 }))
    await call(versionEndpoints.versionList, { params: ref, query: { page: 2 } })
    await call(resourceEndpoints.resourceList, { params: ref, query: { version: undefined } }).catch(() => undefined)
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/ui/stacks/acme/pay%20ments/prod/versions?page=2',
      '/api/ui/stacks/acme/pay%20ments/prod/resources',
    ])
  })

  it('sends its body as JSON', async () => {
    answer(() => Response.json(session))
    await call(sessionEndpoints.signIn, { body: { code: 'once' } })
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"code":"once"}',
      headers: { 'Content-Type': 'application/json' },
    })
  })

  it.each(['..', '.', ''])('is never sent for a stack named %j: the address would be another', async (stack) => {
    answer(() => Response.json({}))
    await expect(call(stackEndpoints.stackView, { params: { ...ref, stack } })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(asked).toEqual([])
  })
})

describe('a response', () => {
  it('is the parsed body', async () => {
    answer(() => Response.json({ ...session, unknownToThisPage: 1 }))
    expect(await call(sessionEndpoints.session, {})).toEqual(session)
  })

  it('sets the server’s clock', async () => {
    answer(() => Response.json({ ...session, now: Date.now() - 3_600_000 }))
    await call(sessionEndpoints.session, {})
    expect(Date.now() - serverNow()).toBeGreaterThan(3_590_000)
  })

  it('is a problem with its request ID when the server refuses', async () => {
    answer(() => problem('lease_held', 409))
    const error = await call(sessionEndpoints.session, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiProblem)
    expect(troubleOf(error)).toEqual({ code: 'lease_held', detail: 'Because.', status: 409, requestId: 'req-1' })
    expect(isTransient(error)).toBe(false)
  })

  it('is "unavailable", which may pass, when there is no answer', async () => {
    answer(() => Promise.reject(new TypeError('fetch failed')))
    const error = await call(sessionEndpoints.session, {}).catch((thrown: unknown) => thrown)
    expect(troubleOf(error)).toEqual({ code: 'unavailable', detail: expect.stringContaining('cannot be reached') })
    expect(isTransient(error)).toBe(true)
  })

  it('is "unavailable" when a proxy answers with a page of its own', async () => {
    const headers = { 'X-Pulumi-Request-ID': 'edge-9' } // the one name that the server gives it
    answer(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers }))
    const error = await call(sessionEndpoints.session, {}).catch((thrown: unknown) => thrown)
    expect(troubleOf(error)).toMatchObject({ code: 'unavailable', status: 502, requestId: 'edge-9' })
  })

  it('is a problem, not a broken page, when it has an unexpected format', async () => {
    answer(() => Response.json({ login: 'admin' }))
    await expect(call(sessionEndpoints.session, {})).rejects.toMatchObject({ code: 'internal' })
  })

  it('is an abort when it was aborted', async () => {
    const stop = new AbortController()
    answer(() => {
      stop.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(call(sessionEndpoints.session, {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the text of a file', () => {
  it('is that of the answer, or a problem with its sentence', async () => {
    answer(() => new Response('{"version":3}'))
    expect(await textOfFile('/state.json')).toBe('{"version":3}')
    answer(() => problem('forbidden', 403))
    await expect(textOfFile('/state.json')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is "unavailable" when there is no answer, or it breaks off', async () => {
    answer(() => Promise.reject(new TypeError('fetch failed')))
    await expect(textOfFile('/state.json')).rejects.toMatchObject({ code: 'unavailable' })
    answer(() => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })))
    await expect(textOfFile('/state.json')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('stays an abort when it was aborted', async () => {
    const stop = new AbortController()
    answer(() => {
      stop.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(textOfFile('/state.json', stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('signed out', () => {
  it('is reported when the session ended, not when a sign-in was refused', async () => {
    const listener = vi.fn()
    const stop = onSignedOut(listener)
    answer(() => problem('sign_in_failed', 401))
    await call(sessionEndpoints.signIn, { body: { code: 'used' } }).catch(() => undefined)
    expect(listener).not.toHaveBeenCalled()
    answer(() => problem('not_signed_in', 401))
    await call(sessionEndpoints.session, {}).catch(() => undefined)
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })
})
