import { describe, expect, it } from 'vitest'
import { Plan, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { Deployment } from '#domain/state/checkpoint.ts'
import { createHarness, replyOf } from '#testing/consoleHarness.ts'
import { haveOrganization } from '#testing/haveOrganization.ts'
import { begins } from '#testing/samples/sampleJournal.ts'

const DEV = 'organization/shop/dev'
const PROD = 'organization/shop/prod'
const BUCKET = 'aws:s3/bucket:Bucket'
const entry = (name: string, more: object = {}, stack = 'dev', project = 'shop') => ({
  urn: `urn:pulumi:${stack}::${project}::${BUCKET}::${name}`,
  custom: true,
  type: BUCKET,
  id: `${name}-id`,
  inputs: {},
  ...more,
})
const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }

/** A stack called dev with versions 1 to 3: without secrets, with a secret, and with it in a bucket that is new. */
async function world() {
  const harness = await createHarness()
  const { cli, call } = harness
  await cli.createStack(DEV)
  const plaintext = Buffer.from('"x"').toString('base64')
  const { ciphertext } = await cli.send(`${DEV}/encrypt`, { plaintext })
  const secrets_providers = {
    type: 'service',
    state: { url: 'http://localhost:8080', owner: 'organization', project: 'shop', stack: 'dev' },
  }
  const password = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext }
  const sealed = entry('db', { inputs: { password } })
  for (const resources of [
    [entry('db'), entry('queue')],
    [sealed, entry('queue')],
    [entry('db'), entry('queue', { inputs: { fifo: true } }), entry('new', { inputs: { password } })],
  ]) {
    await harness.wait(1)
    await cli.import(DEV, { manifest, secrets_providers, resources })
  }
  await harness.wait(1)
  const rename = async (from: string, body: object) => {
    await cli.send(`${from}/rename`, body)
    await harness.wait(1)
  }
  const options = async (ref: string, recovery: RecoveryId, query = '') =>
    replyOf(RecoveryOptions, call('GET', `/stacks/${ref}/recover/${recovery}${query}`))
  const run = async (ref: string, recovery: RecoveryId, choice: { problem: string; option: string }) => {
    const { basis } = await options(ref, recovery)
    const choices = [{ ...choice, statement: 'Looked.' }]
    const body = { recovery, basis, choices, reason: 'Back to what it was.', confirm: ref }
    await replyOf(Plan, call('POST', `/stacks/${ref}/recoveries/plan`, { body: { recovery, basis, choices } }))
    await replyOf(RecoveryRecord, call('POST', `/stacks/${ref}/recoveries`, { body }))
    const { deployment } = await harness.exported<Deployment>(ref)
    const provider = deployment.secrets_providers?.state as Record<string, string> | undefined
    return {
      urns: deployment.resources?.map(({ urn }) => urn),
      decrypted:
        provider &&
        (await cli.send(`${provider['owner']}/${provider['project']}/${provider['stack']}/decrypt`, { ciphertext })),
      plaintext,
    }
  }
  return { ...harness, rename, options, run }
}
const urns = (names: string[], stack = 'prod', project = 'shop') =>
  names.map((name) => entry(name, {}, stack, project).urn)

describe('a version from before the stack was renamed is restored under its present name', () => {
  it.each([
    ['1', 'carry', ['db', 'queue', 'new']],
    ['1', 'exact', ['db', 'queue']],
    ['2', 'carry', ['db', 'queue', 'new']],
    ['2', 'exact', ['db', 'queue']],
  ])('version %s, %s', async (version, option, names) => {
    const it = await world()
    await it.rename(DEV, { newName: 'prod', newProject: 'shop' })
    const restored = await it.run(PROD, 'restore-version', { problem: `version:${version}`, option })
    expect(restored).toMatchObject({ urns: urns(names), decrypted: { plaintext: restored.plaintext } })
  })

  it('after renames of stack and project and a transfer', async () => {
    const it = await world()
    await it.rename(DEV, { newName: 'prod', newProject: 'shop' })
    await haveOrganization(it.deps, 'acme')
    await it.cli.send(`${PROD}/transfer`, { toOrg: 'acme' })
    await it.wait(1)
    await it.rename('acme/shop/prod', { newName: 'live', newProject: 'store' })
    for (const [version, option] of [
      ['2', 'exact'],
      ['4', 'exact'],
    ] as const) {
      const restored = await it.run('acme/store/live', 'restore-version', { problem: `version:${version}`, option })
      expect(restored.urns).toEqual(urns(version === '2' ? ['db', 'queue'] : ['db', 'queue', 'new'], 'live', 'store'))
      expect(restored.decrypted).toEqual({ plaintext: restored.plaintext })
    }
  })

  it('after it was deleted and restored under another name', async () => {
    const it = await world()
    await it.cli.send(`${DEV}?force=true`, {}, { method: 'DELETE' })
    await it.wait(1)
    const { stacks } = (await it.get('/orgs/organization/deleted-stacks')) as { stacks: { id: string }[] }
    const body = { name: 'prod' }
    await it.call('POST', `/orgs/organization/deleted-stacks/${stacks[0]?.id}/restore`, { body })
    await it.wait(1)
    expect((await it.run(PROD, 'restore-version', { problem: 'version:1', option: 'exact' })).urns).toEqual(
      urns(['db', 'queue']),
    )
  })
})

it('a version with the names of another stack is not restored, whatever the stack was called before or after', async () => {
  const it = await world()
  await it.rename(DEV, { newName: 'prod', newProject: 'shop' })
  await it.cli.import(PROD, { manifest, resources: [entry('db', { id: 'another' })] }) // of another stack called dev
  await it.wait(1)
  await it.cli.import(PROD, { manifest, resources: [entry('db', {}, 'prod')] })
  const { problems } = await it.options(PROD, 'restore-version', '?version=5')
  expect(problems).toMatchObject([
    { id: 'version:5', options: [], advice: expect.stringContaining('resources of shop/dev') as string },
  ])
})

it('entries that a refresh lost before the stack was renamed come back under its present name', async () => {
  const it = await world()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  await it.cli.import(DEV, { manifest, resources: names.map((name) => entry(name)) })
  await it.wait(1)
  const run = await it.cli.start(DEV, { kind: 'refresh' })
  const lost = names.slice(1).flatMap((_, at) => [
    { ...begins(2 * at + 1, { type: 'refreshing', resource: {} }, at + 1), isRefresh: true, operation: null },
    {
      version: 1,
      kind: 3,
      sequenceID: 2 * at + 2,
      operationID: at + 1,
      removeOld: at + 1,
      removeNew: null,
      isRefresh: true,
    },
  ])
  await run.journal(...lost)
  await run.complete('succeeded')
  await it.wait(1)
  await it.rename(DEV, { newName: 'prod', newProject: 'shop' })
  const { problems } = await it.options(PROD, 'restore-lost-entries')
  const restored = await it.run(PROD, 'restore-lost-entries', { problem: problems[0]?.id ?? '', option: 'all' })
  expect(restored.urns).toEqual(urns(names))
})
