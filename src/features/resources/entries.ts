import { GRAPH_FLAG, type GraphColumns, type ResourceRow } from '#contract/resources.ts'
import { urnsOf } from '#domain/state/graphUrns.ts'
import { type Outline, outlineOf } from './outline.ts'
import { visibleText } from '#words/visible.ts'

/** What is out of the ordinary about a resource; `provider` and `component` follow from its type. */
export type Mark =
  | 'missing'
  | 'duplicate'
  | 'circular'
  | 'order'
  | 'pending'
  | 'unknownOutputs'
  | 'initErrors'
  | 'delete'
  | 'pendingReplacement'
  | 'taint'
  | 'protect'
  | 'external'
  | 'retainOnDelete'

/** Resources of a state as the outline and the graph need them; numbers are indexes in the state. */
export type Entries = {
  count: number
  names: readonly string[]
  typeOf: (index: number) => string
  urnOf: (index: number) => string
  /** IDs given by providers; the columns of a graph have none. */
  idOf?: (index: number) => string | null
  /** The most serious first. */
  marksOf: (index: number) => readonly Mark[]
  /** The entry of a URN: the live one if a replacement is half done and two share it. -1 if there is none. */
  indexOf: (urn: string) => number
  outline: Outline
}

/** Marks in the columns of a graph, most serious first. */
const FLAGGED = [
  'missing',
  'duplicate',
  'circular',
  'order',
  'pending',
  'initErrors',
  'delete',
  'pendingReplacement',
  'protect',
  'external',
  'retainOnDelete',
] as const satisfies readonly (Mark & keyof typeof GRAPH_FLAG)[]

/** Marks in a row of a list; only the graph knows problems between rows. */
const MARKS = [
  'pending',
  'unknownOutputs',
  'initErrors',
  'delete',
  'pendingReplacement',
  'protect',
  'external',
  'taint',
  'retainOnDelete',
] as const satisfies readonly Mark[]

/** Entries from the columns of a graph. */
export function entriesOfGraph(graph: GraphColumns): Entries {
  const urnOf = urnsOf(graph)
  return entries({
    count: graph.names.length,
    names: () => graph.names.map(visibleText),
    typeOf: (index) => graph.types[graph.type[index] ?? -1] ?? '',
    urnOf,
    marksOf: (index) => FLAGGED.filter((mark) => ((graph.flags[index] ?? 0) & GRAPH_FLAG[mark]) !== 0),
    outline: () => outlineOf(graph.parent),
  })
}

/** Entries from the rows of a list, which must be complete: parents are looked up in it. */
export function entriesOfRows(rows: readonly ResourceRow[]): Entries {
  const place = placesOf(
    rows.length,
    (i) => rows[i]?.urn ?? '',
    (i) => rows[i]?.flags.includes('delete') ?? false,
  )
  return entries({
    count: rows.length,
    names: () => rows.map((row) => row.name),
    typeOf: (index) => rows[index]?.type ?? '',
    urnOf: (index) => rows[index]?.urn ?? '',
    idOf: (index) => rows[index]?.id ?? null,
    marksOf: (index) => {
      const row = rows[index]
      return MARKS.filter((mark) =>
        mark === 'pending' ? row?.pending != null : row?.flags.some((flag) => flag === mark),
      )
    },
    outline: () => outlineOf(rows.map((row) => (row.parent === null ? -1 : (place.get(row.parent) ?? -1)))),
  })
}

/** Names, outline and places are computed on first use: the picture, which comes first, needs none of them. */
function entries({
  names,
  outline,
  ...given
}: Omit<Entries, 'names' | 'outline' | 'indexOf'> & { names: () => string[]; outline: () => Outline }): Entries {
  let [knownNames, knownOutline]: [string[]?, Outline?] = []
  let places: Map<string, number> | undefined
  return {
    ...given,
    get names() {
      return (knownNames ??= names())
    },
    get outline() {
      return (knownOutline ??= outline())
    },
    indexOf: (urn) =>
      (places ??= placesOf(given.count, given.urnOf, (i) => given.marksOf(i).includes('delete'))).get(urn) ?? -1,
  }
}

function placesOf(count: number, urnOf: (index: number) => string, isDeleted: (index: number) => boolean) {
  const places = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const known = places.get(urnOf(i))
    if (known === undefined || (isDeleted(known) && !isDeleted(i))) places.set(urnOf(i), i)
  }
  return places
}

/** Whether a resource matches a search: every word is in its name, its type or its ID, or it is the URN. */
export function matcher(entries: Entries, query: string): ((index: number) => boolean) | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const texts = textsOf(entries)
  const whole = query.trim().toLowerCase()
  const isUrn = whole.includes('::')
  return (index) => {
    const text = texts[index] ?? ''
    return words.every((word) => text.includes(word)) || (isUrn && entries.urnOf(index).toLowerCase() === whole)
  }
}

const searched = new WeakMap<Entries, string[]>()

/** The searched texts, computed once: not 30,000 of them at each key. */
function textsOf(entries: Entries): string[] {
  let texts = searched.get(entries)
  if (!texts) {
    const types = new Map<string, string>()
    const lower = (type: string) => {
      let text = types.get(type)
      if (text === undefined) types.set(type, (text = ` ${type.toLowerCase()}`))
      return text
    }
    searched.set(
      entries,
      (texts = entries.names.map((name, index) => {
        const text = name.toLowerCase() + lower(entries.typeOf(index))
        const id = entries.idOf?.(index)
        return id ? `${text} ${id.toLowerCase()}` : text
      })),
    )
  }
  return texts
}
