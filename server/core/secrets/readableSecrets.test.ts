import { describe, expect, it } from 'vitest'
import { SECRET_SIGNATURE, SIGNATURE } from '#domain/state/secrets.ts'
import { createApp } from '../../app.ts'
import { createToken } from '../access/credentials.ts'
import type { TokenScope } from '../../store/port/access.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const AT = '/api/stacks/organization/shop/prod'
const FILE = '/api/ui/stacks/organization/shop/prod/state.json?version=1'
const secret = (held: object) => ({ [SIGNATURE]: SECRET_SIGNATURE, ...held })
const PLAIN = secret({ plaintext: '"hunter2"' })
const entry = (more: object) => ({
  urn: 'urn:pulumi:prod::shop::a:b:C::one',
  type: 'a:b:C',
  custom: true,
  id: 'one',
  ...more,
})
const stateOf = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } })

/** A stack and its callers: an administrator, a reader, and tokens of the administrator by scope. */
async function world() {
  const { deps, token, cli, addUser } = await createHarness()
  await cli.createStack('organization/shop/prod')
  const app = createApp(deps)
  const reader = await addUser('rita', 'reader')
  const send = async (path: string, value: string, init: RequestInit = {}) => {
    const headers = { authorization: `token ${value}`, 'content-type': 'application/json' }
    const response = await app.fetch(new Request(`http://localhost:8080${path}`, { headers, ...init }))
    return { status: response.status, text: await response.text() }
  }
  const scoped = async (scope: TokenScope) =>
    deps.store.write(async (writer) => {
      const userId = (await writer.userByLogin('admin'))?.id ?? ''
      return (await createToken(deps, writer, { userId, name: scope, scope, source: 'terminal' })).value
    })
  const put = async (body: string) =>
    expect(await send(`${AT}/import`, token, { method: 'POST', body })).toMatchObject({ status: 200 })
  return { deps, cli, token, reader, send, scoped, put }
}

const SENTENCE = 'Forbidden: this state has secrets in plain text: exporting it needs the right to decrypt. '

describe('a state with plain-text secrets', () => {
  const text = stateOf(entry({ outputs: { password: PLAIN } }))

  it('is exported byte for byte to callers who may decrypt', async () => {
    const { put, send, scoped, token } = await world()
    await put(text)
    for (const caller of [token, await scoped('preview')]) {
      for (const path of [`${AT}/export`, `${AT}/export/1`, FILE]) {
        expect(await send(path, caller)).toEqual({ status: 200, text })
      }
    }
  })

  it('is refused to others, with the right they need', async () => {
    const { put, send, scoped, reader } = await world()
    await put(text)
    const callers = [
      [reader, 'This needs the role operator, for the scope preview; rita has the role reader.'],
      [await scoped('read'), 'This needs the scope preview; the access token “read” has the scope read.'],
    ] as const
    for (const [caller, why] of callers) {
      for (const path of [`${AT}/export`, `${AT}/export/1`]) {
        const { status, text: body } = await send(path, caller)
        expect([status, JSON.parse(body)]).toEqual([403, { code: 403, message: SENTENCE + why }])
      }
      const file = await send(FILE, caller)
      expect(JSON.parse(file.text)).toMatchObject({ status: 403, code: 'forbidden' })
      expect(file.text).not.toContain('hunter2')
    }
  })

  it('depends on the role in its organization', async () => {
    const { deps, put, send, reader } = await world()
    await put(text)
    const roles = { organization: 'operator' } as const
    await deps.store.write(async (writer) => {
      const rita = await writer.userByLogin('rita')
      await writer.patchUser(rita?.id ?? '', { roles })
    })
    expect(await send(`${AT}/export`, reader)).toEqual({ status: 200, text })
  })

  it('is refused while an update that reported them runs', async () => {
    const { cli, send, reader, token } = await world()
    const run = await cli.start('organization/shop/prod')
    expect((await send(`${AT}/export`, reader)).status).toBe(200)
    await run.journal({ kind: 1, sequenceID: 1, operationID: 1, state: entry({ outputs: { password: PLAIN } }) })
    expect((await send(`${AT}/export`, reader)).status).toBe(403)
    expect((await send(`${AT}/export`, token)).text).toContain('hunter2')
  })
})

describe('the search for plain-text secrets', () => {
  const escaped = stateOf(entry({ inputs: { a: [PLAIN] } })).replace('"plaintext"', '"plainte\\u0078t"')
  it.each([
    ['a nested secret', stateOf(entry({ inputs: { a: [{ b: PLAIN }] } }))],
    [
      'an output whose name is listed as secret',
      stateOf(entry({ outputs: { password: 'hunter2' }, additionalSecretOutputs: ['password'] })),
    ],
    ['a secret whose key has an escape', escaped],
    [
      'a secret of a pending operation',
      JSON.stringify({
        version: 3,
        deployment: { pending_operations: [{ type: 'creating', resource: entry({ inputs: { a: PLAIN } }) }] },
      }),
    ],
  ])('finds %s', async (_, text) => {
    const { put, send, reader } = await world()
    await put(text)
    expect((await send(`${AT}/export`, reader)).status).toBe(403)
  })

  it.each([
    [
      'a ciphertext',
      stateOf(
        entry({ outputs: { password: secret({ ciphertext: 'v1:abc' }) }, additionalSecretOutputs: ['password'] }),
      ),
    ],
    [
      'a property that is called plaintext',
      stateOf(entry({ inputs: { plaintext: 'public', more: { plaintext: secret({ ciphertext: 'v1:abc' }) } } })),
    ],
    ['a string that quotes a secret', stateOf(entry({ inputs: { note: JSON.stringify(PLAIN) } }))],
  ])('does not report %s', async (_, text) => {
    const { put, send, reader } = await world()
    await put(text)
    expect(await send(`${AT}/export`, reader)).toEqual({ status: 200, text })
  })

  // Larger than one slice of the scan, so that the secret's key crosses each border once.
  it.each([1, 6, 10])('finds a secret at byte %i of a chunk boundary', async (before) => {
    const { put, send, reader, token } = await world()
    const rest = entry({ inputs: { password: PLAIN } })
    const short = stateOf(entry({ inputs: { pad: '' } }), rest)
    const pad = 'x'.repeat(2 * 1024 * 1024 - before - short.indexOf('"plaintext"'))
    await put(stateOf(entry({ inputs: { pad } }), rest))
    expect((await send(`${AT}/export`, reader)).status).toBe(403)
    expect((await send(`${AT}/export`, token)).status).toBe(200)
  })
})

it('engine events are returned unchanged to callers who may decrypt, and masked to others', async () => {
  const { cli, send, scoped, token, reader } = await world()
  const run = await cli.start('organization/shop/prod')
  const inputs = { password: PLAIN, name: 'one', key: secret({ ciphertext: 'v1:abc' }) }
  const event = { sequence: 1, timestamp: 1, resourcePreEvent: { metadata: { op: 'create', new: { inputs } } } }
  await run.events(event)
  const seen = async (caller: string) => {
    const { text } = await send(`${AT}/update/${run.id}/events`, caller)
    return (JSON.parse(text) as { events: unknown[] }).events
  }
  for (const caller of [token, await scoped('preview')]) {
    expect(await seen(caller)).toEqual([{ ...event, type: 'resourcePreEvent' }])
  }
  const masked = { password: secret({}), name: 'one', key: secret({}) }
  for (const caller of [reader, await scoped('read')]) {
    expect(await seen(caller)).toMatchObject([{ resourcePreEvent: { metadata: { new: { inputs: masked } } } }])
    expect(JSON.stringify(await seen(caller))).not.toContain('hunter2')
  }
})
