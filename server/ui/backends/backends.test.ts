import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Backends, BackendSize, type StateCopies } from '#contract/backends.ts'
import type { StackDetail, StackPage } from '#contract/stacks.ts'
import type { Leases } from '#contract/leases.ts'
import { createCaches } from '#server/caches.ts'
import { followBackends, lookNow } from '#server/core/backends/follow.ts'
import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { BackendError } from '#server/blobs/port.ts'
import { readAddress } from '#domain/backends/address.ts'
import { checkpoint, stateKey } from '#testing/backends/mirrorWorld.ts'
import { puppetInit, puppetRun } from '#testing/backends/puppetCli.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const NEW = { name: 'acme-s3', address: 's3://acme-state', seenBy: 'everyone' }

async function world() {
  const harness = await createHarness()
  const blobs = createMemoryBlobs(harness.now)
  Object.assign(harness.deps, {
    openBackend: async () => blobs,
    readBackendAddress: (text: string) =>
      readAddress(text, { home: '/home/ada', absolute: (path) => path, refusesPassword: true }),
  })
  const answer = async (method: string, path: string, body?: unknown) => {
    const response = await harness.call(method, path, body === undefined ? {} : { body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { ...harness, blobs, answer, look: (body = {}) => answer('POST', '/backends/acme-s3/look', body) }
}

const list = async ({ get }: Awaited<ReturnType<typeof world>>) => (await get('/backends')) as z.infer<typeof Backends>

describe('connecting a backend', () => {
  it('tries it first, and shows its stacks after the first look', async () => {
    const server = await world()
    server.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'b']))
    expect(await server.answer('POST', '/backends/probe', { address: NEW.address })).toMatchObject({
      status: 200,
      body: { mayList: true, mayRead: true, stacks: 1, layout: 'project', clockOffsetMs: 0 },
    })
    expect(await server.answer('POST', '/backends', NEW)).toMatchObject({
      status: 200,
      body: { name: 'acme-s3', kind: 's3' },
    })
    expect(await server.look()).toMatchObject({ status: 200 })
    expect((await list(server)).backends).toMatchObject([
      {
        name: 'acme-s3',
        address: 's3://acme-state',
        stacks: 1,
        layout: 'project',
        problem: null,
        seenAt: server.now(),
      },
    ])
    const stack = (await server.get('/stacks/acme-s3/shop/prod')) as z.infer<typeof StackDetail>
    expect(stack).toMatchObject({
      resourceCount: 2,
      health: 'ok',
      elsewhere: {
        backend: 'acme-s3',
        cliName: 'organization/shop/prod',
        holder: null,
        stateProblem: null,
      },
    })
    const entries = await server.deps.store.read((reader) => reader.audit({ action: 'backend.connect', limit: 9 }))
    expect(entries).toMatchObject([{ login: 'admin', detail: 'acme-s3: s3://acme-state' }])
  })

  it.each([
    ['an address that is none', { ...NEW, address: 'nonsense' }, 400],
    ['a password in the address', { ...NEW, address: 'postgres://ada:secret@db/state' }, 400],
    ['a name that no organization may have', { ...NEW, name: '-' }, 400],
    ['the name of an organization', { ...NEW, name: 'organization' }, 409],
  ])('refuses %s, and writes nothing', async (_, body, status) => {
    const server = await world()
    const refused = await server.answer('POST', '/backends', body)
    expect(refused.status).toBe(status)
    expect(JSON.stringify(refused.body)).not.toContain('secret')
    expect((await list(server)).backends).toEqual([])
  })

  it('refuses one that does not answer as it should, with what to do', async () => {
    const server = await world()
    server.blobs.fail({ kind: 'credentials', problem: 'expired' })
    const refused = await server.answer('POST', '/backends', NEW)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('have expired')
    expect((await list(server)).backends).toEqual([])
  })

  it('looks at this one only, and outlives what goes wrong in that look', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    await server.look()
    await server.wait(3600)
    const requests = async () => (await list(server)).backends.find(({ name }) => name === 'acme-s3')?.requests
    const before = await requests()
    let opened = 0
    server.deps.openBackend = async () => {
      if (++opened > 1) throw new Error('out of files')
      return server.blobs
    }
    await server.answer('POST', '/backends', { ...NEW, name: 'other', address: 's3://other' })
    await expect.poll(() => server.logged.join()).toContain('out of files')
    expect(opened).toBe(2)
    expect(await requests()).toEqual(before)
  })

  it('says for how long requests were counted, or that another process counts them', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    const countedForS = async () => (await list(server)).backends[0]?.countedForS
    await server.look()
    expect(await countedForS()).toBeLessThan(60)
    const row = await server.deps.store.read((reader) => reader.backendOf(NEW.name))
    if (row === undefined) throw new Error('it is connected')
    await lookNow({ ...server.deps, caches: createCaches() }, row) // another process on the same database
    await server.wait(130)
    await followBackends(server.deps)
    expect(await countedForS()).toBeNull()
  })

  it('refuses a second one of the same name', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    expect(await server.answer('POST', '/backends', NEW)).toMatchObject({ status: 409 })
  })
})

describe('a connected backend', () => {
  it('shows a lock in lists, on the page of leases and with the stack alike', async () => {
    const server = await world()
    await puppetInit(server.blobs, 'shop/prod')
    await server.answer('POST', '/backends', NEW)
    for (const verb of puppetRun({
      store: server.blobs,
      clock: server.now,
      stack: 'shop/prod',
      has: [],
      creates: ['a'],
      lock: 'lock-1',
    })) {
      await server.wait(1)
      await verb.run()
      if (verb.name === 'write begin a') break
    }
    await server.look()
    const stack = (await server.get('/stacks/acme-s3/shop/prod')) as z.infer<typeof StackDetail>
    const holder = {
      word: 'working',
      inFlight: 1,
      locks: [{ id: 'lock-1', username: 'ada', hostname: 'laptop', pid: 28_144 }],
    }
    expect(stack).toMatchObject({ health: 'running', elsewhere: { holder } })
    expect(stack.healthReason).not.toContain('lease')
    const page = (await server.get('/stacks?health=running')) as z.infer<typeof StackPage>
    expect(page.stacks).toMatchObject([{ health: 'running', elsewhere: { holder } }])
    const leases = (await server.get('/leases')) as z.infer<typeof Leases>
    expect(leases.foreign).toMatchObject([
      { stack: { org: 'acme-s3', project: 'shop', stack: 'prod' }, elsewhere: { holder } },
    ])
    await server.wait(3 * 3600)
    await server.look()
    const later = (await server.get('/stacks?health=notResponding')) as z.infer<typeof StackPage>
    expect(later.stacks).toMatchObject([{ elsewhere: { holder: { word: 'probablyDead' } } }])
  })

  it('tells the history of a stack that is opened', async () => {
    const server = await world()
    await puppetInit(server.blobs, 'shop/prod')
    for (const verb of puppetRun({
      store: server.blobs,
      clock: server.now,
      stack: 'shop/prod',
      has: [],
      creates: ['a'],
      lock: 'lock-1',
    }))
      await verb.run()
    await server.answer('POST', '/backends', NEW)
    await server.look()
    expect(server.blobs.requests.get('history')).toBeUndefined()
    await server.look({ stack: 'shop/prod' })
    expect(await server.get('/stacks/acme-s3/shop/prod/updates')).toMatchObject({
      updates: [
        { version: 1, kind: 'update', status: 'succeeded', message: 'Add pets', resourceChanges: { create: 1 } },
      ],
    })
  })

  it('cannot be written to, but plans', async () => {
    const server = await world()
    server.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a'], ['b']))
    await server.answer('POST', '/backends', NEW)
    await server.look()
    const { basis } = (await server.get('/stacks/acme-s3/shop/prod')) as z.infer<typeof StackDetail>
    const name = 'acme-s3/shop/prod'
    const operation = { do: 'replaceState', text: JSON.stringify({ version: 3, deployment: {} }) }
    const edit = { basis, operation, reason: 'why not', confirm: name, statement: 'I looked.' }
    expect(await server.answer('POST', `/stacks/${name}/edits/plan`, edit)).toMatchObject({ status: 200 })
    const written = await server.answer('POST', `/stacks/${name}/edits`, edit)
    expect(written.status).toBe(409)
    expect(JSON.stringify(written.body)).toContain('writes nothing there')
    expect(await server.answer('POST', `/stacks/${name}/edits/file`, edit)).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining('"deployment"') as string },
    })
    expect(await server.get('/stacks/acme-s3/shop/prod/recover')).toMatchObject({ pending: [{ type: 'creating' }] })
  })

  it('is gone with everything that was mirrored, once it is disconnected, and can be connected again', async () => {
    const server = await world()
    await puppetInit(server.blobs, 'shop/prod')
    for (const verb of puppetRun({
      store: server.blobs,
      clock: server.now,
      stack: 'shop/prod',
      has: [],
      creates: ['a'],
      lock: 'lock-1',
    }))
      await verb.run()
    const keys = server.blobs.keys()
    await server.answer('POST', '/backends', { ...NEW, seenBy: 'administrators' })
    await server.addUser('ben', 'reader')
    await server.look({ stack: 'shop/prod' })
    expect(await server.answer('DELETE', '/backends/acme-s3')).toMatchObject({ status: 200 })
    expect((await list(server)).backends).toEqual([])
    expect((await server.call('GET', '/stacks/acme-s3/shop/prod')).status).toBe(404)
    const left = await server.deps.store.read((reader) => reader.stacks({ org: 'acme-s3', includeDeleted: true }))
    expect(left).toEqual([])
    expect(server.blobs.keys()).toEqual(keys)
    expect(await server.answer('POST', '/backends', NEW)).toMatchObject({ status: 200 })
    await server.look()
    expect((await list(server)).backends).toMatchObject([{ stacks: 1 }])
  })

  it('of the setting is not disconnected here', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    const [{ id } = { id: '' }] = (await list(server)).backends
    await server.deps.store.write((writer) => writer.patchBackend(id, { source: 'setting' }))
    expect(await server.answer('DELETE', '/backends/acme-s3')).toMatchObject({ status: 409 })
  })

  it('does not exist for users who do not see it', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    const token = await server.addUser('ben', 'reader')
    const looked = () =>
      server.call('POST', '/backends/acme-s3/look', { body: {}, headers: { authorization: `token ${token}` } })
    expect((await looked()).status).toBe(200)
    await server.deps.store.write(async (writer) => {
      const ben = (await writer.users()).find(({ login }) => login === 'ben')
      await writer.patchUser(ben?.id ?? '', { roles: { 'acme-s3': 'none' } })
    })
    expect((await looked()).status).toBe(404)
  })

  it('does not exist for an administrator without a role in it', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    const headers = { authorization: `token ${await server.addUser('ada', 'admin')}` }
    const calls = [
      ['GET', '/backends/acme-s3/layout'],
      ['GET', '/backends/acme-s3/size'],
      ['DELETE', '/backends/acme-s3'],
    ] as const
    const answers = () =>
      Promise.all(calls.map(async ([method, path]) => (await server.call(method, path, { headers })).status))
    await server.deps.store.write(async (writer) => {
      const ada = await writer.userByLogin('ada')
      await writer.patchUser(ada?.id ?? '', { roles: { 'acme-s3': 'none' } })
    })
    expect(await answers()).toEqual([404, 404, 404])
    expect((await list(server)).backends).toHaveLength(1)
    expect((await server.call('GET', '/backends/acme-s3/layout')).status).toBe(200)
  })

  it('says what is wrong while it cannot be read', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    await server.look()
    server.blobs.fail({ kind: 'unreachable', host: 's3.example' })
    const looked = await server.look()
    expect(looked.status).toBe(400)
    expect((await list(server)).backends).toMatchObject([{ problem: expect.stringContaining('s3.example') as string }])
  })
})

describe('the size of a backend', () => {
  it('is that of all objects which are there now, by kind, month and stack', async () => {
    const server = await world()
    server.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    await server.answer('POST', '/backends', NEW)
    await server.look()
    const before = BackendSize.parse(await server.get('/backends/acme-s3/size'))
    server.blobs.set('.pulumi/backups/shop/prod/prod.1764150000000000000.json', 'x'.repeat(1000))
    server.blobs.set('.pulumi/backups/shop/gone/gone.1764150000000000000.json', 'x'.repeat(10))
    const size = BackendSize.parse(await server.get('/backends/acme-s3/size'))
    expect(size).toMatchObject({ name: 'acme-s3', isWhole: true, at: server.now() })
    expect(size.total).toEqual({ objects: before.total.objects + 2, bytes: before.total.bytes + 1010 })
    expect(size.kinds).toContainEqual({ kind: 'backups', objects: 2, bytes: 1010 })
    expect(size.stacks.map(({ name, stack }) => [name, stack?.org ?? null])).toEqual(
      expect.arrayContaining([
        ['shop/prod', 'acme-s3'],
        ['shop/gone', null],
      ]),
    )
    expect(size.months).toHaveLength(1)
    expect(size.unfinished).toBeNull()
    const uploads = { count: 2, oldestAt: Date.UTC(2026, 0, 2) }
    server.blobs.unfinishedUploads = async () => uploads
    server.deps.caches.backends.clear()
    expect(await server.get('/backends/acme-s3/size')).toMatchObject({ unfinished: uploads })
  })

  it('is refused with what to do while the backend cannot be read', async () => {
    const server = await world()
    await server.answer('POST', '/backends', NEW)
    await server.look()
    server.blobs.fail({ kind: 'unreachable', host: 's3.example' })
    const refused = await server.answer('GET', '/backends/acme-s3/size')
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('s3.example') as string } })
  })
})

describe('the copies of a state', () => {
  const copiesOf = async (server: Awaited<ReturnType<typeof world>>) =>
    ((await server.get('/stacks/acme-s3/shop/prod/copies')) as z.infer<typeof StateCopies>).copies

  it('are also those that the store and Holdfast kept, which are downloaded', async () => {
    const server = await world()
    const key = stateKey('shop/prod')
    const kept = new Map([['v1', checkpoint('shop/prod', ['a'])]])
    server.blobs.versions = async () => [
      { version: 'v2', at: server.now(), size: 9, isCurrent: true },
      { version: 'v1', at: server.now() - 60_000, size: 9, isCurrent: false },
      { version: 'v0', at: server.now() - 90_000, size: 1e9, isCurrent: false },
    ]
    server.blobs.readVersion = async (_, version) => {
      const bytes = new TextEncoder().encode(kept.get(version))
      return { bytes, mark: version, at: server.now() }
    }
    server.blobs.set(key, checkpoint('shop/prod', ['a', 'b']))
    await server.answer('POST', '/backends', NEW)
    await server.look()
    await server.wait(60)
    server.blobs.set(key, '{"version":3')
    await server.look()
    const copies = await copiesOf(server)
    expect(copies.map(({ place, version, entries, commands }) => [place, version, entries, commands])).toEqual([
      ['checkpoint', null, 0, []],
      ['storeVersion', 'v1', 1, []],
      ['storeVersion', 'v0', 0, []],
      ['seen', '1', 2, []],
    ])
    expect(copies.map(({ problem }) => problem)).toMatchObject([
      expect.stringContaining('Truncated'),
      null,
      expect.stringContaining('download it'),
      null,
    ])
    expect((await server.call('GET', '/stacks/acme-s3/shop/prod/state.json?version=1')).status).toBe(200)
  })

  it('are listed, though one of them cannot be read', async () => {
    const server = await world()
    server.blobs.versions = async () => [{ version: 'v1', at: server.now(), size: 9, isCurrent: false }]
    server.blobs.readVersion = async () => {
      throw new BackendError({ kind: 'forbidden', what: 'read' })
    }
    server.blobs.set(stateKey('shop/prod'), '{"version":3')
    server.blobs.set(`${stateKey('shop/prod')}.bak`, checkpoint('shop/prod', ['a']))
    await server.answer('POST', '/backends', NEW)
    await server.look()
    const copies = await copiesOf(server)
    expect(copies.map(({ place, problem }) => [place, problem === null])).toEqual([
      ['checkpoint', false],
      ['bak', true],
      ['storeVersion', false],
    ])
  })

  it('are no more than a limit together, the ones to trust first', async () => {
    const server = await world()
    const filler = checkpoint('shop/prod', ['a']).padEnd(15 * 1024 * 1024)
    server.blobs.set(stateKey('shop/prod'), '')
    server.blobs.set(`${stateKey('shop/prod')}.bak`, filler)
    for (let n = 1; n <= 3; n++) {
      server.blobs.set(`.pulumi/backups/shop/prod/prod.${n}795259414945274519.json`, filler)
      server.blobs.set(`.pulumi/history/shop/prod/prod-${n}795259414945274519.history.json`, '{}')
      server.blobs.set(`.pulumi/history/shop/prod/prod-${n}795259414945274519.checkpoint.json`, filler)
    }
    await server.answer('POST', '/backends', NEW)
    await server.look()
    const copies = await copiesOf(server)
    expect(copies.map(({ problem }) => problem?.includes('others are large') ?? false)).toEqual(
      [false, false, false, false, false, true, true, true], // prettier-ignore
    )
  })
})

describe('the copies of a state beside its versions', () => {
  it('name the version that is the same state, and how many older ones are not read', async () => {
    const server = await world()
    const key = stateKey('shop/prod')
    server.blobs.set(key, checkpoint('shop/prod', ['a']))
    await server.answer('POST', '/backends', NEW)
    await server.look()
    await server.wait(60)
    server.blobs.set(`${key}.bak`, checkpoint('shop/prod', ['a']))
    server.blobs.set(key, checkpoint('shop/prod', ['a', 'b']))
    await server.look()
    server.blobs.set('.pulumi/backups/shop/prod/prod.1795259414945274519.json', checkpoint('shop/prod', ['c']))
    for (let n = 0; n < 7; n += 1) server.blobs.set(`${key}.179525941494527451${n}`, checkpoint('shop/prod', ['d']))
    const { copies, notRead } = (await server.get('/stacks/acme-s3/shop/prod/copies')) as z.infer<typeof StateCopies>
    expect(copies.map(({ place, sameAs }) => [place, sameAs])).toEqual([
      ['checkpoint', 2],
      ['bak', 1],
      ['retained', null],
      ['retained', null],
      ['retained', null],
      ['backup', null],
      ['seen', 1],
    ])
    expect(copies[2]?.key).toBe(`${key}.1795259414945274516`)
    expect(copies[2]?.commands.join(' ')).toContain(`${key}.1795259414945274516`)
    expect(notRead).toEqual([{ place: 'retained', count: 4, isAtLeast: false }])
  })

  it('are found among tens of thousands without listing all', async () => {
    const server = await world()
    const key = stateKey('shop/prod')
    server.blobs.set(key, checkpoint('shop/prod', ['a']))
    const first = server.now() - 24_000 * 3_600_000
    const time = (n: number) => `${first + n * 3_600_000}000000`
    for (let n = 1; n <= 24_000; n += 1) {
      server.blobs.set(`.pulumi/backups/shop/prod/prod.${time(n)}.json`, checkpoint('shop/prod', ['b']))
      server.blobs.set(`${key}.${time(n)}`, checkpoint('shop/prod', ['c']))
    }
    await server.answer('POST', '/backends', NEW)
    await server.look()
    const requests = () => [...server.blobs.requests.values()].reduce((sum, each) => sum + each, 0)
    const before = requests()
    const { copies, notRead } = (await server.get('/stacks/acme-s3/shop/prod/copies')) as z.infer<typeof StateCopies>
    expect(requests() - before).toBeLessThan(40)
    expect(copies.filter(({ place }) => place === 'backup').map((each) => each.key)).toEqual(
      [24_000, 23_999, 23_998].map((n) => `.pulumi/backups/shop/prod/prod.${time(n)}.json`),
    )
    expect(notRead.map(({ place, isAtLeast }) => [place, isAtLeast])).toEqual([
      ['retained', true],
      ['backup', true],
    ])
  })
})

describe('commands for a mirrored stack', () => {
  it.each([
    ['shop/prod', 'shop/prod', 'organization/shop/prod'],
    ['prod', '-/prod', 'prod'],
  ])('name it as its CLI does: %s', async (name, address, cliName) => {
    const server = await world()
    server.blobs.set(stateKey(name), checkpoint('shop/prod', ['a'], ['b']))
    await server.answer('POST', '/backends', NEW)
    await server.look()
    const diagnosis = JSON.stringify(await server.get(`/stacks/acme-s3/${address}/recover`))
    const options = JSON.stringify(await server.get(`/stacks/acme-s3/${address}/recover/fix-secrets`))
    for (const text of [diagnosis, options]) {
      expect(text).toContain(`--stack ${cliName}`)
      expect(text).not.toContain('--stack acme-s3')
    }
    // Its resources are its own, also where it has no project.
    expect(diagnosis).not.toMatch(/rename-stack|rewrite-foreign-state/)
  })
})
