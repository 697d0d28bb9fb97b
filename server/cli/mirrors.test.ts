import { describe, expect, it } from 'vitest'
import { createHarness } from '#testing/consoleHarness.ts'
import { aBackend } from '#testing/store/rows.ts'
import { createServiceApp } from './routes.ts'
import { ROUTES } from './api/table.ts'

const STACK = '/api/stacks/:org/:project/:stack'
const ABOUT_A_STACK = Object.keys(ROUTES).filter((route) => route.includes(STACK))

/** A server with a mirrored stack, as its mirror wrote it. */
async function world() {
  const harness = await createHarness()
  const { deps, cli } = harness
  await cli.createStack('acme-s3/shop/prod')
  await deps.store.write(async (writer) => {
    const stack = await writer.stack({ org: 'acme-s3', project: 'shop', name: 'prod' })
    if (!stack) throw new Error('the stack is missing')
    await writer.patchStack(stack.id, { backendId: 'backend-1', wrappedKey: '' })
    await writer.insertBackend(aBackend({ seenAt: 1, layout: 'project', meta: 'fine' }))
  })
  return { ...harness, service: createServiceApp(deps) }
}

describe('a mirrored stack, for the CLI', () => {
  it.each(ABOUT_A_STACK)('is the same as one that does not exist: %s', async (route) => {
    const { service, token, deps } = await world()
    const [method = '', pattern = ''] = route.split(' ')
    const answerFor = async (name: string) => {
      const path = pattern
        .replace(':org/:project/:stack', `acme-s3/shop/${name}`)
        .replace(/:kind\{.*?\}/, 'update')
        .replace(/:\w+/g, 'x')
      const answer = await service.request(path, {
        method,
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      return { status: answer.status, text: (await answer.text()).replaceAll(name, 'NAME') }
    }
    const rows = () => deps.store.read((reader) => reader.stacks({ includeDeleted: true }))
    const before = await rows()
    expect(await answerFor('prod')).toEqual(await answerFor('nothing'))
    expect(await rows()).toEqual(before)
  })

  it('is not listed, nor is its project, and nothing is created beside it', async () => {
    const { service, token, cli } = await world()
    await cli.createStack('acme/shop/dev')
    const headers = { authorization: `token ${token}` }
    const list = await (await service.request('/api/user/stacks', { headers })).text()
    expect([list.includes('acme-s3'), list.includes('"acme"')]).toEqual([false, true])
    expect((await service.request('/api/stacks/acme-s3/shop', { headers, method: 'HEAD' })).status).toBe(404)
    await expect(cli.send('acme-s3/shop', { stackName: 'dev' })).rejects.toThrow(/^404 /)
    await expect(cli.send('acme/shop/dev/transfer', { toOrg: 'acme-s3' })).rejects.toThrow(/^4/)
  })
})
