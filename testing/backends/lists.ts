import { describe, expect, it } from 'vitest'
import { type Bench, bytesOf, CALL, listAll, read } from './bench.ts'

/** More than two pages where a page has 1,000; what has larger pages has a test of its own. */
const MANY = 2_500
const SOME = 100

/** `changes`: keys that the server itself changes, by what is odd in them. */
export function listSuite(bench: Bench, changes: Record<string, string> = {}): void {
  const put = async (...keys: string[]) => {
    const { store } = bench()
    for (let at = 0; at < keys.length; at += SOME)
      await Promise.all(keys.slice(at, at + SOME).map((key) => store.put(key, bytesOf(key), CALL)))
  }

  describe('a listing', () => {
    it('of nothing is empty', async () => {
      expect((await listAll(bench().store, '.pulumi/')).keys).toEqual([])
    })

    it('has each object that begins with the prefix, with its size, time and mark', async () => {
      const { store, tested } = bench()
      const keys = ['.pulumi/stacks/p/a.json', '.pulumi/stacks/p/a.json.bak', '.pulumi/stacks/p2/b.json']
      await put(...keys, '.pulumi/history/p/a/a-1.history.json', '.pulumi/meta.yaml', '.pulumi/stacksX')
      const { objects, keys: found } = await listAll(store, '.pulumi/stacks/')
      expect(found).toEqual(keys)
      for (const { key, size, at, mark } of objects) {
        const object = await read(store, key)
        expect({ mark, at: Math.abs(at - object.at) <= 1_000 }).toEqual({ mark: object.mark, at: true })
        expect(Math.abs(size - key.length)).toBeLessThanOrEqual(tested.hasRoughSizes === true ? 8 : 0)
      }
      expect((await listAll(store, '.pulumi/stacks/p')).keys).toEqual(keys)
      expect((await listAll(store, '.pulumi/stacks/p/a.json.')).keys).toEqual(['.pulumi/stacks/p/a.json.bak'])
      expect((await listAll(store, '.pulumi/nothing/')).keys).toEqual([])
    })

    it('takes signs of patterns in a prefix as they are', async () => {
      const projects = ['a_b', 'axb', 'a%b', ...('signs of patterns' in changes ? [] : ['a\\b'])]
      const keys = projects.map((project) => `.pulumi/stacks/${project}/s.json`)
      await put(...keys)
      for (const key of keys)
        expect((await listAll(bench().store, key.slice(0, -'/s.json'.length))).keys).toEqual([key])
    })

    it(`has each of ${MANY} objects once`, async () => {
      const keys = Array.from({ length: MANY }, (_, index) => `.pulumi/stacks/p${index % 7}/s${index}.json`)
      await put(...keys)
      const { keys: found, pages } = await listAll(bench().store, '.pulumi/stacks/')
      expect(found).toEqual(keys.toSorted())
      expect(pages).toBeGreaterThan(0)
      expect(pages).toBeLessThan(60)
    })

    it('begins after a key, in code point order', async () => {
      const { store } = bench()
      const inside = ['s-1', 's-2', 's-2.bak', 's-3', '\uff5e', '🚀'].map((name) => `.pulumi/history/p/s/${name}`)
      await put(...inside, '.pulumi/history/p/r/s-9')
      const after = async (key: string) => (await listAll(store, '.pulumi/history/p/s/', { after: key })).objects
      const names = async (key: string) =>
        new Set((await after(`.pulumi/history/p/s/${key}`)).map((object) => object.key.split('/').at(-1)))
      expect(await names('s-2')).toEqual(new Set(['s-2.bak', 's-3', '\uff5e', '🚀']))
      expect(await names('s-25')).toEqual(new Set(['s-3', '\uff5e', '🚀']))
      expect(await names('\uff5e')).toEqual(new Set(['🚀']))
      expect(await names('🚀')).toEqual(new Set())
    })

    it('does not show what was removed, and shows at once what was written', async () => {
      const { store } = bench()
      for (let turn = 0; turn < 20; turn += 1) {
        const key = `.pulumi/locks/organization/p/s/${turn}.json`
        await store.create(key, bytesOf('{}'), CALL)
        expect((await listAll(store, '.pulumi/locks/')).keys).toEqual([key])
        await store.remove(key, CALL)
        expect((await listAll(store, '.pulumi/locks/')).keys).toEqual([])
      }
    })
  })
}
