import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAll } from '#testing/backends/bench.ts'
import { createBackendHost } from './open.ts'

let parent: string

beforeEach(async () => {
  parent = await realpath(await mkdtemp(path.join(tmpdir(), 'holdfast-backends-')))
  await mkdir(path.join(parent, 'data'))
  await mkdir(path.join(parent, 'state/.pulumi'), { recursive: true })
  await writeFile(path.join(parent, 'state/.pulumi/meta.yaml'), 'version: 1\n')
})
afterEach(() => rm(parent, { recursive: true }))

const host = (addresses: string[] = []) =>
  createBackendHost({ folder: path.join(parent, 'data'), database: 'postgres://h:secret@db/own' }, addresses)
const problemOf = (text: string) => {
  const read = host().readBackendAddress(text)
  return read.ok ? undefined : read.problem
}

it('opens a folder by its address', async () => {
  const store = await host().openBackend(`file://${parent}/state`)
  expect((await listAll(store, '.pulumi/')).keys).toEqual(['.pulumi/meta.yaml'])
})

it.each([
  's3://acme-state',
  'gs://acme-state?anonymous=true',
  'azblob://states?storage_account=acme',
  'postgres://h/db',
])('opens %s without asking it anything', async (address) => {
  const store = await host().openBackend(address)
  expect(store.list).toBeInstanceOf(Function)
  await store.close()
})

it.each(['nowhere', 'https://api.pulumi.com', 's3://b?nonsense=1'])('says what is wrong with %s', async (address) => {
  const problem = problemOf(address)
  expect(problem).toMatch(/\.$/)
  await expect(host().openBackend(address)).rejects.toMatchObject({ trouble: { kind: 'address', problem } })
})

describe('what the server keeps itself', () => {
  it.each(['data', 'data/copies', 'link', 'link/copies'])('is no backend, also through a link: %s', async (name) => {
    await symlink(path.join(parent, 'data'), path.join(parent, 'link'))
    const address = `file://${parent}/${name}`
    await mkdir(path.join(parent, 'data/copies'))
    expect(problemOf(address)?.includes('data directory of Holdfast') ?? false).toBe(!name.startsWith('link'))
    const problem = expect.stringContaining('data directory of Holdfast') as string
    await expect(host().openBackend(address)).rejects.toMatchObject({ trouble: { kind: 'address', problem } })
    expect(await readdir(path.join(parent, 'data'))).toEqual(['copies'])
  })

  it('may be named through a link in the settings', async () => {
    await symlink(path.join(parent, 'data'), path.join(parent, 'link'))
    const linked = createBackendHost({ folder: path.join(parent, 'link') })
    expect(linked.readBackendAddress(`file://${parent}/data`)).toMatchObject({ ok: false })
    expect(linked.readBackendAddress(`file://${parent}/state`)).toMatchObject({ ok: true })
  })

  it('is also its database', () => {
    expect(problemOf('postgres://db/own')).toContain('the database of Holdfast itself')
  })

  it('is its database under another name, which is found out when it is connected', async () => {
    const near = createBackendHost({ database: 'postgres://localhost:1/own' })
    const store = await near.openBackend('postgres://2130706433:1/own') // a spelling of 127.0.0.1
    const problem = expect.stringContaining('the database of Holdfast itself') as string
    await expect(listAll(store, '.pulumi/')).rejects.toMatchObject({ trouble: { kind: 'address', problem } })
    await store.close()
  })
})

describe('a password', () => {
  it('is refused in an address that a person enters, and taken from the settings', async () => {
    expect(problemOf('postgres://ada:secret@127.0.0.1:1/db')).toContain('The address contains a password')
    const configured = host(['postgres://ada:secret@127.0.0.1:1/db'])
    const store = await configured.openBackend('postgres://ada@127.0.0.1:1/db')
    const error: unknown = await listAll(store, '.pulumi/').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ trouble: { kind: 'unreachable' }, at: { kind: 'postgres', user: 'ada' } })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret')
    await store.close()
  })
})
