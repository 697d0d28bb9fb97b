// State of the service belongs to an app: to its store, or to deps.caches. Two apps in one process share nothing, and
// /metrics counts all of it.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { expectNone } from './expectNone.ts'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('server/{core,ui,texts,cli,store}/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
)

/** A declaration at module scope, up to the next line that begins at the margin with a word or a comment. */
const DECLARATION = /^(?:export )?(?<kind>const|let|var) (?<text>.*(?:\n(?![\w/@]).*)*)/gm
/** Created when it is called, not when the module is loaded. */
const FUNCTION = /^[^=]*= *\n? *(?:async )?(?:function\b|<|\([^]*?\)(?:: [^=]+)? =>|\w+ =>)/
const KEEPS = /new (?:Map|Set|WeakMap|WeakSet|LRUCache)\b|= *(?:\[\]|\{\})$/
const READ_ONLY = /^\w+: Readonly(?:Map|Set)</

/** State of a module: variables, and collections that can grow. */
const keptBy = (source: string): string[] =>
  [...source.matchAll(DECLARATION)].flatMap(({ groups }) => {
    const { kind, text = '' } = groups ?? {}
    const isKept = kind !== 'const' || (!FUNCTION.test(text) && !READ_ONLY.test(text) && KEEPS.test(text.trimEnd()))
    return isKept ? [text.split(/[:= ]/)[0] ?? ''] : []
  })

it('no module of the service keeps state between calls', () => {
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) => keptBy(readFileSync(path.join(root, file), 'utf8')).map((n) => `${file}: ${n}`))
  expectNone(found, 'Keep this in the store or in deps.caches: two apps in one process share nothing.')
})

it.each([
  ['a map', 'const answers = new Map<string, boolean>()\n'],
  ['a map with objects as keys', 'export const known = new WeakMap<object, string>()\nconst limit = 1\n'],
  ['a set without its type', "const NAMES = new Set(['a'])\n"],
  ['a set inside', 'const NOTHING: Facts = {\n  gone: new Set(),\n}\n'],
  ['a cache', 'const cache = new LRUCache<string, Row>({\n  max: 10,\n})\n'],
  ['a variable', 'let last = 0\n'],
  ['a list that is filled later', 'const waiting: string[] = []\n'],
])('finds %s at module scope', (_, source) => {
  expect(keptBy(source)).toHaveLength(1)
})

it.each([
  ['a read-only set', "const NAMES: ReadonlySet<string> = new Set(['a'])\n"],
  ['the result of a function', 'export const all = (): Set<string> => new Set()\n'],
  ['the variables of a function', 'const f = async (a: number) => {\n  const known = new Map()\n  let n = 0\n}\n'],
  ['a number', 'const MAX = 10\n'],
])('allows %s at module scope', (_, source) => {
  expect(keptBy(source)).toEqual([])
})
