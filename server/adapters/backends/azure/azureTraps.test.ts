import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, CALL, listAll, read, readText } from '#testing/backends/bench.ts'
import { azureAddress } from '#testing/backends/azureAddress.ts'
import { AZURE_ACCOUNT, startAzureDouble } from '#testing/backends/doubles/azureDouble.ts'
import type { Double } from '#testing/backends/doubles/double.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { serviceUrl } from './container.ts'
import { open } from './open.ts'

const KEY = '.pulumi/stacks/shop/prod.json'
const SECRET = 'cGxhbnRlZC1zZWNyZXQ='

let double: Double
let putBack = () => {}
beforeEach(async () => {
  double = await startAzureDouble()
})
afterEach(async () => {
  putBack()
  await double.stop()
})
const set = (variables: Record<string, string>) => {
  putBack()
  putBack = setVendors(variables)
}
const openDouble = () => open(azureAddress(double.host, AZURE_ACCOUNT))

describe('credentials', () => {
  it('are the key of the account before all others', async () => {
    set({ AZURE_STORAGE_KEY: SECRET, AZURE_STORAGE_SAS_TOKEN: '?sig=planted' })
    await listAll(await openDouble(), '.pulumi/')
    expect(double.asked[0]?.headers.authorization).toMatch(/^SharedKey acme:/)
  })

  it('are a shared access signature, also for the source of a copy', async () => {
    double.put(KEY, 'one')
    for (const token of ['?sv=1&sig=planted', 'sv=1&sig=planted']) {
      set({ AZURE_STORAGE_SAS_TOKEN: token, AZURE_STORAGE_CONNECTION_STRING: 'none' })
      const store = await openDouble()
      expect(await store.copy(KEY, `${KEY}.bak`, CALL)).toBe('copied')
    }
    expect(double.asked.map(({ query }) => query.get('sig'))).toEqual(double.asked.map(() => 'planted'))
    expect(double.asked[0]?.headers['x-ms-copy-source']).toContain('sig=planted')
  })

  it('are those of a connection string, under both of its names', async () => {
    const connection = `BlobEndpoint=${double.url}/${AZURE_ACCOUNT};AccountName=${AZURE_ACCOUNT};AccountKey=${SECRET}`
    for (const name of ['AZURE_STORAGE_CONNECTION_STRING', 'AZURE_STORAGEBLOB_CONNECTIONSTRING']) {
      set({ [name]: connection })
      const store = await open({ ...azureAddress('elsewhere.example', AZURE_ACCOUNT), account: undefined })
      expect((await listAll(store, '.pulumi/')).keys).toEqual([])
    }
    set({ AZURE_STORAGE_CONNECTION_STRING: 'none' })
    await expect(openDouble()).rejects.toMatchObject({ trouble: { kind: 'credentials', problem: 'refused' } })
  })

  it('are missing without an account', async () => {
    set({})
    const address = { ...azureAddress(double.host, ''), account: undefined }
    await expect(open(address)).rejects.toMatchObject({ trouble: { kind: 'credentials', problem: 'missing' } })
  })
})

it('makes the address of the service as the CLI does', () => {
  set({})
  const address = { ...azureAddress('', 'acme'), domain: undefined, protocol: undefined }
  expect(serviceUrl(address, 'acme')).toBe('https://acme.blob.core.windows.net')
  expect(serviceUrl({ ...address, domain: 'blob.core.usgovcloudapi.net' }, 'acme')).toBe('https://acme.blob.core.usgovcloudapi.net') // prettier-ignore
  expect(serviceUrl({ ...address, domain: 'states.example', isCdn: true }, 'acme')).toBe('https://states.example')
  expect(serviceUrl({ ...address, domain: 'azurite:10000', protocol: 'http', isEmulator: true }, 'acme')).toBe('http://azurite:10000/acme') // prettier-ignore
  expect(serviceUrl({ ...address, domain: 'localhost:10000', protocol: 'http' }, 'acme')).toBe('http://localhost:10000/acme') // prettier-ignore
  set({ AZURE_STORAGE_DOMAIN: 'states.example', AZURE_STORAGE_PROTOCOL: 'http', AZURE_STORAGE_IS_CDN: 'TRUE' })
  expect(serviceUrl(address, 'acme')).toBe('http://states.example')
  expect(serviceUrl({ ...address, isCdn: false }, 'acme')).toBe('http://acme.states.example')
})

it('waits until a copy is done', async () => {
  set({ AZURE_STORAGE_KEY: SECRET })
  double.put(KEY, 'one')
  const store = await openDouble()
  expect(await store.copy(KEY, `${KEY}.bak`, CALL)).toBe('copied')
  expect(double.asked.map(({ method }) => method)).toEqual(['PUT', 'HEAD'])
  expect(await readText(store, `${KEY}.bak`)).toBe('one')
})

it('has the same mark in a listing and in a read, and sends it in quotes', async () => {
  set({ AZURE_STORAGE_KEY: SECRET })
  double.put(KEY, 'one')
  const store = await openDouble()
  const { objects } = await listAll(store, '.pulumi/')
  expect(objects[0]?.mark).toBe((await read(store, KEY)).mark)
  expect(await store.replace(KEY, bytesOf('two'), objects[0]?.mark ?? '', CALL)).toBe('replaced')
  expect(double.asked.at(-1)?.headers['if-match']).toMatch(/^"0X8D[0-9A-F]+"$/)
})

it('tells a present blob, a changed one and a missing one apart', async () => {
  set({ AZURE_STORAGE_KEY: SECRET })
  const store = await openDouble()
  expect(await store.create(KEY, bytesOf('one'), CALL)).toBe('created')
  expect(await store.create(KEY, bytesOf('two'), CALL)).toBe('present')
  expect(await store.replace(KEY, bytesOf('two'), 'old', CALL)).toBe('changed')
  expect(await store.replace(`${KEY}.bak`, bytesOf('two'), 'old', CALL)).toBe('absent')
  expect(await store.remove(`${KEY}.bak`, { ...CALL, mark: 'old' })).toBe('absent')
})
