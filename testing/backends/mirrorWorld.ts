import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { readAddress } from '#domain/backends/address.ts'
import { lookNow } from '#server/core/backends/follow.ts'
import type { Deps } from '#server/deps.ts'
import type { BackendRow } from '#server/store/port/backends.ts'
import type { ListedStack } from '#server/store/port/stacks.ts'
import { createClock, testDeps } from '../deps.ts'
import { aBackend } from '../store/rows.ts'

export const ORG = 'acme-s3'

/** A connected backend in memory, with its mirror in an empty store, and a clock moved by hand. */
export async function mirrorWorld(row: Partial<BackendRow> = {}, clock = createClock()) {
  const blobs = createMemoryBlobs(clock.now)
  return { ...(await mirrorOf(blobs, clock, row)), blobs }
}

type Blobs = ReturnType<typeof createMemoryBlobs>

/** Another mirror of the same backend. */
export async function mirrorOf(blobs: Blobs, clock: ReturnType<typeof createClock>, row: Partial<BackendRow> = {}) {
  const { deps: base, lines } = testDeps({ clock })
  const deps: Deps = { ...base, openBackend: async () => blobs, readBackendAddress: readTestAddress }
  const backend = aBackend({ org: ORG, connectedAt: clock.now(), ...row })
  await deps.store.write((writer) => writer.insertBackend(backend))
  return {
    deps,
    clock,
    lines,
    backend,
    /** A look at everything; with a stack's name in the backend, at its history too. */
    look: (stack?: string) => lookNow(deps, backend, stack),
    stacks: () => deps.store.read((reader) => reader.stacks({ org: ORG })),
    async stack(name: string, project = 'shop'): Promise<ListedStack> {
      const row = await deps.store.read((reader) => reader.stack({ org: ORG, project, name }))
      const [listed] = row === undefined ? [] : await deps.store.read((reader) => reader.listedStacks([row.id]))
      if (listed === undefined) throw new Error(`${project}/${name} is not mirrored`)
      return listed
    },
    row: () => deps.store.read((reader) => reader.backendOf(ORG)),
  }
}

const readTestAddress = (text: string) =>
  readAddress(text, { home: '/home/ada', absolute: (path) => path, refusesPassword: true })

/** The checkpoint of a stack with resources of these names, and pending creates. */
export const checkpoint = (stack: string, names: readonly string[], pending: readonly string[] = []): string =>
  JSON.stringify({
    version: 3,
    checkpoint: {
      stack: `organization/${stack}`,
      latest: {
        manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
        resources: names.map((name) => resource(stack, name)),
        ...(pending.length > 0 && {
          pending_operations: pending.map((name) => ({ resource: resource(stack, name), type: 'creating' })),
        }),
      },
    },
  })

const resource = (stack: string, name: string) => {
  const [project = '', own = ''] = stack.split('/')
  const type = 'random:index/randomPet:RandomPet'
  return {
    urn: `urn:pulumi:${own}::${project}::${type}::${name}`,
    custom: true,
    id: name,
    type,
    inputs: {},
    outputs: {},
  }
}

export const stateKey = (stack: string, ending = ''): string => `.pulumi/stacks/${stack}.json${ending}`
