import type { GraphColumns } from '#contract/resources.ts'
import { providerId } from '#domain/overlays/ofKinds.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import { GRAPH_FLAG } from '#contract/resources.ts'

/** The filter in the address. Empty texts match everything. */
export type Filter = {
  text: string
  type: string
  provider: string
  /** A class of the overlay. */
  is: string
  /** Resources that do not match are hidden instead of dimmed. */
  hides: boolean
  /** Without a filter, everything is as it is, also what has nothing to do with an unknown outcome. */
  isEven: boolean
}

const NAMES = { text: 'q', type: 'type', provider: 'provider', is: 'is' } as const

export const readFilter = (search: URLSearchParams): Filter => ({
  text: search.get('q') ?? '',
  type: search.get('type') ?? '',
  provider: search.get('provider') ?? '',
  is: search.get('is') ?? '',
  hides: search.get('rest') === 'hide',
  isEven: search.get('rest') === 'show',
})

/** The address with parts of the filter changed. */
export function withFilter(search: URLSearchParams, { hides, isEven, ...texts }: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [part, name] of Object.entries(NAMES)) {
    const text = texts[part as keyof typeof NAMES] // the keys of NAMES
    if (text === '') next.delete(name)
    else if (text !== undefined) next.set(name, text)
  }
  if (hides) next.set('rest', 'hide')
  else if (isEven) next.set('rest', 'show')
  else if (hides === false || isEven === false) next.delete('rest')
  return next
}

export const isFiltering = ({ text, type, provider, is }: Filter): boolean =>
  text.trim() !== '' || type !== '' || provider !== '' || is !== ''

/** Whether a text is in a resource's name or type: a search for one word. */
type TextMatch = ((index: number) => boolean) | undefined

/** The resources that pass the filter (1), and their number. */
export function hitsOf(
  { type, provider, is }: Filter,
  isText: TextMatch,
  graph: GraphColumns,
  { classes, of }: Marks,
): { hits: Uint8Array; count: number } {
  const typeIndex = graph.types.indexOf(type)
  const classIndex = classes.findIndex(({ id }) => id === is)
  const providerIndex = providersOf(graph).find(({ id }) => id === provider)?.place ?? -1
  const hits = new Uint8Array(graph.names.length)
  let count = 0
  for (let i = 0; i < hits.length; i++) {
    if (type !== '' && graph.type[i] !== typeIndex) continue
    if (provider !== '' && (providerIndex < 0 || graph.provider[i] !== providerIndex)) continue
    if (is !== '' && (classIndex < 0 || of[i] !== classIndex)) continue
    if (isText && !isText(i)) continue
    hits[i] = 1
    count++
  }
  return { hits, count }
}

/** The providers in use, by their position in the state. */
export function providersOf(graph: Pick<GraphColumns, 'types' | 'type' | 'provider' | 'names'>) {
  const { provider } = graph
  const counts = new Map<number, number>()
  // Neighbours mostly have the same provider: counted in one go, since the legend needs this before the first picture.
  for (let i = 0, next = 0; i < provider.length; i = next) {
    const place = provider[i] ?? -1
    while (next < provider.length && provider[next] === place) next++
    if (place >= 0) counts.set(place, (counts.get(place) ?? 0) + next - i)
  }
  return [...counts]
    .map(([place, count]) => ({ place, count, id: providerId(graph, place) }))
    .toSorted((a, b) => b.count - a.count)
}

/** The types in a state, most frequent first. */
export function typesOf({ types, type }: Pick<GraphColumns, 'types' | 'type'>) {
  const counts = types.map(() => 0)
  for (const place of type) counts[place] = (counts[place] ?? 0) + 1
  return types.map((id, place) => ({ id, count: counts[place] ?? 0 })).toSorted((a, b) => b.count - a.count)
}

/** The graph without the resources that a filter hides. Like providers, they get no box; their children keep their boxes. */
export const visiblePart = (graph: GraphColumns, isVisible: ArrayLike<number>): GraphColumns => ({
  ...graph,
  flags: graph.flags.map((flags, i) => (isVisible[i] ? flags : flags | GRAPH_FLAG.provider)),
})
