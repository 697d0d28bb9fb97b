import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'

const path = '/api/stacks/organization/shop/prod'

async function world() {
  const service = await testService()
  await service.cli().initStack(STACK)
  const send = async (
    method: string,
    at: string,
    init: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ) => {
    const response = await service.fetch(
      new Request(`http://test${at}`, {
        method,
        ...(init.body === undefined ? {} : { body: init.body }),
        headers: { authorization: `token ${service.token}`, 'content-type': 'application/json', ...init.headers },
      }),
    )
    const text = await response.text()
    return { status: response.status, text, body: safe(text) }
  }
  return { ...service, send }
}
const safe = (text: string) => {
  try {
    return JSON.parse(text) as { code?: number; message?: string }
  } catch {
    return {}
  }
}

it('an internal error is answered without details, and the log quotes no stored text', async () => {
  const { deps, lines, send } = await world()
  deps.store.now = async () => JSON.parse('hunter2') as number
  const { status, text } = await send('GET', '/api/user')
  expect(status).toBe(500)
  expect(lines.join()).toContain('SyntaxError')
  expect(lines.join() + text).not.toContain('hunter2')
})

describe('invalid input to the CLI’s API', () => {
  it.each([
    ['a body that is not JSON', 'POST', `${path}/update`, '{"name":', 400],
    ['a body that is not an object', 'POST', `${path}/update`, '[1]', 400],
    ['a state of version 99', 'POST', `${path}/import`, '{"version":99,"deployment":{}}', 400],
    ['a state without version', 'POST', `${path}/import`, '{"deployment":{}}', 400],
    ['invalid UTF-8', 'POST', `${path}/import`, new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['an unknown route', 'GET', `${path}/nonsense/here`, undefined, 404],
    ['an unknown route outside both APIs', 'POST', '/api/what/ever', '{}', 404],
    ['a stack name with dots only', 'POST', '/api/stacks/organization/shop', '{"stackName":".."}', 400],
    ['a stack name with a slash', 'POST', '/api/stacks/organization/shop', '{"stackName":"a/b"}', 400],
    ['an encoded path traversal', 'GET', '/api/stacks/organization/shop/%2e%2e%2f%2e%2e', undefined, 404],
    ['a project name with a space', 'POST', '/api/stacks/organization/my%20shop', '{"stackName":"prod"}', 400],
    ['a tag value of 300 bytes', 'PATCH', `${path}/tags`, JSON.stringify({ a: 'x'.repeat(300) }), 400],
    ['a negative page', 'GET', `${path}/updates?page=-1`, undefined, 400],
    ['an unknown update', 'POST', `${path}/update/no-such-update`, '{}', 404],
    ['invalid base64', 'POST', `${path}/encrypt`, '{"plaintext":"***"}', 400],
    ['an invalid ciphertext', 'POST', `${path}/decrypt`, '{"ciphertext":"AAAA"}', 400],
  ])(
    'is refused in the CLI’s format, stores nothing, and does not stop the server: %s',
    async (_name, method, at, body, status) => {
      const { send, lines } = await world()
      const answer = await send(method, at, body === undefined ? {} : { body })
      expect(answer.status).toBe(status)
      expect(answer.body.code).toBe(status)
      expect(answer.body.message).toMatch(/\w+/)
      expect(lines.filter((line) => line.startsWith('error'))).toEqual([])
      expect(await send('GET', `${path}/updates`)).toMatchObject({ status: 200, body: { updates: [] } })
    },
  )

  it('costs no more memory than the limit when it is a gzip bomb', async () => {
    const { send, deps } = await world()
    deps.settings.maxBodyBytes = 1_000_000
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000)))
    const before = process.memoryUsage().arrayBuffers
    const answer = await send('POST', `${path}/import`, { body: bomb, headers: { 'content-encoding': 'gzip' } })
    expect(answer).toMatchObject({ status: 413, body: { code: 413 } })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000)
  })

  it('is refused when it is invalid gzip or has another encoding', async () => {
    const { send } = await world()
    expect(
      await send('POST', `${path}/import`, { body: 'not gzip', headers: { 'content-encoding': 'gzip' } }),
    ).toMatchObject({ status: 400 })
    expect(await send('POST', `${path}/import`, { body: '{}', headers: { 'content-encoding': 'br' } })).toMatchObject({
      status: 415,
      body: { code: 415 },
    })
  })

  it('is unauthorized with missing or wrong credentials, and with a browser’s cookie', async () => {
    const { fetch } = await world()
    for (const headers of [
      {},
      { authorization: 'token wrong' },
      { authorization: 'Bearer x' },
      { cookie: 'holdfast_session=x' },
    ]) {
      const response = await fetch(new Request(`http://test${path}`, { headers: headers as Record<string, string> }))
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        code: 401,
        message: 'Unauthorized: No credentials provided or are invalid.',
      })
    }
  })

  it('is refused when it is a ciphertext of another stack', async () => {
    const service = await testService()
    const cli = service.cli()
    await cli.initStack(STACK)
    await cli.initStack({ ...STACK, stack: 'other' })
    const cipher = await cli.encrypt(STACK, 'hunter2')
    const other = cli.path({ ...STACK, stack: 'other' })
    await expect(cli.call('POST', `${other}/decrypt`, { body: { ciphertext: cipher } })).rejects.toThrow('[400]')
    await expect(cli.call('POST', `${cli.path(STACK)}/decrypt`, { body: { ciphertext: cipher } })).resolves.toEqual({
      plaintext: btoa('"hunter2"'),
    })
    expect(JSON.stringify(service.lines)).not.toContain('hunter2')
  })

  it('does not include the name of a deleted stack, which can be used again and starts empty', async () => {
    const cli = (await testService()).cli()
    await cli.initStack(STACK)
    const run = await cli.start(STACK)
    await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'b' })
    await run.complete()
    await expect(cli.call('DELETE', `${path}?force=false`)).rejects.toThrow(
      '[400] Bad Request: Stack still contains resources.',
    )
    await cli.call('DELETE', `${path}?force=true`)
    await expect(cli.getStack(STACK)).rejects.toThrow('[404]')
    await cli.initStack(STACK)
    await expect(cli.initStack(STACK)).rejects.toThrow('already exists')
    expect(await cli.getStack(STACK)).toMatchObject({ version: 0, activeUpdate: '' })
    expect(await cli.call('GET', `${path}/updates`)).toEqual({ updates: [] })
  })
})
