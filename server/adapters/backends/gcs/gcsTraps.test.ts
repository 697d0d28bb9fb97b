import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bytesOf, CALL, listAll } from '#testing/backends/bench.ts'
import type { Double } from '#testing/backends/doubles/double.ts'
import { startGcsDouble } from '#testing/backends/doubles/gcsDouble.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { open } from './open.ts'

const KEY = '.pulumi/stacks/shop/prod.json'
const ADDRESS = { kind: 'gcs', bucket: 'acme-state', prefix: '', isAnonymous: false, universe: undefined } as const

let double: Double
let directory: string
let putBack = () => {}
beforeEach(async () => {
  double = await startGcsDouble()
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-gcs-'))
})
afterEach(async () => {
  putBack()
  await double.stop()
  await rm(directory, { recursive: true })
})
const set = (variables: Record<string, string>) => {
  putBack()
  putBack = setVendors({ STORAGE_EMULATOR_HOST: double.host, ...variables })
}
const signatures = () => double.asked.map(({ headers }) => headers.authorization)

it('signs nothing for a test server, nor for nobody', async () => {
  set({})
  await listAll(await open(ADDRESS), '.pulumi/')
  set({ GOOGLE_OAUTH_ACCESS_TOKEN: 'planted-token' })
  await listAll(await open({ ...ADDRESS, isAnonymous: true }), '.pulumi/')
  expect(signatures()).toEqual([undefined, undefined])
})

it('signs with the token of the environment', async () => {
  set({ GOOGLE_OAUTH_ACCESS_TOKEN: 'planted-token' })
  await listAll(await open(ADDRESS), '.pulumi/')
  expect(signatures()).toEqual(['Bearer planted-token'])
})

it('exchanges the token of a federation for one of Google, before any other credentials', async () => {
  const subject = path.join(directory, 'token')
  await writeFile(subject, 'planted-subject')
  const federation = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/ci/providers/ci',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${double.url}/token`,
    credential_source: { file: subject },
  }
  const exchanged = { access_token: 'exchanged', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token', token_type: 'Bearer', expires_in: 3600 } // prettier-ignore
  double.fault = ({ path: asked }) =>
    asked === '/token'
      ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(exchanged) }
      : undefined
  set({ GOOGLE_CREDENTIALS: JSON.stringify(federation), GOOGLE_OAUTH_ACCESS_TOKEN: 'planted-token' })
  await listAll(await open(ADDRESS), '.pulumi/')
  expect(new TextDecoder().decode(double.asked[0]?.body)).toContain('planted-subject')
  expect(signatures()).toEqual([undefined, 'Bearer exchanged'])
  double.fault = () => ({ status: 400, headers: { 'Content-Type': 'application/json' }, body: '{"error":"invalid_grant"}' }) // prettier-ignore
  await expect(listAll(await open(ADDRESS), '.pulumi/')).rejects.toMatchObject({
    trouble: { kind: 'credentials', problem: 'expired' },
  })
})

it('says that credentials are missing, or are none', async () => {
  set({ STORAGE_EMULATOR_HOST: '' })
  const trouble = (problem: string) => ({ trouble: { kind: 'credentials', problem } })
  await expect(listAll(await open(ADDRESS), '.pulumi/')).rejects.toMatchObject(trouble('missing'))
  set({ STORAGE_EMULATOR_HOST: '', GOOGLE_APPLICATION_CREDENTIALS: path.join(directory, 'none.json') })
  await expect(listAll(await open(ADDRESS), '.pulumi/')).rejects.toMatchObject(trouble('missing'))
  set({ GOOGLE_CREDENTIALS: '{' })
  await expect(open(ADDRESS)).rejects.toMatchObject(trouble('refused'))
})

it('uses generations as marks, and takes others for those of no object', async () => {
  set({})
  const store = await open(ADDRESS)
  await store.put(KEY, bytesOf('one'), CALL)
  expect(double.objects.get(KEY)?.mark).toBe('1')
  for (const mark of ['no mark', '1 OR 1', '']) expect(await store.remove(KEY, { ...CALL, mark })).toBe('changed')
  expect(await store.replace(KEY, bytesOf('two'), '1', CALL)).toBe('replaced')
  expect(double.asked.at(-1)?.query.get('ifGenerationMatch')).toBe('1')
})

it('says in words of its own that an answer is none of such a store', async () => {
  set({})
  const store = await open(ADDRESS)
  const trouble = { trouble: { kind: 'failed', code: 'NotUnderstood' } }
  for (const body of ['<html>', '{"items":7}']) {
    double.fault = () => ({ status: 200, body })
    await expect(listAll(store, '.pulumi/')).rejects.toMatchObject(trouble)
    await expect(store.copy(KEY, `${KEY}.bak`, CALL)).rejects.toMatchObject(trouble)
    await expect(store.read(KEY, CALL)).rejects.toMatchObject(trouble)
  }
})

it('asks that nothing is unpacked on the way', async () => {
  set({})
  double.put(KEY, '{}')
  await (await open(ADDRESS)).read(KEY, CALL)
  expect(double.asked.at(-1)?.headers['accept-encoding']).toBe('gzip')
})
