import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { blobStoreSuite } from '#testing/backends/suite.ts'
import { open } from './open.ts'

blobStoreSuite('a folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-folder-'))
  let made = 0
  return {
    async open() {
      made += 1
      return open({ kind: 'folder', path: await mkdtemp(path.join(folder, `${made}-`)) })
    },
    stop: () => rm(folder, { recursive: true }),
  }
})
