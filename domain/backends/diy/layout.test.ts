import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { pick, type Random, seeded } from '#testing/states/randomState.ts'
import {
  backupsIn,
  cliNameOf,
  historyIn,
  layoutOf,
  type ListedObject,
  locksIn,
  MAX_FOREIGN,
  nameIn,
  refOf,
  stacksIn,
} from './layout.ts'

const at = (key: string, written = 0, size = 1): ListedObject => ({
  key: `.pulumi/${key}`,
  size,
  at: written,
  mark: key,
})
const stacks = (...keys: string[]) => stacksIn(keys.map((key) => at(`stacks/${key}`))).stacks
const whyForeign = (key: string) => stacksIn([at(`stacks/${key}`)]).foreign[0]?.why
const LOCK = '8f14e45f-ceea-467f-a83c-5d1d9b1c9e0a.json'

describe('stacks in a listing', () => {
  it('are named by their path, in both layouts', () => {
    expect(stacks('shop/prod.json', 'old.json').map(({ name, isLegacy }) => [name, isLegacy])).toEqual([
      ['old', true],
      ['shop/prod', false],
    ])
  })

  it('have a state before the last write, tags, sidecars and numbered copies', () => {
    const [stack] = stacks(
      'shop/prod.json',
      'shop/prod.json.bak',
      'shop/prod.pulumi-tags',
      'shop/prod.json.attrs',
      'shop/prod.pulumi-tags.attrs',
      'shop/prod.json.bak.attrs',
      'shop/prod.json.1700000000000000000',
      'shop/prod.json.gz.1700000000000000001',
    )
    expect(stack).toMatchObject({
      state: { mark: 'stacks/shop/prod.json' },
      bak: { mark: 'stacks/shop/prod.json.bak' },
      tags: { mark: 'stacks/shop/prod.pulumi-tags' },
      numbered: { count: 2, bytes: 2 },
      others: [],
    })
    expect(stack?.sidecars.map(({ mark }) => mark)).toEqual([
      'stacks/shop/prod.json.attrs',
      'stacks/shop/prod.pulumi-tags.attrs',
    ])
  })

  it.each([
    ['the one written last', 2, 1, 'shop/prod.json'],
    ['the later name, at the same time', 1, 1, 'shop/prod.json.zst'],
  ])('of two compressions have %s', (_, plain, packed, expected) => {
    for (const order of [1, -1]) {
      const files = [at('stacks/shop/prod.json', plain), at('stacks/shop/prod.json.zst', packed)]
      const [stack, ...more] = stacksIn(files.toSorted(() => order)).stacks
      expect(more).toEqual([])
      expect(stack?.state?.key).toBe(`.pulumi/stacks/${expected}`)
      expect(stack?.others).toHaveLength(1)
    }
  })

  it('may have dots, and endings of files, in their names', () => {
    const names = stacks('a.b/c.json.json', 'a.b/c.json.gz.json.gz', 'v1.2.json').map(({ name }) => name)
    expect(names).toEqual(['a.b/c.json', 'a.b/c.json.gz', 'v1.2'])
  })

  it('are listed without a state when only the one before is left', () => {
    expect(stacks('shop/prod.json.bak')).toMatchObject([{ name: 'shop/prod', bak: {} }])
    expect(stacks('shop/prod.json.bak')[0]?.state).toBeUndefined()
  })

  it('are recognised under the escaped keys of a store that does not take their names', () => {
    const [stack] = stacks('a..__0x2f__prod.json')
    expect(stack).toMatchObject({ name: 'a../prod', state: { key: '.pulumi/stacks/a..__0x2f__prod.json' } })
  })

  it.each([
    ['shop/prod.yaml', /YAML/],
    ['shop/prod.yml.gz', /YAML/],
    ['shop/a b.json', /name/],
    ['shop/a\nb.json', /name/],
    ['shop/prod\n.json', /name/],
    ['../prod.json', /name/],
    ['shop/...json', /name/],
    ['-/prod.json', /name/],
    ['__0x2e____0x2e__/prod.json', /name/],
    [`shop/${'a'.repeat(101)}.json`, /name/],
    ['shop/../../prod.json', /deeper/],
    ['shop/team/prod.json', /deeper/],
    ['shop/prod.json.18b2f0.tmp', /temporary/],
    ['shop/notes.txt', /No file/],
    ['shop/.pulumi-tags', /No file/],
  ])('do not include %j, and it is said why', (key, why) => {
    expect(stacks(key)).toEqual([])
    expect(whyForeign(key)).toMatch(why)
  })

  it('do not include a key of 1,024 bytes', () => {
    expect(whyForeign('a'.repeat(1_009))).toMatch(/No file/)
  })

  it.each(['credentials.json', 'plugins/x.json', 'stacks/', 'meta.yaml', 'stacks/shop/'])(
    'pay no attention to %s',
    (key) => {
      expect(stacksIn([at(key)])).toEqual({ stacks: [], foreign: [], foreignCount: 0 })
    },
  )

  it('name a bounded number of foreign files, and count all', () => {
    const { foreign, foreignCount } = stacksIn(Array.from({ length: 1_000 }, (_, i) => at(`stacks/shop/${i}.txt`)))
    expect([foreign.length, foreignCount]).toEqual([MAX_FOREIGN, 1_000])
  })

  it('are found among 100,000 numbered copies, in time that grows with their number only', () => {
    const objectsOf = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        i % 3 < 2
          ? at(`stacks/shop/prod.json.${1_700_000_000_000_000_000n + BigInt(i)}`)
          : at(`stacks/project-${i % 500}/stack-${i}.json`),
      )
    const { stacks: found } = stacksIn(objectsOf(150_000))
    expect(found.find(({ name }) => name === 'shop/prod')?.numbered.count).toBe(100_000)
    const ofSize = (count: number) => {
      const objects = objectsOf(count)
      return () => stacksIn(objects)
    }
    expect(growth(5_000, ofSize)).toBeLessThan(LINEAR)
  })
})

describe('locks in a listing', () => {
  it('belong to stacks, with the level of the organization only where there are projects', () => {
    const locks = locksIn([
      at(`locks/organization/shop/prod/${LOCK}`, 2),
      at('locks/organization/shop/prod/other.json', 1),
      at(`locks/prod/${LOCK}`),
      at(`locks/organization/${LOCK}`),
    ])
    expect([...locks.keys()]).toEqual(['shop/prod', 'prod', 'organization'])
    expect(locks.get('shop/prod')?.map((lock) => lock.at)).toEqual([1, 2])
  })

  it('are in a bucket also the sidecars that were copied from a folder: the CLI takes them for locks there', () => {
    const sidecar = at(`locks/organization/shop/prod/${LOCK}.attrs`)
    expect(locksIn([sidecar, at('locks/organization/shop/x.json.attrs')], { isBucket: true })).toEqual(
      new Map([['shop/prod', [sidecar]]]),
    )
  })

  it.each([
    'locks/organization/shop/prod/x.json.attrs',
    'locks/organization/shop/prod/',
    'locks/organization/shop/x.json',
    'locks/acme/shop/prod/x.json',
    'locks/../x.json',
    'stacks/prod/x.json',
  ])('do not include %s', (key) => {
    expect(locksIn([at(key)]).size).toBe(0)
  })
})

describe('the history in a listing', () => {
  const entry = (name: string) => at(`history/shop/prod/${name}`)

  it('pairs entries with their states by age, also where one is missing', () => {
    const runs = historyIn([
      entry('prod-1700000000000000000.history.json'),
      entry('prod-1700000000000000000.checkpoint.json.gz'),
      entry('prod-1600000000000000000.history.json.zst'),
      entry('prod-1650000000000000000.checkpoint.json'),
      entry('prod-1700000000000000000.history.json.attrs'),
      entry('prod.history.json'),
    ])
    expect(runs.map((run) => [run.at, Boolean(run.entry), Boolean(run.checkpoint)])).toEqual([
      [1_600_000_000_000, true, false],
      [1_650_000_000_000, false, true],
      [1_700_000_000_000, true, true],
    ])
  })

  it('is ordered by time even if the digits of the times are not equally many', () => {
    const times = ['1700000000000000000', '999999999999999999', '1']
    expect(historyIn(times.map((time) => entry(`prod-${time}.history.json`))).map((run) => run.name)).toEqual(
      times.toReversed().map((time) => `prod-${time}`),
    )
  })

  it('of a legacy stack leaves out the stacks of a project of that name', () => {
    const objects = [entry('prod-5000000.history.json'), at('history/shop/shop-7000000.history.json')]
    expect(historyIn(objects, 'shop').map((run) => run.at)).toEqual([7])
    expect(historyIn(objects, 'shop/prod').map((run) => run.at)).toEqual([5])
  })

  it('has backups in files of their own', () => {
    const objects = ['prod.2000000.json.gz', 'prod.1000000.json', 'prod.json', 'prod.3.json.attrs'].map((file) =>
      at(`backups/shop/prod/${file}`),
    )
    expect(backupsIn(objects).map((backup) => backup.at)).toEqual([1, 2])
  })
})

describe('a name in a backend', () => {
  it.each([
    ['shop/prod', 'organization/shop/prod', { org: 'acme', project: 'shop', stack: 'prod' }],
    ['prod', 'prod', { org: 'acme', project: '-', stack: 'prod' }],
  ])('%s is %s to the CLI, and has an address here', (name, cliName, ref) => {
    expect(cliNameOf(name)).toBe(cliName)
    expect(refOf('acme', name)).toEqual(ref)
    expect(nameIn(ref)).toBe(name)
  })

  it('tells the layout', () => {
    expect([[], ['a/b.json'], ['b.json'], ['b.json', 'a/b.json']].map((keys) => layoutOf(stacks(...keys)))).toEqual([
      'empty',
      'project',
      'legacy',
      'mixed',
    ])
  })
})

describe('any listing', () => {
  const PARTS = [
    '.pulumi/',
    'stacks/',
    'locks/',
    'history/',
    'backups/',
    '/',
    '..',
    '.json',
    '.gz',
    '.bak',
    '.attrs',
    '.yaml',
  ]
  const MORE = [
    '-',
    '17',
    '__0x2f__',
    '__0xffffff__',
    '\n',
    '\0',
    '😀',
    '\ud800',
    'shop',
    'prod',
    '.history',
    '.checkpoint',
  ]
  const randomKey = (random: Random) =>
    Array.from({ length: random(12) }, () => pick(random, [...PARTS, ...MORE]) ?? '').join('')

  it('is read without an error, each file once, and no name leads out of its folder', () => {
    const random = seeded(7)
    for (let round = 0; round < 300; round += 1) {
      const objects = Array.from({ length: 20 }, () => ({
        key: `${random(3) ? '.pulumi/stacks/' : ''}${randomKey(random)}`,
        size: random(5),
        at: random(3),
        mark: '',
      }))
      const found = stacksIn(objects)
      const files = found.stacks.reduce(
        (sum, { state, others, bak, tags, numbered, sidecars }) =>
          sum + [state, bak, tags].filter(Boolean).length + others.length + sidecars.length + numbered.count,
        found.foreignCount,
      )
      expect(files).toBeLessThanOrEqual(objects.length)
      const names = [...found.stacks.map(({ name }) => name), ...locksIn(objects).keys()]
      for (const name of names) expect(name).toMatch(/^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}$)[\w.-]+)?$/)
      for (const { at: time } of [...historyIn(objects), ...backupsIn(objects)]) {
        expect(Number.isFinite(new Date(time).getTime())).toBe(true)
      }
    }
  })
})
