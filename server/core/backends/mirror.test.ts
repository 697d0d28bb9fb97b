import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { MAX_LOCKS } from '#domain/backends/diy/judgeLocks.ts'
import { unzstd } from '#server/adapters/gunzip.ts'
import { checkpoint, mirrorWorld, ORG, stateKey } from '#testing/backends/mirrorWorld.ts'
import { puppetCancel, puppetInit, puppetRemove, puppetRun } from '#testing/backends/puppetCli.ts'
import { loadBucket } from '#testing/loadBucket.ts'
import type { Deps } from '../../deps.ts'
import { parseDocument } from '../../texts/stateText.ts'
import { holderElsewhere } from './judge.ts'

type World = Awaited<ReturnType<typeof mirrorWorld>>

const textOf = async ({ deps }: World, stateId: string | null) =>
  new TextDecoder().decode(await deps.store.read((reader) => reader.stateText(stateId ?? '')))

/** Runs all of a run, a second for each request. */
async function runAll({ blobs, clock }: World, stack: string, has: string[], creates: string[], lock = 'lock-1') {
  for (const verb of puppetRun({ store: blobs, clock: clock.now, stack, has, creates, lock })) {
    clock.advance(1_000)
    await verb.run()
  }
}

const everything = ({ deps }: World) =>
  deps.store.read(async (reader) => {
    const stacks = await reader.mirroredStacks('backend-1')
    const states = await Promise.all(stacks.map(({ id }) => reader.states(id, { limit: 100, offset: 0 })))
    const runs = await Promise.all(
      stacks.map(({ id }) => reader.updates(id, { previews: 'no', limit: 100, offset: 0 })),
    )
    return { stacks, states, runs }
  })

describe('the mirror of a backend', () => {
  it.each([
    ['gone', { pid: 4_711 }, 'gone', 'probablyDead', /does not run on laptop any more/],
    ['another one by now', { pid: 4_711 }, { startedAt: 3_600_000 }, 'probablyDead', /is another one/],
    ['there', { pid: 4_711 }, { startedAt: -60_000 }, 'waitingOrWorking', /runs on laptop/],
    ['in a container', { pid: 7 }, 'gone', 'quiet', /Nothing has been written/],
  ] as const)('judges a lock of this machine by its process, if that is %s', async (_, lock, found, word, evidence) => {
    const { blobs, deps, clock, look, stack } = await mirrorWorld()
    const takenAt = clock.now()
    deps.processOf = ({ hostname }) => {
      if (hostname !== 'laptop') return undefined
      return typeof found === 'string' ? found : { startedAt: takenAt + found.startedAt }
    }
    blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    const timestamp = new Date(takenAt).toISOString()
    for (const [project, hostname] of Object.entries({ shop: 'laptop', web: 'elsewhere' })) {
      blobs.set(stateKey(`${project}/prod`), checkpoint(`${project}/prod`, ['a']))
      const text = JSON.stringify({ ...lock, username: 'ada', hostname, timestamp })
      blobs.set(`.pulumi/locks/organization/${project}/prod/lock-1.json`, text)
    }
    clock.advance(3 * 3_600_000)
    await look()
    const holder = async (project: string) => {
      const { elsewhere } = await stack('prod', project)
      return elsewhere && holderElsewhere(elsewhere, 0, clock.now())
    }
    expect(await holder('shop')).toMatchObject({ word, evidence: expect.stringMatching(evidence) as string })
    expect(await holder('web')).toMatchObject({ word: 'quiet' })
  })

  it('judges no lock in a bucket by processes if its host has a name that many have, but one in a folder', async () => {
    for (const [kind, process] of [
      ['s3', undefined],
      ['folder', 'gone'],
    ] as const) {
      const { blobs, deps, look, stack } = await mirrorWorld({ kind })
      deps.processOf = () => 'gone'
      blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
      const text = JSON.stringify({ pid: 4_711, username: 'ada', hostname: 'MacBook-Pro.local', timestamp: '' })
      blobs.set('.pulumi/locks/organization/shop/prod/lock-1.json', text)
      await look()
      expect((await stack('prod')).elsewhere?.locks.map((lock) => lock.process)).toEqual([process])
    }
  })

  it('reads tags again in rows that do not say whether they can be read', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    world.blobs.set('.pulumi/stacks/shop/prod.pulumi-tags', '{"version":2}')
    await world.look()
    const { id, elsewhere } = await world.stack('prod')
    const { brokenTags: _, ...before } = elsewhere ?? {}
    await world.deps.store.write((writer) => writer.patchStack(id, { elsewhere: before as typeof elsewhere }))
    world.deps.caches.backends.clear()
    await world.look()
    expect((await world.stack('prod')).elsewhere?.brokenTags).toMatchObject({ why: 'version' })
  })

  it('reads the locks of a stack up to a limit, and counts all of them', async () => {
    const { blobs, clock, look, stack } = await mirrorWorld()
    blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    const count = MAX_LOCKS + 20
    for (let n = 0; n < count; n++) {
      const lock = { pid: 4_000 + n, username: 'ada', hostname: 'laptop', timestamp: '2026-01-05T09:00:00Z' }
      blobs.set(`.pulumi/locks/organization/shop/prod/lock-${n}.json`, JSON.stringify(lock))
    }
    await look()
    const { elsewhere } = await stack('prod')
    const holder = elsewhere && holderElsewhere(elsewhere, 0, clock.now() + 7 * 24 * 3_600_000)
    expect(holder).toMatchObject({ lockCount: count, evidence: expect.stringContaining(`${count} locks`) as string })
    expect(holder?.locks).toHaveLength(MAX_LOCKS)
    expect(new Set(holder?.locks.map(({ word, username }) => `${word} ${username}`))).toEqual(
      new Set(['probablyDead ada']),
    )
  })

  it('shows the stacks of a real folder with their states, locks, tags and runs', async () => {
    const world = await mirrorWorld({ kind: 'folder' })
    for (const [key, text] of Object.entries(loadBucket())) world.blobs.set(key, text)
    await world.look()
    expect((await world.stacks()).map(({ name }) => name)).toEqual(['old', 'prod', 'staging'])
    const prod = await world.stack('prod', 'webshop')
    expect(prod.state).toMatchObject({ resourceCount: 17, pendingCount: 5, pendingCreates: 5, finding: null })
    expect(prod.elsewhere).toMatchObject({ cliName: 'organization/webshop/prod', isLegacy: false, stateProblem: null })
    expect(prod.elsewhere?.locks).toMatchObject([{ file: { username: 'root', hostname: 'vm', pid: 28_144 } }])
    expect((await world.stack('staging', 'webshop')).tags).toEqual({ env: 'staging' })
    expect(await world.row()).toMatchObject({ layout: 'project', problem: null, seenAt: world.clock.now() })
  })

  it('sees that the URNs of a state name another stack, whose resources an update would delete', async () => {
    const world = await mirrorWorld()
    const seen = async () => (await world.stack('prod')).elsewhere?.otherNames
    world.blobs.set(stateKey('shop/prod'), checkpoint('store/prod', ['a', 'b']))
    await world.look()
    expect(await seen()).toEqual({ count: 2, only: 'store/prod' })
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'b']))
    await world.look()
    expect(await seen()).toBeNull()
  })

  it('stores the bytes of the state as they are, in the wrapper of an export', async () => {
    const world = await mirrorWorld()
    const latest =
      '{"manifest":{"time":"2026-01-01T00:00:00Z","magic":"","version":""}, "resources":[],"big":12345678901234567890}'
    world.blobs.set(
      stateKey('shop/prod'),
      `{"version":3,"checkpoint":{"stack":"organization/shop/prod","latest":${latest}}}`,
    )
    await world.look()
    expect(await textOf(world, (await world.stack('prod')).stateId)).toBe(`{"version":3,"deployment":${latest}}`)
  })

  it.each([
    ['version 1', '{"version":1,"checkpoint":{"stack":"s","latest":{"resources":[]}}}', 0],
    ['version 0, which has no state yet', '{"version":0,"checkpoint":{"stack":"organization/shop/prod"}}', 0],
    ['no wrapper', '{"stack":"s","latest":{"resources":[]}}', 0],
    [
      'capitalised keys',
      '{"Version":3,"Checkpoint":{"Stack":"s","Latest":{"Resources":[{"URN":"urn:pulumi:prod::shop::a:b:C::c","type":"a:b:C"}]}}}',
      1,
    ],
  ])('reads a checkpoint with %s', async (_, text, resourceCount) => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), text)
    await world.look()
    const { state, elsewhere } = await world.stack('prod')
    expect(elsewhere?.stateProblem).toBeNull()
    expect(state?.resourceCount).toBe(resourceCount)
  })

  it.each([
    ['gzip under a plain name', stateKey('shop/prod'), gzipSync(checkpoint('shop/prod', ['a', 'b']))],
    [
      'zstd under the name of a gzip',
      stateKey('shop/prod', '.gz'),
      zstdCompressSync(checkpoint('shop/prod', ['a', 'b'])),
    ],
    ['plain under the name of a zstd', stateKey('shop/prod', '.zst'), checkpoint('shop/prod', ['a', 'b'])],
  ])('recognises compression by content: %s', async (_, key, bytes) => {
    const world = await mirrorWorld()
    Object.assign(world.deps, { unzstd } satisfies Partial<Deps>)
    world.blobs.set(key, bytes)
    await world.look()
    expect((await world.stack('prod')).state?.resourceCount).toBe(2)
  })

  it.each([
    ['an empty file', '', 'damaged'],
    ['a cut file', checkpoint('shop/prod', ['a']).slice(0, 60), 'damaged'],
    ['a version of the future', '{"version":99,"checkpoint":{}}', 'unsupported'],
    ['an unknown feature', '{"version":4,"features":["dreams"],"checkpoint":{"stack":"s","latest":{}}}', 'unsupported'],
    ['a cut gzip', gzipSync(checkpoint('shop/prod', ['a'])).subarray(0, 40), 'damaged'],
    ['a bomb', gzipSync(new Uint8Array(3 * 1024 * 1024)), 'unsupported'],
    ['an export', '{"version":3,"deployment":{"resources":[]}}', 'damaged'],
  ])('keeps a stack whose state is %s, and says so', async (_, bytes, kind) => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    world.blobs.set(stateKey('shop/other'), checkpoint('shop/other', ['a']))
    world.deps.settings.maxBodyBytes = 1024 * 1024
    await world.look()
    world.blobs.set(stateKey('shop/prod'), bytes)
    world.blobs.set(stateKey('shop/other'), checkpoint('shop/other', ['a', 'b']))
    await world.look()
    const prod = await world.stack('prod')
    expect(prod.elsewhere?.stateProblem?.kind).toBe(kind)
    expect(prod.state?.resourceCount).toBe(1) // what was seen before
    expect((await world.stack('other')).state?.resourceCount).toBe(2)
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'b', 'c']))
    await world.look()
    expect(await world.stack('prod')).toMatchObject({ state: { resourceCount: 3 }, elsewhere: { stateProblem: null } })
  })

  it('takes the sidecars of a folder that was copied to a bucket for nothing, as the CLI does', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    world.blobs.set(`${stateKey('shop/prod')}.attrs`, '')
    await world.look()
    expect(await world.stack('prod')).toMatchObject({ elsewhere: { brokenSidecars: [], stateProblem: null } })
    expect(world.blobs.requests.get('state')).toBe(1)
  })

  it('notes what is wrong beside a state: a broken sidecar, a second state file', async () => {
    const world = await mirrorWorld({ kind: 'folder' })
    const [state, older] = [stateKey('shop/prod'), stateKey('shop/prod', '.gz')]
    world.blobs.set(older, gzipSync(checkpoint('shop/prod', [])))
    world.clock.advance(1000)
    world.blobs.set(state, checkpoint('shop/prod', ['a']))
    world.blobs.set(`${state}.attrs`, '{"user.content_type":"text/plain"}')
    await world.look()
    const seen = async () => (await world.stack('prod')).elsewhere
    expect(await seen()).toMatchObject({ unreadStates: [older], brokenSidecars: [], stateProblem: null })
    world.blobs.set(`${state}.attrs`, '')
    await world.look()
    expect(await seen()).toMatchObject({ brokenSidecars: [`${state}.attrs`], stateProblem: null })
    world.blobs.drop(`${state}.attrs`)
    world.blobs.drop(older)
    await world.look()
    expect(await seen()).toMatchObject({ unreadStates: [], brokenSidecars: [] })
  })

  it('notes tags that stop every update, until they can be read, and keeps those that it read before', async () => {
    const world = await mirrorWorld()
    const key = '.pulumi/stacks/shop/prod.pulumi-tags'
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    const seen = async (text: string) => {
      world.blobs.set(key, text)
      await world.look()
      await world.look() // in which nothing has changed
      const { tags, elsewhere } = await world.stack('prod')
      return [tags, elsewhere?.brokenTags]
    }
    expect(await seen('{"version":1,"tags":{"team":"web"}}')).toEqual([{ team: 'web' }, null])
    expect(await seen('{"version":2,"tags":{}}')).toEqual([{ team: 'web' }, { key, why: 'version' }])
    expect(await seen('{"vers')).toEqual([{ team: 'web' }, { key, why: 'broken' }])
    expect(await seen('{"version":1,"tags":{}}')).toEqual([{}, null])
    world.blobs.set(key, '')
    await world.look()
    world.blobs.drop(key)
    await world.look()
    expect((await world.stack('prod')).elsewhere?.brokenTags).toBeNull()
  })

  it('knows what meta.yaml says, and reads it only when it has changed', async () => {
    const world = await mirrorWorld()
    await world.look()
    expect((await world.row())?.meta).toBe('missing')
    world.blobs.set('.pulumi/meta.yaml', 'version: [')
    await world.look()
    expect((await world.row())?.meta).toBe('broken')
    world.blobs.set('.pulumi/meta.yaml', ' '.repeat(20_000))
    await world.look()
    expect((await world.row())?.meta).toBe('broken')
    world.blobs.set('.pulumi/meta.yaml', 'version: 1')
    await world.look()
    expect((await world.row())?.meta).toBe('fine')
    const read = vi.spyOn(world.blobs, 'read')
    await world.look()
    expect(read).not.toHaveBeenCalled()
  })

  it('shows at every stack that meta.yaml stops the CLI, as long as it does, also one that changed meanwhile', async () => {
    const world = await mirrorWorld()
    for (const name of ['a', 'b']) world.blobs.set(stateKey(`shop/${name}`), checkpoint(`shop/${name}`, ['x']))
    await world.look()
    const stopped = async (text: string) => {
      world.blobs.set('.pulumi/meta.yaml', text)
      world.blobs.set(stateKey('shop/a'), checkpoint('shop/a', ['x', text.slice(0, 3)]))
      await world.look()
      return Promise.all(['a', 'b'].map(async (name) => (await world.stack(name)).elsewhere?.isStopped))
    }
    expect(await stopped('version: [')).toEqual([true, true])
    world.deps.caches.backends.clear() // as after a restart
    expect(await stopped('version: 1')).toEqual([false, false])
    expect(await stopped('version: 2')).toEqual([false, false]) // a newer CLI goes on
  })

  it('shows at a stack of the old layout that no CLI sees it, as long as meta.yaml says the new one', async () => {
    const world = await mirrorWorld()
    for (const name of ['old', 'shop/a']) world.blobs.set(stateKey(name), checkpoint(name, ['x']))
    const invisible = async (meta: string) => {
      world.blobs.set('.pulumi/meta.yaml', meta)
      await world.look()
      const seen = await Promise.all([world.stack('old', '-'), world.stack('a')])
      return seen.map(({ elsewhere }) => elsewhere?.isInvisible)
    }
    expect(await invisible('version: 1')).toEqual([true, false])
    expect(await invisible('version: 0')).toEqual([false, false])
  })

  it('changes nothing when it looks again', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a', 'b'])
    await world.look('shop/prod')
    const before = await everything(world)
    world.clock.advance(10_000)
    await world.look('shop/prod')
    world.deps.caches.backends.clear() // as after a restart
    await world.look('shop/prod')
    expect(await everything(world)).toEqual(before)
  })

  it('reads a state once for each change', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    for (let times = 0; times < 3; times++) await world.look()
    expect(world.blobs.requests.get('state')).toBe(1)
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'b']))
    for (let times = 0; times < 3; times++) await world.look()
    expect(world.blobs.requests.get('state')).toBe(2)
  })

  it('marks a stack that was removed as deleted, and takes it back', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await world.look()
    const { id } = await world.stack('prod')
    await puppetRemove(world.blobs, 'shop/prod')
    await world.look()
    expect(await world.stacks()).toEqual([])
    await world.look()
    expect(await world.stacks()).toEqual([])
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'b']))
    await world.look()
    expect(await world.stack('prod')).toMatchObject({ id, state: { resourceCount: 2 } })
  })

  it('does not take what a removed stack leaves for a stack', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await puppetRemove(world.blobs, 'shop/prod')
    await world.look()
    expect(await world.stacks()).toEqual([])
  })

  it('keeps a stack of which only a copy and the history are left', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await world.look()
    world.blobs.drop(stateKey('shop/prod'))
    await world.look()
    const prod = await world.stack('prod')
    expect(prod).toMatchObject({
      deletedAt: null,
      state: { resourceCount: 1 },
      elsewhere: { stateProblem: { kind: 'missing' } },
    })
  })

  it('mirrors the legacy layout under the project -', async () => {
    const world = await mirrorWorld()
    world.blobs.set('.pulumi/stacks/prod.json', checkpoint('shop/prod', ['a']))
    world.blobs.set(
      '.pulumi/locks/prod/lock-1.json',
      '{"pid":1,"username":"ada","hostname":"laptop","timestamp":"2026-01-05T09:00:00Z"}',
    )
    await world.look()
    const prod = await world.stack('prod', '-')
    expect(prod.elsewhere).toMatchObject({ cliName: 'prod', isLegacy: true, locks: [{ id: 'lock-1' }] })
    expect(await world.row()).toMatchObject({ layout: 'legacy' })
  })

  it('resolves references in the backend itself', async () => {
    const world = await mirrorWorld()
    const reading = JSON.parse(checkpoint('shop/prod', [])) as { checkpoint: { latest: { resources: unknown[] } } }
    const type = 'pulumi:pulumi:StackReference'
    const urn = `urn:pulumi:prod::shop::${type}::network`
    reading.checkpoint.latest.resources.push({
      urn,
      type,
      custom: true,
      id: 'x',
      inputs: { name: 'organization/net/prod' },
    })
    world.blobs.set(stateKey('shop/prod'), JSON.stringify(reading))
    world.blobs.set(stateKey('net/prod'), checkpoint('net/prod', []))
    await world.look()
    expect(await world.stack('prod')).toMatchObject({
      brokenReferences: [],
      state: { stackReferences: [`${ORG}/net/prod`] },
    })
  })

  it('says since when and why a backend cannot be read, and keeps its stacks', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a']))
    await world.look()
    const seenAt = world.clock.now()
    world.clock.advance(60_000)
    world.blobs.fail({ kind: 'credentials', problem: 'expired' })
    await expect(world.look()).rejects.toThrow('backend: credentials')
    expect(await world.row()).toMatchObject({ seenAt, problem: expect.stringContaining('have expired') as string })
    expect(await world.stack('prod')).toMatchObject({ state: { resourceCount: 1 } })
    world.blobs.fail(undefined)
    await world.look()
    expect(await world.row()).toMatchObject({ seenAt: world.clock.now(), problem: null })
  })
})

describe('versions of a mirrored stack', () => {
  it('are runs and seen states, numbered by age; the last state of a run is its own', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await world.look('shop/prod')
    await runAll(world, 'shop/prod', ['a'], ['b'])
    await world.look()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a', 'b', 'imported']))
    world.clock.advance(60_000)
    await world.look()
    await world.look('shop/prod')
    const { states, runs } = await everything(world)
    expect(runs.flat().map(({ version, status, kind }) => [version, status, kind])).toEqual([
      [2, 'succeeded', 'update'],
      [1, 'succeeded', 'update'],
    ])
    expect(
      states.flat().map(({ version, resourceCount, updateId }) => [version, resourceCount, updateId !== null]),
    ).toEqual([
      [3, 3, false],
      [2, 2, true],
      [1, 1, true],
    ])
    expect(await world.stack('prod')).toMatchObject({ version: 3, latest: { version: 2 } })
  })

  it('are renumbered when older history arrives', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await runAll(world, 'shop/prod', ['a'], ['b'])
    await world.look()
    expect((await world.stack('prod')).version).toBe(1)
    await world.look('shop/prod')
    const prod = await world.stack('prod')
    expect(prod).toMatchObject({ version: 2, state: { version: 2 }, latest: { version: 2, baseVersion: 1 } })
  })

  it('say who ran what, without values of secrets', async () => {
    const world = await mirrorWorld()
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await world.look('shop/prod')
    const { latest, elsewhere } = await world.stack('prod')
    expect(latest).toMatchObject({
      requestedBy: 'Ada Lovelace',
      request: {
        message: 'Add pets',
        config: {
          'shop:size': { string: '3', secret: false, object: false },
          'shop:password': { string: '', secret: true, object: false },
        },
      },
      resourceChanges: { create: 1 },
    })
    expect(elsewhere).toMatchObject({
      lastRun: { startedAt: expect.any(Number), user: 'Ada Lovelace', ci: { system: 'GitHub Actions', build: '77' } },
      runLengthsS: [60],
    })
  })

  it('are only the current state if no copies are kept', async () => {
    const world = await mirrorWorld({ keepsCopies: false })
    await puppetInit(world.blobs, 'shop/prod')
    await runAll(world, 'shop/prod', [], ['a'])
    await world.look('shop/prod')
    await runAll(world, 'shop/prod', ['a'], ['b'])
    await world.look('shop/prod')
    const { states, runs } = await everything(world)
    expect(runs.flat().map(({ version, stateId }) => [version, stateId !== null])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(states.flat()).toHaveLength(1)
  })
})

describe('a run of the CLI that ends at any request', () => {
  const run = { stack: 'shop/prod', has: ['a'], creates: ['b'], lock: 'lock-1' }
  /** The word a minute after the run was stopped, and the one after three hours. */
  const WORDS: [until: string, first: string | null, later: string | null][] = [
    ['list locks', null, null],
    ['write the lock', 'waitingOrWorking', 'quiet'],
    ['copy before begin b', 'waitingOrWorking', 'quiet'],
    ['write begin b', 'working', 'probablyDead'],
    ['create b', 'working', 'probablyDead'],
    ['write end b', 'working', 'quiet'],
    ['write the last state', 'working', 'quiet'],
    ['write the history entry', 'working', 'leftBehind'],
    ['copy to the history', 'working', 'leftBehind'],
    ['copy to the backups', 'working', 'leftBehind'],
    ['remove the lock', null, null],
  ]

  it.each(WORDS)('after “%s”: %s, later %s', async (until, first, later) => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey(run.stack), checkpoint(run.stack, run.has))
    await world.look()
    for (const verb of puppetRun({ ...run, store: world.blobs, clock: world.clock.now })) {
      world.clock.advance(1_000)
      await verb.run()
      await world.look()
      if (verb.name === until) break
    }
    const word = async () => (await world.stack('prod')).elsewhere?.word ?? null
    world.clock.advance(60_000)
    await world.look()
    expect(await word()).toBe(first)
    world.clock.advance(3 * 3600_000)
    await world.look()
    expect(await word()).toBe(later)
  })

  it.each([
    ['s3', 1],
    ['folder', 0],
  ] as const)('leaves in a copy of its folder in %s so many locks more: %s', async (kind, more) => {
    const world = await mirrorWorld({ kind })
    world.blobs.set(stateKey(run.stack), checkpoint(run.stack, run.has))
    world.blobs.set('.pulumi/locks/organization/shop/prod/lock-1.json.attrs', '{"md5":""}')
    await world.look()
    expect((await world.stack('prod')).elsewhere?.locks).toHaveLength(more)
  })

  it('is called interrupted once its lock was removed', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey(run.stack), checkpoint(run.stack, run.has))
    for (const verb of puppetRun({ ...run, store: world.blobs, clock: world.clock.now })) {
      world.clock.advance(1_000)
      await verb.run()
      if (verb.name === 'write begin b') break
    }
    await world.look()
    world.clock.advance(600_000)
    await puppetCancel(world.blobs, run.stack)
    await world.look()
    expect((await world.stack('prod')).elsewhere?.word).toBe('interrupted')
  })

  it('is an unlocked writer if it writes on after its lock was removed', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey(run.stack), checkpoint(run.stack, run.has))
    for (const verb of puppetRun({ ...run, creates: ['b', 'c'], store: world.blobs, clock: world.clock.now })) {
      world.clock.advance(1_000)
      await verb.run()
      await world.look()
      if (verb.name === 'write begin b') await puppetCancel(world.blobs, run.stack)
      if (verb.name === 'write begin c') break
    }
    expect((await world.stack('prod')).elsewhere?.word).toBe('unlockedWriter')
  })
})

describe('a state in the mirror', () => {
  it('is read by the rules as any other', async () => {
    const world = await mirrorWorld()
    world.blobs.set(stateKey('shop/prod'), checkpoint('shop/prod', ['a'], ['b']))
    await world.look()
    const text = await textOf(world, (await world.stack('prod')).stateId)
    expect(parseDocument(new TextEncoder().encode(text)).deployment.pending_operations).toHaveLength(1)
  })
})
