import type { GraphNotes } from '#contract/resources.ts'
import { counted, number } from '#words/counts.ts'

export const KIND_LOOKS = ['kind-a', 'kind-b', 'kind-c', 'kind-d', 'kind-e', 'kind-f'] as const
/** The look of a class. The first six have the same meaning everywhere in the console; the others only distinguish. */
export type Look = 'ok' | 'running' | 'attention' | 'waiting' | 'danger' | 'unknown' | (typeof KIND_LOOKS)[number]

/** One class of an overlay, with a colour, a sign and words. */
export type OverlayClass = {
  /** Identifies the class in an address. */
  id: string
  /** One to three letters, so that nothing depends on colour alone. */
  sign: string
  look: Look
  /** Text with a count: `3 failed`. */
  words: (count: number) => string
  /** The text for a single resource, if it is another one: a row has little room. */
  word?: string
  /** Shown in the legend and as a filter, but not emphasized in the picture. */
  isQuiet?: boolean
}

/** The class of each resource as an index, -1 for none. The most serious class first. */
export type Marks = {
  classes: readonly OverlayClass[]
  of: ArrayLike<number>
  /** No class is more serious than another: of a group the most frequent one comes first. */
  isByCount?: boolean
  /** By resource: the names of what it refers to that is not in the state. */
  missing?: ReadonlyMap<number, readonly string[]>
  /** By resource: which one it is of the entries with its URN: `1 of 2`. */
  copies?: ReadonlyMap<number, string>
  /** Additional text for a resource: `42 s`. */
  notes?: ReadonlyMap<number, string>
}

/** A marked resource that is not in the state: a deleted one has no card. */
export type Absent = { urn: string; type: string; of: number; names?: Names | undefined }
/** What an operation names, which no line leads to. */
export type Names = GraphNotes['pending'][number]['names']

export type Overlay = Marks & {
  absent: readonly Absent[]
  /** Number of further resources that are not listed: a report keeps only its first entries. */
  unlisted?: number
}

export const NO_MARKS: Marks = { classes: [], of: [] }

/** Index of a URN's entry in the state; -1 if there is none. */
export type Places = { count: number; indexOf: (urn: string) => number }

/** Collects marks by URN, on top of those in `of`. Of several marks for one URN, the most serious one counts. */
export function gather(
  classes: readonly OverlayClass[],
  { count, indexOf }: Places,
  of = new Int8Array(count).fill(-1),
) {
  const absent = new Map<string, Absent>()
  const isWorse = (place: number, known: number | undefined) => known === undefined || known < 0 || place < known
  return {
    add(id: string, urn: string, type: string, names?: Names): void {
      const place = classes.findIndex((each) => each.id === id)
      const index = indexOf(urn)
      if (index >= 0 && isWorse(place, of[index])) of[index] = place
      if (index < 0 && isWorse(place, absent.get(urn)?.of)) absent.set(urn, { urn, type, of: place, names })
    },
    overlay: (): Overlay => ({ classes, of, absent: [...absent.values()] }),
  }
}

/** Number of resources in each class, including those that are not in the state. */
export function overlayCounts({ classes, of, absent = [] }: Marks & { absent?: readonly Absent[] }): number[] {
  const counts = classes.map(() => 0)
  const add = (place: number) => {
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  }
  for (let i = 0; i < of.length; i++) add(of[i] ?? -1)
  for (const { of: place } of absent) add(place)
  return counts
}

/** Text for classes with a word after the count: `3 failed`. */
export const after =
  (word: string) =>
  (count: number): string =>
    `${number(count)} ${word}`

/** Text for classes that are not said by a word: `3 resources with an unknown outcome`. */
export const having =
  (what: string) =>
  (count: number): string =>
    `${counted(count, 'resource')} with ${what}`

/** Text for a single resource: `failed`, `duplicate URN` for `1 resource with a duplicate URN`. */
export const wordOf = ({ word, words }: Pick<OverlayClass, 'word' | 'words'>): string =>
  word ?? words(1).replace(/^1 (resource with (a )?)?/, '')
