import { describe, expect, it } from 'vitest'
import { testDeps, testToken } from '#testing/deps.ts'
import { STACK, testService } from '#testing/service.ts'
import { createToken } from '../core/access/credentials.ts'
import { createUiApp } from '../ui/app.ts'
import { createServiceApp } from './routes.ts'

type Route = { method: string; path: string }
const isPublic = ({ path }: Route) => path === '/api/ui/session'

function routes(): Route[] {
  const { deps } = testDeps()
  const all = [...createServiceApp(deps).routes, ...createUiApp(deps).routes]
  const withBody = all.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  return withBody.map(({ method, path }) => ({ method, path })).filter((route) => !isPublic(route))
}

/** A body that records whether it was read. */
function watchedBody() {
  let isRead = false
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true
        controller.enqueue(new TextEncoder().encode('{"no":"json'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, isRead: () => isRead }
}

describe('the caller is identified before a byte of the body is read', () => {
  it.each(routes().map((route) => [`${route.method} ${route.path}`, route] as const))('in %s', async (_, route) => {
    const { deps } = testDeps()
    await testToken(deps)
    const without = await deps.store.write(async (writer) => {
      const user = await writer.userByLogin('admin')
      return createToken(deps, writer, { userId: user?.id ?? '', name: 'm', scope: 'metrics', source: 'console' })
    })
    const apps = [createUiApp(deps), createServiceApp(deps)]
    const app = route.path.startsWith('/api/ui/') ? apps[0] : apps[1]
    const withoutRight = `token ${without.value}`
    for (const authorization of [undefined, 'token wrong', 'update-token wrong', 'Basic eDp5', withoutRight]) {
      const body = watchedBody()
      const response = await app?.fetch(
        new Request(`http://localhost:8080${route.path.replaceAll(/:(\w+)(\{[^}]*\})?/g, 'update')}`, {
          method: route.method,
          body: body.stream,
          headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
          duplex: 'half',
        } as RequestInit),
      )
      expect(authorization === withoutRight ? [403] : [401, 403]).toContain(response?.status)
      expect(body.isRead()).toBe(false)
    }
  })
})

describe('a lease token of another update', () => {
  it('gets the same answer for stacks and updates that exist as for those that do not', async () => {
    const service = await testService()
    const cli = service.cli()
    const other = { ...STACK, stack: 'other' }
    for (const ref of [STACK, other]) await cli.initStack(ref)
    const mine = await cli.start(STACK)
    const theirs = await cli.start(other)
    const created = await cli.call<{ updateID: string }>('POST', `${cli.path(other)}/preview`, { body: {} })
    const addresses = [
      `${cli.path(other)}/update/${theirs.id}`,
      `${cli.path(other)}/update/${mine.id}`,
      `${cli.path(other)}/update/${created.updateID}`,
      `${cli.path(other)}/update/none`,
      `${cli.path({ ...STACK, stack: 'none' })}/update/${mine.id}`,
      `${cli.path({ ...STACK, stack: 'none' })}/update/none`,
    ]
    for (const token of [mine.lease, 'made up']) {
      const answers = addresses.flatMap((address) =>
        [
          ['POST', 'renew_lease'],
          ['PATCH', 'journalentries'],
          ['PATCH', 'checkpointverbatim'],
          ['POST', 'complete'],
        ].map(async ([method, call]) => {
          const headers = { authorization: `update-token ${token}`, 'content-type': 'application/json' }
          const request = new Request(`http://test${address}/${call}`, { method: method ?? '', body: '{', headers })
          const response = await service.fetch(request)
          return [response.status, await response.json()]
        }),
      )
      const replies = new Set((await Promise.all(answers)).map((answer) => JSON.stringify(answer)))
      expect([...replies]).toEqual(['[403,{"code":403,"message":"The provided update token has expired."}]'])
    }
  })

  it('is refused at the address of its own update after another one was used there', async () => {
    const cli = (await testService()).cli()
    await cli.initStack(STACK)
    const run = await cli.start(STACK)
    await run.renew()
    const refused = cli.call('POST', `${cli.path(STACK)}/update/${run.id}/renew_lease`, { body: {}, lease: 'another' })
    await expect(refused).rejects.toThrow('[403]')
  })
})
