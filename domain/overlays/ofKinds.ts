import type { GraphColumns } from '#contract/resources.ts'
import { visibleText } from '#words/visible.ts'
import { kindOf, manyOf } from '../graphLayout/groups/kinds.ts'
import { plural } from '#words/counts.ts'
import { packageOf } from '../search/indexedResource.ts'
import { shortType } from '../state/shortType.ts'
import { after, KIND_LOOKS, type Overlay, type OverlayClass } from './overlay.ts'

type Columns = Pick<GraphColumns, 'types' | 'type' | 'provider' | 'names'>

/** Marks resources by type: the most frequent types have a colour each, all others share one. */
export const typeOverlay = ({ types, type }: Columns): Overlay =>
  byFrequency(type, (place) => ({
    id: types[place] ?? '',
    name: shortType(types[place] ?? ''),
    many: plural2(types[place] ?? ''),
    where: moduleOf(types[place] ?? ''),
  }))

/** Marks resources by provider; those without one, such as components, are not marked. */
export const providerOverlay = ({ types, type, provider, names }: Columns): Overlay =>
  byFrequency(provider, (place) => {
    const name = `${packageOf(types[type[place] ?? -1] ?? '')} · ${visibleText(names[place] ?? '')}`
    return { id: providerId({ types, type, provider, names }, place), name, many: () => name }
  })

/** Identifies a provider in an address: `aws:default_6_72_0`. */
export const providerId = ({ types, type, names }: Columns, place: number): string =>
  `${packageOf(types[type[place] ?? -1] ?? '')}:${names[place] ?? ''}`

/** `sqs` of `aws:sqs/queue:Queue`; of a type whose module says no more than its name, the package. */
function moduleOf(type: string): string {
  const [module = '', name] = shortType(type).split(' ')
  return name === undefined ? packageOf(type) : module
}

const plural2 = (type: string) => (count: number) => plural(count, kindOf(type), manyOf(kindOf(type)))

/** `where` tells kinds with the same words apart: `17 sqs queues`, `17 platform queues`. */
type Kind = { id: string; name: string; many: (count: number) => string; where?: string | undefined }

function byFrequency(column: readonly number[], kindAt: (value: number) => Kind): Overlay {
  const counts = new Map<number, number>()
  for (const value of column) if (value >= 0) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts].toSorted(([a, m], [b, n]) => n - m || a - b).map(([value]) => value)
  const own = sorted.slice(0, KIND_LOOKS.length)
  const taken = new Set<string>()
  const kinds = own.map(kindAt)
  const classes = kinds.map(({ id, name, many, where }, i): OverlayClass => {
    const isShared = kinds.some((other) => other.id !== id && other.many(2) === many(2))
    const prefix = isShared && where !== undefined ? `${where} ` : ''
    return {
      id,
      sign: letterOf(name, taken),
      look: KIND_LOOKS[i] ?? 'unknown',
      words: (count) => after(`${prefix}${many(count)}`)(count),
    }
  })
  if (sorted.length > own.length)
    classes.push({ id: 'others', sign: '·', look: 'unknown', words: after('of other kinds'), isQuiet: true })
  const placeOf = new Map(sorted.map((value, i) => [value, Math.min(i, own.length)]))
  return { classes, isByCount: true, absent: [], of: Int8Array.from(column, (value) => placeOf.get(value) ?? -1) }
}

/** A letter of the last word of a name that no other class uses. */
function letterOf(name: string, taken: Set<string>): string {
  const letters = Array.from(`${name.split(/[ :]/).at(-1) ?? ''}${name}ABCDEFGHIJKLMNOPQRSTUVWXYZ`.toUpperCase())
  const letter = letters.find((each) => /[A-Z]/.test(each) && !taken.has(each)) ?? '?'
  taken.add(letter)
  return letter
}
