import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '#server/blobs/port.ts'
import { bytesOf, CALL, listAll, read, readText, troubleOf } from '#testing/backends/bench.ts'
import { type Cloud, clouds, PLANTED } from '#testing/backends/clouds.ts'
import type { Double } from '#testing/backends/doubles/double.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { freePort } from '#testing/servers/freePort.ts'

const KEY = '.pulumi/stacks/shop/prod.json'
const HOUR_MS = 3_600_000

describe.each(clouds)('$name', (cloud: Cloud) => {
  let double: Double
  let store: BlobStore
  let putBack: () => void
  beforeEach(async () => {
    double = await cloud.start()
    putBack = setVendors(cloud.environment(double.host))
    store = await cloud.open(double.host)
  })
  afterEach(async () => {
    await store.close()
    putBack()
    await double.stop()
  })

  it('shows the pages of a listing that it may see, and says that it may not see the rest', async () => {
    for (let index = 0; index < 25; index += 1) double.put(`.pulumi/stacks/shop/s${index}.json`, '{}')
    double.pageSize = 10
    double.fault = () => (double.asked.length > 1 ? cloud.forbidden : undefined)
    const seen: string[] = []
    const listing = async () => {
      for await (const page of store.list('.pulumi/', CALL)) seen.push(...page.map(({ key }) => key))
    }
    expect(await troubleOf(listing())).toEqual({ kind: 'forbidden', what: 'list' })
    expect(seen).toHaveLength(10)
  })

  it('does not follow a redirect, and says that there is one', async () => {
    const elsewhere = { status: 301, headers: { Location: 'http://169.254.169.254/' }, body: '<html>moved</html>' }
    double.fault = () => elsewhere
    for (const call of [() => listAll(store, '.pulumi/'), () => store.read(KEY, CALL)])
      expect(await troubleOf(call())).toEqual({ kind: 'failed', code: 'Redirected' })
  })

  it('says which right is missing', async () => {
    double.put(KEY, '{}')
    double.fault = () => cloud.forbidden
    expect(await troubleOf(store.read(KEY, CALL))).toEqual({ kind: 'forbidden', what: 'read' })
    expect(await troubleOf(store.put(KEY, bytesOf('{}'), CALL))).toEqual({ kind: 'forbidden', what: 'write' })
  })

  it('lists to tell its time, so the right to list is missing, or the store is', async () => {
    double.fault = () => cloud.forbidden
    expect(await troubleOf(store.now(CALL))).toEqual({ kind: 'forbidden', what: 'list' })
    double.fault = () => ({ status: 404 })
    expect(await troubleOf(store.now(CALL))).toEqual({ kind: 'noSuchStore', name: `${cloud.store} acme-state` })
  })

  it('does not take a refusal for a missing object', async () => {
    double.fault = ({ method }) => (method === 'GET' ? cloud.forbidden : undefined)
    expect(await troubleOf(store.read('.pulumi/none.json', CALL))).toEqual({ kind: 'forbidden', what: 'read' })
  })

  it('says that credentials have expired, and works again with new ones', async () => {
    double.put(KEY, '{}')
    double.fault = () => cloud.expired
    const expired = { kind: 'credentials', problem: 'expired' }
    expect(await troubleOf(listAll(store, '.pulumi/'))).toEqual(expired)
    expect(await troubleOf(store.read(KEY, CALL))).toEqual(expired)
    double.fault = undefined
    expect((await listAll(store, '.pulumi/')).keys).toEqual([KEY])
  })

  it('shows no secret in what it throws', async () => {
    double.fault = () => cloud.refused
    const error: unknown = await store.read(KEY, CALL).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ trouble: { kind: 'credentials' } })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(PLANTED)
  })

  it('passes on for how long it is asked to wait, and does not insist', async () => {
    for (const reply of cloud.throttled) {
      double.asked.length = 0
      double.fault = () => reply
      expect(await troubleOf(store.read(KEY, CALL))).toEqual({ kind: 'throttled', retryAfterS: 7 })
      expect(double.asked.length).toBeLessThanOrEqual(3)
    }
  })

  it('tries again after a failure that passes, and not for ever', async () => {
    double.put(KEY, 'whole')
    double.fault = () => (double.asked.length === 1 ? cloud.failing : undefined)
    expect(await readText(store, KEY)).toBe('whole')
    double.asked.length = 0
    double.fault = () => cloud.failing
    expect(await troubleOf(store.read(KEY, CALL))).toMatchObject({ kind: 'failed' })
    expect(double.asked).toHaveLength(3)
  })

  it('reads what is there although a listing still shows what was there', async () => {
    double.put(KEY, 'old')
    double.listed = new Map(double.objects)
    double.put(KEY, 'new')
    double.put('.pulumi/locks/organization/shop/prod/1.json', '{}')
    const { objects } = await listAll(store, '.pulumi/')
    expect(objects.map(({ key }) => key)).toEqual([KEY])
    const found = await store.read(KEY, { ...CALL, ifChanged: objects[0]?.mark ?? '' })
    expect(typeof found === 'object' && new TextDecoder().decode(found.bytes)).toBe('new')
    expect(await store.replace(KEY, bytesOf('mine'), objects[0]?.mark ?? '', CALL)).toBe('changed')
    double.listed = undefined
    expect((await listAll(store, '.pulumi/')).keys).toHaveLength(2)
  })

  it('works with a store whose clock is off by an hour, and tells its time', async () => {
    double.aheadMs = HOUR_MS
    double.put(KEY, '{}')
    const before = double.now()
    expect(Math.abs((await store.now(CALL)) - before)).toBeLessThan(60_000)
    const { objects } = await listAll(store, '.pulumi/')
    expect(Math.abs((objects[0]?.at ?? 0) - before)).toBeLessThan(60_000)
    expect(await readText(store, KEY)).toBe('{}')
  })

  it('is not understood if it tells no time', async () => {
    double.aheadMs = Number.NaN
    expect(await troubleOf(store.now(CALL))).toEqual({ kind: 'failed', code: 'NotUnderstood' })
  })

  it('names the one object of many that is damaged, and reads the others', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `.pulumi/stacks/shop/s${index}.json`)
    for (const key of keys) double.put(key, key, key.endsWith('/s7.json') ? { headers: cloud.wrongChecksum } : {})
    const results = await Promise.all(keys.map((key) => readText(store, key).catch((error: unknown) => error)))
    expect(results.filter((result, index) => result === keys[index])).toHaveLength(39)
    expect(results[7]).toMatchObject({ trouble: { kind: 'damagedObject', key: keys[7] } })
  })

  it('reads an object again whose connection was cut', async () => {
    double.put(KEY, 'whole '.repeat(10_000))
    double.cutAfter = 1_000
    expect(await readText(store, KEY)).toBe('whole '.repeat(10_000))
  })

  it('gives the bytes of an object that is kept packed as they are', async () => {
    const packed = gzipSync('{"version":3}')
    double.put(KEY, packed, { headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' } })
    expect(Buffer.compare((await read(store, KEY)).bytes, packed)).toBe(0)
  })

  it('says that there is no such store', async () => {
    const other = await cloud.open(double.host, 'acme-stat')
    const trouble = { kind: 'noSuchStore', name: `${cloud.store} acme-stat` }
    expect(await troubleOf(listAll(other, '.pulumi/'))).toEqual(trouble)
    expect(await troubleOf(other.read('.pulumi/meta.yaml', CALL))).toEqual(trouble)
    expect(await troubleOf(other.copy(KEY, `${KEY}.bak`, CALL))).toEqual(trouble)
    await other.close()
  })

  it('says which host cannot be reached', async () => {
    const host = `127.0.0.1:${await freePort()}`
    const away = await cloud.open(host)
    expect(await troubleOf(listAll(away, '.pulumi/'))).toEqual({ kind: 'unreachable', host })
    await away.close()
  })

  it('ends a request in the middle when its signal is aborted', async () => {
    const controller = new AbortController()
    double.fault = () => {
      controller.abort(new Error('nobody waits'))
      return cloud.failing
    }
    await expect(store.read(KEY, { ...CALL, signal: controller.signal })).rejects.toThrow('nobody waits')
  })

  it('lists the versions of exactly one object, newest first, and reads them', async () => {
    for (const text of ['one', 'two', 'three']) double.put(KEY, text)
    double.put(`${KEY}.bak`, 'another')
    const versions = (await store.versions?.(KEY, CALL)) ?? []
    expect(versions.map(({ isCurrent, size }) => [isCurrent, size])).toEqual([[true, 5], [false, 3], [false, 3]]) // prettier-ignore
    const texts = await Promise.all(
      versions.map(async ({ version }) => {
        const found = await store.readVersion?.(KEY, version, CALL)
        return typeof found === 'object' ? new TextDecoder().decode(found.bytes) : found
      }),
    )
    expect(texts).toEqual(['three', 'two', 'one'])
    expect(await store.readVersion?.(KEY, '99', CALL)).toBe('absent')
  })
})
