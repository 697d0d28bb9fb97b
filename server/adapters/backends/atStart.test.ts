import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHarness } from '#testing/consoleHarness.ts'
import { disconnectBackend } from '#server/core/backends/disconnect.ts'
import { SERVER } from '#server/core/access/audit.ts'
import { backendsAtStart, CLI_BACKEND, connectAtStart, whatIsThere, withPasswords } from './atStart.ts'
import { createBackendHost } from './open.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-start-'))
  write('.pulumi/meta.yaml', 'version: 1\n')
  for (const name of ['prod', 'dev']) write(`.pulumi/stacks/shop/${name}.json`, CHECKPOINT)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const CHECKPOINT = JSON.stringify({
  version: 3,
  checkpoint: {
    stack: 'organization/shop/prod',
    latest: { manifest: { time: '2026-03-04T10:00:00Z', magic: '', version: '' } },
  },
})
const LOCK = JSON.stringify({ pid: 7, username: 'ada', hostname: 'laptop', timestamp: '2026-03-04T09:00:00Z' })

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

const given = {
  file: undefined,
  args: [],
  env: {},
  own: {},
  reach: { host: undefined, publicUrl: undefined },
}

/** A server that reaches folders. */
async function server() {
  const harness = await createHarness()
  Object.assign(harness.deps, createBackendHost({}))
  return harness
}

describe('the backend of the command line', () => {
  it('is connected, and what is there is printed', async () => {
    write('.pulumi/locks/organization/shop/prod/4d36e96e-e325-11ce-bfc1-08002be10318.json', LOCK)
    const { deps } = await server()
    const wanted = backendsAtStart({ ...given, args: ['.'], env: { INIT_CWD: folder } })
    const { row, problems } = await connectAtStart(deps, wanted)
    if (!row) throw new Error('it is connected')
    expect(problems).toEqual([])
    const [first, ...held] = await whatIsThere(deps, row)
    expect(first).toBe(`file://${folder}, shown as ${path.basename(folder)}: 2 stacks`)
    expect(held).toEqual([expect.stringMatching(new RegExp(`^  ${path.basename(folder)}/shop/prod: `))])
  })

  it('is a sentence if it cannot be read', async () => {
    const { deps } = await server()
    const wanted = backendsAtStart({ ...given, args: [path.join(folder, 'nothing-here')] })
    const { row } = await connectAtStart(deps, wanted)
    if (!row) throw new Error('it is connected')
    expect(await whatIsThere(deps, row)).toEqual([expect.stringMatching(/nothing-here: There is no .*\.$/)])
  })

  it('is a sentence also if something else goes wrong, which the log says', async () => {
    const { deps, logged } = await server()
    const { row } = await connectAtStart(deps, backendsAtStart({ ...given, args: [folder] }))
    if (!row) throw new Error('it is connected')
    deps.openBackend = () => Promise.reject(new TypeError('a bug'))
    expect(await whatIsThere(deps, row)).toEqual([expect.stringMatching(/: It could not be looked at; .*\.$/)])
    expect(logged.join('')).toContain('a bug')
  })

  it('may contain a password, which only the connection has', () => {
    const wanted = backendsAtStart({ ...given, args: ['postgres://ada:hunter2@db.example.org/states'] })
    expect(withPasswords(wanted)).toEqual(['postgres://ada:hunter2@db.example.org/states'])
    expect(wanted.argument?.shown).not.toContain('hunter2')
  })
})

describe('the backend that the CLI is logged in to', () => {
  const cli = () => ({ ...given, args: [CLI_BACKEND], env: { PULUMI_BACKEND_URL: `file://${folder}` } })

  it('is connected by a server that no other machine reaches, and by no other', async () => {
    expect(backendsAtStart(cli()).argument?.shown).toBe(`file://${folder}`)
    const reaches = [
      { host: '0.0.0.0', publicUrl: undefined },
      { host: undefined, publicUrl: 'https://holdfast.example.org' },
    ]
    for (const reach of reaches) expect(backendsAtStart({ ...cli(), reach }).argument).toBeUndefined()
  })

  it('is none if it is a service, or no address that can be read', () => {
    for (const PULUMI_BACKEND_URL of ['https://api.pulumi.com', 'nonsense://x'])
      expect(backendsAtStart({ ...cli(), env: { PULUMI_BACKEND_URL } }).argument).toBeUndefined()
  })

  it('is not connected again after a person has disconnected it, unless they name it', async () => {
    const { deps } = await server()
    const { row } = await connectAtStart(deps, backendsAtStart(cli()))
    await disconnectBackend(deps, row?.org ?? '', { by: { ...SERVER, login: 'ada' }, requestId: '' })
    expect((await connectAtStart(deps, backendsAtStart(cli()))).row).toBeUndefined()
    const named = backendsAtStart({ ...given, args: [`file://${folder}`] })
    expect((await connectAtStart(deps, named)).row).toMatchObject({ source: 'start' })
    expect((await connectAtStart(deps, backendsAtStart(cli()))).row).toMatchObject({ source: 'start' })
  })

  it('is connected again if the server itself has disconnected it', async () => {
    const { deps } = await server()
    const file = path.join(folder, 'backends.yaml')
    writeFileSync(file, `backends: [{ name: acme, address: "file://${folder}" }]`)
    await connectAtStart(deps, backendsAtStart({ ...given, file }))
    writeFileSync(file, 'backends: []')
    expect((await connectAtStart(deps, backendsAtStart({ ...cli(), file }))).row).toMatchObject({ source: 'start' })
  })

  it('is known by its whole address, also where the audit log has cut it', async () => {
    const { deps } = await server()
    const long = path.join(folder, ...Array.from({ length: 10 }, () => 'x'.repeat(200)))
    const at = (place: string) => backendsAtStart({ ...given, args: [CLI_BACKEND], env: { PULUMI_BACKEND_URL: `file://${place}` } }) // prettier-ignore
    const { row } = await connectAtStart(deps, at(long))
    await disconnectBackend(deps, row?.org ?? '', { by: { ...SERVER, login: 'ada' }, requestId: '' })
    expect((await connectAtStart(deps, at(long))).row).toBeUndefined()
    expect((await connectAtStart(deps, at(path.dirname(long)))).row).toMatchObject({ source: 'start' })
  })
})

describe('a command line', () => {
  it.each([['--help'], ['-h'], ['s3://acme', 's3://other'], [CLI_BACKEND, 's3://acme']])(
    'that names no single backend is refused with what to write: %s %s',
    (...args) =>
      expect(() => backendsAtStart({ ...given, args })).toThrow(/^(?:There is no option|Name one backend) .*\.$/),
  )
})

describe('the backends of the setting', () => {
  it('are disconnected when it no longer names them', async () => {
    const { deps } = await server()
    const file = path.join(folder, 'backends.yaml')
    writeFileSync(file, `backends: [{ name: acme, address: "file://${folder}" }]`)
    await connectAtStart(deps, backendsAtStart({ ...given, file }))
    expect((await deps.store.read((reader) => reader.backends())).map(({ org }) => org)).toEqual(['acme'])
    writeFileSync(file, 'backends: []')
    await connectAtStart(deps, backendsAtStart({ ...given, file }))
    expect(await deps.store.read((reader) => reader.backends())).toEqual([])
  })

  it('stay connected in a start without the setting, which says so', async () => {
    const { deps } = await server()
    const file = path.join(folder, 'backends.yaml')
    writeFileSync(file, `backends: [{ name: acme, address: "file://${folder}" }]`)
    await connectAtStart(deps, backendsAtStart({ ...given, file }))
    const before = await deps.store.read((reader) => reader.backends())
    const { problems } = await connectAtStart(deps, backendsAtStart(given))
    expect(problems).toEqual([expect.stringMatching(/^HOLDFAST_BACKENDS is not set: acme stays connected\./)])
    expect(await deps.store.read((reader) => reader.backends())).toEqual(before)
  })

  it('that cannot be connected are named, and the others are connected', async () => {
    const { deps } = await server()
    const file = path.join(folder, 'backends.yaml')
    writeFileSync(
      file,
      `backends: [{ name: organization, address: s3://a-b }, { name: acme, address: "file://${folder}" }]`,
    )
    const { problems } = await connectAtStart(deps, backendsAtStart({ ...given, file }))
    expect(problems).toEqual([expect.stringMatching(/^HOLDFAST_BACKENDS: There is an organization organization/)])
    expect((await deps.store.read((reader) => reader.backends())).map(({ org }) => org)).toEqual(['acme'])
  })
})
