import { describe, expect, it } from 'vitest'
import { type Bench, bytesOf, CALL, type Conditions, read, readText } from './bench.ts'

const KEY = '.pulumi/stacks/shop/prod.json'

/** Writes under a condition. `ignores`: those that the server is known to ignore. */
export function conditionSuite(bench: Bench, ignores: Partial<Record<keyof Conditions, string>>): void {
  const why = (verb: keyof Conditions) => ({ meta: { why: ignores[verb] ?? '' } })

  describe('a write under a condition', () => {
    it.skipIf('create' in ignores)('creates an object only if there is none', why('create'), async () => {
      const { store } = bench()
      expect(await store.create(KEY, bytesOf('one'), CALL)).toBe('created')
      expect(await store.create(KEY, bytesOf('two'), CALL)).toBe('present')
      expect(await readText(store, KEY)).toBe('one')
    })

    it.skipIf('create' in ignores)(
      'lets one of ten creates at the same time succeed, whole',
      why('create'),
      async () => {
        const { store } = bench()
        const texts = Array.from({ length: 10 }, (_, index) => `writer ${index} `.repeat(1_000))
        const results = await Promise.all(texts.map((text) => store.create(KEY, bytesOf(text), CALL)))
        expect(results.filter((result) => result === 'created')).toHaveLength(1)
        expect(results.filter((result) => result === 'present')).toHaveLength(9)
        expect(await readText(store, KEY)).toBe(texts[results.indexOf('created')])
      },
    )

    it.skipIf('replace' in ignores)('replaces an object only if it is as it was read', why('replace'), async () => {
      const { store } = bench()
      expect(await store.replace(KEY, bytesOf('x'), 'no mark', CALL)).toBe('absent')
      await store.put(KEY, bytesOf('one'), CALL)
      const { mark } = await read(store, KEY)
      expect(await store.replace(KEY, bytesOf('two'), mark, CALL)).toBe('replaced')
      expect(await store.replace(KEY, bytesOf('three'), mark, CALL)).toBe('changed')
      expect(await readText(store, KEY)).toBe('two')
      await store.remove(KEY, CALL)
      expect(await store.replace(KEY, bytesOf('four'), mark, CALL)).toBe('absent')
      expect(await store.read(KEY, CALL)).toBe('absent')
    })

    it.skipIf('replace' in ignores)('replaces an object by the mark of a listing', why('replace'), async () => {
      const { store } = bench()
      await store.put(KEY, bytesOf('one'), CALL)
      const marks: string[] = []
      for await (const page of store.list('.pulumi/', CALL)) marks.push(...page.map(({ mark }) => mark))
      expect(marks).toEqual([(await read(store, KEY)).mark])
      expect(await store.replace(KEY, bytesOf('two'), marks[0] ?? '', CALL)).toBe('replaced')
    })

    it.skipIf('remove' in ignores)('removes an object only if it is as it was read', why('remove'), async () => {
      const { store } = bench()
      await store.put(KEY, bytesOf('one'), CALL)
      const { mark } = await read(store, KEY)
      await store.put(KEY, bytesOf('two'), CALL)
      expect(await store.remove(KEY, { ...CALL, mark })).toBe('changed')
      expect(await readText(store, KEY)).toBe('two')
      const { mark: now } = await read(store, KEY)
      expect(await store.remove(KEY, { ...CALL, mark: now })).toBe('removed')
      expect(await store.remove(KEY, { ...CALL, mark: now })).toBe('absent')
    })
  })
}
