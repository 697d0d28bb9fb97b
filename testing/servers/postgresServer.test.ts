import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { refuseClosedPath } from './postgresServer.ts'

// Windows has no such permissions, and needs no other user.
it.skipIf(process.platform === 'win32')('a directory that only root can enter is refused by name', async () => {
  const closed = await mkdtemp(path.join(tmpdir(), 'holdfast-closed-')) // mode 700
  onTestFinished(() => rm(closed, { recursive: true }))
  const inside = path.join(closed, 'clone')
  await mkdir(inside)
  await expect(refuseClosedPath(inside)).rejects.toThrow(`other users cannot enter ${closed}.`)
  await expect(refuseClosedPath(tmpdir())).resolves.toBeUndefined()
})
