// Whatever happens in a backend and whenever it is looked at: the mirror is what a new mirror would be.
import { describe, expect, it } from 'vitest'
import { seeded } from '#mocks/seeded.ts'
import { checkpoint, mirrorOf, mirrorWorld, stateKey } from '#testing/backends/mirrorWorld.ts'
import {
  puppetCancel,
  puppetInit,
  puppetRemove,
  puppetRename,
  puppetRun,
  type Verb,
} from '#testing/backends/puppetCli.ts'
import { versionsOf } from './renumber.ts'

const WORLDS = 8
const STEPS = 120
const STACKS = ['shop/prod', 'shop/dev', 'net/prod']

type World = Awaited<ReturnType<typeof mirrorWorld>>

/** Lets CLIs do something at random, stops them anywhere, damages and loses files; looks now and then. */
async function live(world: World, seed: number): Promise<void> {
  const { blobs, clock } = world
  const random = seeded(seed)
  const runs: { stack: string; verbs: Verb[] }[] = []
  let count = 0
  const acts: ((stack: string) => Promise<unknown>)[] = [
    (stack) => puppetInit(blobs, stack),
    async (stack) => {
      const creates = Array.from({ length: Math.floor(random() * 3) }, () => `r${++count}`)
      const result = random() < 0.7 ? 'succeeded' : 'failed'
      const run = {
        store: blobs,
        clock: clock.now,
        stack,
        has: ['a'],
        creates,
        lock: `lock-${++count}`,
        result,
      } as const
      if (blobs.keys().includes(stateKey(stack))) runs.push({ stack, verbs: puppetRun(run) })
    },
    async () => {
      for (const { verbs } of runs) await verbs.shift()?.run()
    },
    async () => {
      for (const { verbs } of runs) for (const verb of verbs.splice(0, 5)) await verb.run()
    },
    async () => {
      for (const { verbs } of runs) for (const verb of verbs.splice(0)) await verb.run()
    },
    async () => runs.splice(0, 1), // killed
    (stack) => puppetCancel(blobs, stack),
    (stack) => puppetRemove(blobs, stack),
    (stack) => puppetRename(blobs, stack, `${stack}-${++count}`),
    async (stack) => blobs.set(stateKey(stack), checkpoint(stack, ['a', `r${++count}`])), // an import
    async (stack) => blobs.set(stateKey(stack), '{"version":3'),
    async (stack) => blobs.drop(stateKey(stack)),
    async (stack) => blobs.set(`.pulumi/stacks/${stack}.pulumi-tags`, `{"version":1,"tags":{"n":"${++count}"}}`),
    async () => clock.advance(Math.ceil(random() * 600_000)),
    async () => world.deps.caches.backends.clear(), // a restart
    () => world.look(),
    (stack) => world.look(stack),
    () => world.look(),
  ]
  for (let step = 0; step < STEPS; step++) {
    clock.advance(1_000)
    await acts[Math.floor(random() * acts.length)]?.(STACKS[Math.floor(random() * STACKS.length)] ?? '')
  }
}

/** What does not depend on when it was looked at. */
async function essence({ deps }: Pick<World, 'deps'>) {
  const rows = await deps.store.read((reader) => reader.stacks({ org: 'acme-s3' }))
  return rows
    .map(({ project, name, tags, state, elsewhere }) => {
      const { cliName, key, mark, locks = [], stateProblem } = elsewhere ?? {}
      const hash = stateProblem === null ? state?.hash : undefined // otherwise the last good one
      return {
        project,
        name,
        tags,
        hash,
        cliName,
        key,
        mark,
        stateProblem,
        locks: locks.map(({ id, file }) => ({ id, file })),
      }
    })
    .toSorted((a, b) => (`${a.project}/${a.name}` < `${b.project}/${b.name}` ? -1 : 1))
}

/** The numbers of a stack's versions are 1, 2, 3 by age, and each state has the number of its run. */
async function checkNumbers({ deps, backend }: World): Promise<void> {
  for (const stack of await deps.store.read((reader) => reader.mirroredStacks(backend.id))) {
    const { states, runs } = await deps.store.read((reader) => versionsOf(reader, stack.id))
    const numbers = new Set([...states, ...runs].map(({ version }) => version))
    expect([...numbers].toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from(numbers, (_, index) => index + 1))
    expect(Math.max(0, ...[...numbers].map(Number))).toBe(stack.version)
    const numberOf = new Map(runs.map(({ id, version }) => [id, version]))
    const wrong = states.filter(({ updateId, version }) => updateId !== null && numberOf.get(updateId) !== version)
    expect(wrong).toEqual([])
    const latest = runs.toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))[0]
    expect(
      stack.latestUpdateId === null ? undefined : runs.find(({ id }) => id === stack.latestUpdateId)?.endedAt,
    ).toBe(latest?.endedAt)
  }
}

describe('a mirror', () => {
  it.each(Array.from({ length: WORLDS }, (_, index) => index + 1))(
    'of world %i is what a new one would be',
    async (seed) => {
      const world = await mirrorWorld()
      await live(world, seed)
      await world.look()
      const fresh = await mirrorOf(world.blobs, world.clock)
      await fresh.look()
      expect(await essence(world)).toEqual(await essence(fresh))
      await checkNumbers(world)
      const before = await world.deps.store.read((reader) => reader.mirroredStacks('backend-1'))
      await world.look()
      expect(await world.deps.store.read((reader) => reader.mirroredStacks('backend-1'))).toEqual(before)
    },
  )
})
