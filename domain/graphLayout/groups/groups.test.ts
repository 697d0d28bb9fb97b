import { describe, expect, it } from 'vitest'
import { seeded } from '#mocks/seeded.ts'
import { communities } from './communities.ts'
import { byPrefix } from './prefixes.ts'
import { byStem } from './stems.ts'

const MOST = 24

describe('groups by prefix', () => {
  /** Parts of a name: runs of letters or digits, each with the separators after it. */
  const partsOf = (name: string): string[] =>
    name.match(/(?:[A-Z](?=[a-z])[a-z]*|[A-Z]+|[a-z]+|\d+)[-_./:\s]*|[^A-Za-z\d]+/g) ?? []
  const wordOf = (part: string): string => part.replace(/[-_./:\s]+$/, '')

  /** The same rules by texts and maps, without any shortcut. */
  function byWords(names: readonly string[]): (string | undefined)[] {
    type Group = { rows: number[]; depth: number; prefix: string; isDone: boolean }
    let open: Group[] = [{ rows: [...names.keys()], depth: 0, prefix: '', isDone: false }]
    for (;;) {
      const largest = open
        .filter(({ isDone }) => !isDone)
        .reduce<Group | undefined>(
          (most, group) => (group.rows.length > (most?.rows.length ?? 0) ? group : most),
          undefined,
        )
      if (!largest || (open.length >= 6 && largest.rows.length < names.length / 3)) break
      const byWord = new Map<string, { rows: number[]; part: string }>()
      for (const row of largest.rows) {
        const part = partsOf(names[row] ?? '')[largest.depth] ?? ''
        const known = byWord.get(wordOf(part)) ?? { rows: [], part }
        known.rows.push(row)
        byWord.set(wordOf(part), known)
      }
      const inner = [...byWord]
        .filter(([, { rows }]) => rows.length >= 3)
        .map(([word, { rows, part }]): Group => ({
          rows,
          depth: largest.depth + 1,
          prefix: largest.prefix + part,
          isDone: word === '',
        }))
      const isWhole = inner.length === 1 && inner[0]?.rows.length === largest.rows.length
      const agreeing = inner.reduce((sum, { rows }) => sum + rows.length, 0)
      const isTooMuch = agreeing < largest.rows.length * 0.6 || open.length - 1 + inner.length > MOST
      const isFirst = largest.prefix === ''
      if ((!isFirst && !isWhole && isTooMuch) || (byWord.size === 1 && byWord.has(''))) largest.isDone = true
      else open = open.flatMap((group) => (group === largest ? inner : [group]))
      if (isFirst && !isWhole && open.length > MOST) break
    }
    const titles = names.map((): string | undefined => undefined)
    for (const { rows, prefix } of open) for (const row of rows) titles[row] = wordOf(prefix)
    return titles
  }

  it('are those of the plain rules, whatever the names', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const next = seeded(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]! // lists here are never empty
      const words = ['web', 'api', 'Role', 'DB', '7', '12', 'x', 'queue', 'Ärger', '%'].slice(
        0,
        1 + Math.floor(next() * 10),
      )
      const between = pick([['-'], ['', '-'], ['', '_', '::', ' ']])
      const spread = pick([3, MOST - 1, MOST, MOST + 1, 400])
      const names = Array.from({ length: Math.floor(next() * 500) }, () => {
        const parts = Array.from({ length: Math.floor(next() * 3.5) }, () => pick(words) + pick(between))
        return parts.join('') + (next() < 0.7 ? Math.floor(next() * spread) : '')
      })
      const { part, titles } = byPrefix(names, Int32Array.from(names.keys()), MOST)
      expect(
        Array.from(part, (p) => (p < 0 ? undefined : titles[p])),
        `seed ${seed}`,
      ).toEqual(byWords(names))
    }
  })

  it.each([MOST - 1, MOST, MOST + 1])('are as many as may be shown, or the undivided one: %s', (count) => {
    const names = Array.from({ length: count * 4 }, (_, i) => `web${i % count}`)
    expect(byPrefix(names, Int32Array.from(names.keys()), MOST).titles).toHaveLength(count > MOST ? 1 : count)
  })

  it('belong to the members, in their order', () => {
    const names = ['other', 'web-1', 'api-1', 'web-2', 'api-2', 'web-3', 'api-3']
    expect(byPrefix(names, Int32Array.of(6, 5, 4, 3, 2, 1), MOST)).toEqual({
      part: Int32Array.of(0, 1, 0, 1, 0, 1),
      titles: ['api', 'web'],
    })
  })
})

describe('groups by stems', () => {
  const KINDS = ['role', 'logs', 'task', 'target', 'service']
  /** Applications of five resources, each depending on the first of its own and on what all share. */
  function programOf(nameOf: (app: string, kind: string) => string, shared: readonly string[] = []) {
    const names = [...shared]
    const [from, to]: [number[], number[]] = [[], []]
    for (const app of ['orders', 'orders2', 'billing', 'search', 'users', 'events']) {
      const first = names.length
      for (const kind of KINDS) {
        const member = names.push(nameOf(app, kind)) - 1
        if (member > first) {
          from.push(member)
          to.push(first)
        }
        shared.forEach((_, i) => {
          from.push(member)
          to.push(i)
        })
      }
    }
    return {
      names,
      siblings: { members: Int32Array.from(names.keys()), from: Int32Array.from(from), to: Int32Array.from(to) },
    }
  }
  const titlesOf = ({ names, siblings }: ReturnType<typeof programOf>) => byStem(siblings, names)?.titles

  it.each([
    ['a first part', (app: string, kind: string) => `${app}-${kind}`, 'orders2'],
    ['two first parts', (app: string, kind: string) => `prod.${app}_${kind}`, 'prod.orders2'],
    ['their whole names', (app: string) => app, 'orders2'],
  ])('are of what has %s in common', (_, nameOf, title) => {
    const titles = titlesOf(programOf(nameOf))
    expect(titles).toHaveLength(6)
    expect(titles).toContain(title)
  })

  it('leave what several of them share by itself', () => {
    const shared = ['shared-vpc', 'shared-zone', 'shared-cluster']
    const { names, siblings } = programOf((app, kind) => `${app}-${kind}`, shared)
    const grouped = byStem(siblings, names)
    expect(grouped?.titles).not.toContain('shared')
    expect(Array.from(grouped?.part.slice(0, 4) ?? [])).toEqual([-1, -1, -1, 0])
  })

  it('are none if names say nothing about dependencies, are all different, or are few', () => {
    const program = programOf((app, kind) => `${kind}-of-${app}`)
    expect(titlesOf(program)).toBeUndefined()
    expect(titlesOf(programOf((app, kind) => `${KINDS.indexOf(kind)}${app}`))).toBeUndefined()
    const named = programOf((app, kind) => `${app}-${kind}`)
    const few = { ...named, siblings: { ...named.siblings, members: named.siblings.members.slice(0, 20) } }
    expect(titlesOf(few)).toBeUndefined()
  })
})

describe('communities', () => {
  it('are the connected components if there are more than may be shown', () => {
    // Paths of four: each would fall apart into two communities if it were alone.
    const paths = 40
    const from = Array.from({ length: paths * 3 }, (_, e) => Math.floor(e / 3) + paths * (e % 3))
    const to = from.map((v) => v + paths)
    const lone = paths * 4
    expect(communities({ n: lone + 1, from, to }, MOST)).toEqual(
      Int32Array.from({ length: lone + 1 }, (_, v) => (v === lone ? -1 : v % paths)),
    )
  })

  it('do not join what only a hub connects', () => {
    const n = 201
    const from: number[] = []
    const to: number[] = []
    for (let v = 0; v < 200; v++) {
      from.push(v)
      to.push(200)
      if (v % 5 > 0) {
        from.push(v)
        to.push(v - 1)
      }
    }
    const part = communities({ n, from, to }, MOST)
    expect(part[200]).toBe(-1)
    for (let v = 0; v < 200; v++) expect(part[v]).toBe(Math.floor(v / 5))
  })

  it('have more dependencies inside than between them', () => {
    // Four rings of twelve, joined to a ring by one dependency each.
    const from: number[] = []
    const to: number[] = []
    for (let v = 0; v < 48; v++) {
      const ring = v - (v % 12)
      from.push(v, v)
      to.push(ring + ((v + 1) % 12), ring + ((v + 3) % 12))
      if (v % 12 === 0) {
        from.push(v)
        to.push((v + 12) % 48)
      }
    }
    const part = communities({ n: 48, from, to }, MOST)
    const isInside = from.map((v, e) => part[v] === part[to[e] ?? 0])
    expect(isInside.filter(Boolean).length / from.length).toBeGreaterThan(0.6)
  })
})
