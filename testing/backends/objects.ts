import { randomFillSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Bench, bytesOf, CALL, listAll, read, readText, textOf } from './bench.ts'

/** Keys that people and broken clients make, by what is odd in them. */
export const ODD_KEYS: Record<string, string> = {
  'a space': '.pulumi/stacks/p/a b.json',
  'a line break': '.pulumi/stacks/p/a\nb.json',
  'a zero byte': '.pulumi/stacks/p/a\0b.json',
  'percent signs': '.pulumi/stacks/p/a%2Fb%.json',
  'signs of addresses': '.pulumi/stacks/p/a+b?c#d&e=f.json',
  'signs of patterns': '.pulumi/stacks/p_%\\/a_b%.json',
  quotes: `.pulumi/stacks/p/'a"b\`.json`,
  'other alphabets': '.pulumi/stacks/проект/名前-é-🚀.json',
  'two dots': '.pulumi/../../a.json',
  'two slashes': '.pulumi//a//b.json',
  'an escape of a folder': '.pulumi/stacks/p/__0x2f__a.json',
  '1,024 bytes': `.pulumi/${Array.from({ length: 5 }, () => 'x'.repeat(200)).join('/')}/${'y'.repeat(11)}`,
}

/** An object as large as states become: what a client sends in parts. */
const LARGE = 20 * 1024 * 1024

/** `changes`: keys that the server itself changes, by what is odd in them, each with the reason. */
export function objectSuite(bench: Bench, changes: Record<string, string> = {}): void {
  it('reads an object byte for byte, with a mark and the time of the write', async () => {
    const { store } = bench()
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const before = await store.now(CALL)
    await store.put('.pulumi/stacks/p/s.json', bytes, CALL)
    const found = await read(store, '.pulumi/stacks/p/s.json')
    expect([...found.bytes]).toEqual([...bytes])
    expect(found.mark).not.toBe('')
    expect(found.at).toBeGreaterThan(before - 5_000) // times of some stores are of whole seconds
    expect(found.at).toBeLessThan((await store.now(CALL)) + 5_000)
  })

  it('says that there is no object with a key, also of a store without any', async () => {
    const { store } = bench()
    expect(await store.read('.pulumi/meta.yaml', CALL)).toBe('absent')
    await store.put('.pulumi/stacks/p/s.json', bytesOf('{}'), CALL)
    for (const key of ['.pulumi/stacks/p', '.pulumi/stacks/p/s', '.pulumi/stacks/p/s.json/x', '.pulumi/stacks/p/'])
      expect(await store.read(key, CALL)).toBe('absent')
  })

  it('reads an empty object', async () => {
    const { store } = bench()
    await store.put('.pulumi/locks/l.json', new Uint8Array(), CALL)
    expect((await read(store, '.pulumi/locks/l.json')).bytes).toHaveLength(0)
  })

  it('says that an object is the same only as long as nobody writes it, also with the same bytes', async () => {
    const { store } = bench()
    const key = '.pulumi/stacks/p/s.json'
    await store.put(key, bytesOf('one'), CALL)
    const { mark } = await read(store, key)
    expect(await store.read(key, { ...CALL, ifChanged: mark })).toBe('same')
    await store.put(key, bytesOf('two'), CALL)
    const changed = await store.read(key, { ...CALL, ifChanged: mark })
    expect(changed).toMatchObject({ bytes: expect.anything() })
    await store.remove(key, CALL)
    expect(await store.read(key, { ...CALL, ifChanged: mark })).toBe('absent')
  })

  it('copies an object as it is, over what was there', async () => {
    const { store } = bench()
    await store.put('.pulumi/a.json', bytesOf('one'), CALL)
    await store.put('.pulumi/b.json', bytesOf('other'), CALL)
    expect(await store.copy('.pulumi/a.json', '.pulumi/b.json', CALL)).toBe('copied')
    expect(await readText(store, '.pulumi/b.json')).toBe('one')
    expect(await readText(store, '.pulumi/a.json')).toBe('one')
    expect(await store.copy('.pulumi/nothing.json', '.pulumi/b.json', CALL)).toBe('absent')
    expect(await readText(store, '.pulumi/b.json')).toBe('one')
  })

  it('removes an object once', async () => {
    const { store } = bench()
    await store.put('.pulumi/a.json', bytesOf('one'), CALL)
    expect(await store.remove('.pulumi/a.json', CALL)).toBe('removed')
    expect(await store.remove('.pulumi/a.json', CALL)).toBe('absent')
    expect(await store.read('.pulumi/a.json', CALL)).toBe('absent')
  })

  it(`reads, copies and replaces an object of ${LARGE / 1024 / 1024} MB`, async () => {
    const { store } = bench()
    const bytes = randomFillSync(new Uint8Array(LARGE))
    await store.put('.pulumi/large.json', bytes, CALL)
    const found = await read(store, '.pulumi/large.json')
    expect(Buffer.compare(found.bytes, bytes)).toBe(0)
    await store.copy('.pulumi/large.json', '.pulumi/large.json.bak', CALL)
    expect((await read(store, '.pulumi/large.json.bak')).bytes).toHaveLength(LARGE)
    expect(await store.replace('.pulumi/large.json', bytesOf('small'), found.mark, CALL)).toBe('replaced')
    expect(await readText(store, '.pulumi/large.json')).toBe('small')
  })

  for (const [odd, key] of Object.entries(ODD_KEYS)) {
    const why = changes[odd]
    it.skipIf(why !== undefined)(
      `keeps a key with ${odd} apart, or refuses to write it`,
      { meta: { why: why ?? '' } },
      async () => {
        const { store, tested } = bench()
        const isRefused = tested.refusedKeys?.includes(odd) === true
        await store.put('.pulumi/a.json', bytesOf('another'), CALL)
        expect(await store.read(key, CALL)).toBe('absent')
        const created = store.create(key, bytesOf(odd), CALL).catch((error: unknown) => String(error))
        expect(await created).toBe(isRefused ? 'BackendError: backend: failed' : 'created')
        const found = await store.read(key, CALL)
        expect(typeof found === 'string' ? found : textOf(found.bytes)).toBe(isRefused ? 'absent' : odd)
        const { keys } = await listAll(store, '.pulumi/')
        expect(keys).toEqual(['.pulumi/a.json', ...(isRefused ? [] : [key])].toSorted())
        expect(await store.remove(key, CALL)).toBe(isRefused ? 'absent' : 'removed')
        expect(await readText(store, '.pulumi/a.json')).toBe('another')
      },
    )
  }

  it('ends with the reason of its signal when that is aborted', async () => {
    const { store } = bench()
    const call = { ...CALL, signal: AbortSignal.abort(new Error('nobody waits')) }
    await expect(store.read('.pulumi/a.json', call)).rejects.toThrow('nobody waits')
    await expect(store.put('.pulumi/a.json', bytesOf(''), call)).rejects.toThrow('nobody waits')
    const pages = async () => {
      for await (const page of store.list('.pulumi/', call)) void page
    }
    await expect(pages()).rejects.toThrow('nobody waits')
    expect(await store.read('.pulumi/a.json', CALL)).toBe('absent')
  })

  it('tells the time of its own clock', async () => {
    const { store } = bench()
    const [first, second] = [await store.now(CALL), await store.now(CALL)]
    expect(second).toBeGreaterThanOrEqual(first)
    expect(Math.abs(first - Date.now())).toBeLessThan(60_000)
  })
}
