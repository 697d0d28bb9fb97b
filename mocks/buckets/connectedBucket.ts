import { createMemoryBlobs, type MemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { readAddress } from '#domain/backends/address.ts'
import { createBucketCli } from './bucketCli.ts'
import type { Stage, World } from '../story.ts'

/** Gives a server a bucket in memory, which it can open at every address. */
export function openableBucket({ deps, clock }: Pick<World, 'clock'> & { deps: Stage['deps'] }): MemoryBlobs {
  const blobs = createMemoryBlobs(clock.now)
  deps.openBackend = async () => blobs
  deps.readBackendAddress = (text) => readAddress(text, { home: '~', absolute: (path) => path })
  return blobs
}

/** A self-managed backend in memory, at an address that this world's server can open, and means to connect it. */
export function connectedBucket(stage: Stage, address: string) {
  const { clock, console } = stage
  return {
    files: createBucketCli(openableBucket(stage), clock.now),
    connect: (name: string) => console('POST', '/api/ui/backends', { name, address, keepsCopies: true }),
    /** Looks at everything; with a stack, at its history too. */
    look: async (name: string, stack?: string) =>
      void (await console('POST', `/api/ui/backends/${name}/look`, { stack: stack ?? null })),
  }
}
