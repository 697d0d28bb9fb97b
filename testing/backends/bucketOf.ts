import type { World } from '#mocks/story.ts'
import type { MemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'

/** The bucket of a world, as another client reaches it. Throws if it has none. */
export async function bucketOf({ deps }: Pick<World, 'deps'>): Promise<MemoryBlobs> {
  const store = await deps.openBackend?.('s3://bucket')
  if (store === undefined || !('keys' in store)) throw new Error('this world has no bucket')
  return store as MemoryBlobs // worlds have only these
}
