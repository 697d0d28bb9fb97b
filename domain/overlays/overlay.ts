import { number } from '#words/counts.ts'

export const KIND_LOOKS = ['kind-a', 'kind-b', 'kind-c', 'kind-d', 'kind-e', 'kind-f'] as const
/** How something stands out. The first five mean what they mean everywhere in the console; kinds only distinguish. */
export type Look = 'ok' | 'running' | 'attention' | 'danger' | 'unknown' | (typeof KIND_LOOKS)[number]

/** One of the things that an overlay tells apart, by colour, by a sign and in words. */
export type OverlayClass = {
  /** Names it in an address. */
  id: string
  /** One to three letters, so that nothing depends on colour alone. */
  sign: string
  look: Look
  /** With its number: `3 failed`. */
  words: (count: number) => string
  /** It is counted in the legend and can be filtered by; the picture does not shout about it. */
  isQuiet?: boolean
}

/** What an overlay says of each resource: the place of its class, -1 for nothing. The most serious class first. */
export type Marks = {
  classes: readonly OverlayClass[]
  of: ArrayLike<number>
  /** What a resource refers to that is not in the state: lines that lead nowhere. */
  stubs?: ReadonlyMap<number, readonly string[]>
  /** What more there is to say of a resource: `42 s`. */
  notes?: ReadonlyMap<number, string>
}

/** What an overlay shows for something that is not in the state: a deleted resource has no card. */
export type Absent = { urn: string; type: string; of: number }

export type Overlay = Marks & {
  absent: readonly Absent[]
  /** How many more there are that no one listed: an alarm keeps its first entries only. */
  unlisted?: number
}

export const NO_MARKS: Marks = { classes: [], of: [] }

/** Where the entry of a URN is in the state, -1 where there is none. */
export type Places = { count: number; indexOf: (urn: string) => number }

/** Collects entries by URN. Of duplicates the more serious counts. */
export function gather(classes: readonly OverlayClass[], { count, indexOf }: Places) {
  const of = new Int8Array(count).fill(-1)
  const absent = new Map<string, Absent>()
  const isWorse = (place: number, known: number | undefined) => known === undefined || known < 0 || place < known
  return {
    add(id: string, urn: string, type: string): void {
      const place = classes.findIndex((each) => each.id === id)
      const index = indexOf(urn)
      if (index >= 0 && isWorse(place, of[index])) of[index] = place
      if (index < 0 && isWorse(place, absent.get(urn)?.of)) absent.set(urn, { urn, type, of: place })
    },
    overlay: (): Overlay => ({ classes, of, absent: [...absent.values()] }),
  }
}

/** How many resources are in each class, those that are not in the state included. */
export function overlayCounts({ classes, of, absent = [] }: Marks & { absent?: readonly Absent[] }): number[] {
  const counts = classes.map(() => 0)
  const add = (place: number) => {
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  }
  for (let i = 0; i < of.length; i++) add(of[i] ?? -1)
  for (const { of: place } of absent) add(place)
  return counts
}

/** `3 failed`, for classes with a word after their number. */
export const after =
  (word: string) =>
  (count: number): string =>
    `${number(count)} ${word}`

/** What a class says of one resource: `failed`. */
export const wordOf = ({ words }: OverlayClass): string => words(1).replace(/^1 /, '')
