import { blobStoreSuite } from '#testing/backends/suite.ts'
import { createMemoryBlobs } from './memoryBlobs.ts'

blobStoreSuite('the backend in memory', async () => ({ open: async () => createMemoryBlobs(Date.now) }))
