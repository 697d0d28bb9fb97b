import type { DictionaryEntry } from './dictionary.ts'
import type { NamedResource } from './namedResource.ts'
import type { Pattern } from './pattern.ts'

/** Where a text of the dictionary is in a log, and what its placeholders captured. */
export type Occurrence = {
  start: number
  end: number
  line: number
  pattern: Pattern
  found: Record<string, string>
  resource?: NamedResource
}

/** How many places of one entry are kept; the others are counted. */
const PLACES = 50

/** The occurrences of the entries of the dictionary in one log. */
export class Occurrences {
  readonly #places = new Map<string, Occurrence[]>()
  readonly #counts = new Map<string, number>()

  add(occurrence: Occurrence): void {
    const { id } = occurrence.pattern.entry
    const places = this.#places.get(id) ?? []
    const last = places.at(-1)
    if (last && occurrence.start < last.end && last.start < occurrence.end) {
      // Another text of the entry matched at the same place: keep the one with more detail.
      if (rank(occurrence) > rank(last)) places[places.length - 1] = occurrence
      return
    }
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
    if (places.length < PLACES) places.push(occurrence)
    this.#places.set(id, places)
  }

  /** Those of each entry, without entries that are only parts of a longer match of another one. */
  byEntry(): { entry: DictionaryEntry; fragment: string; places: Occurrence[]; count: number }[] {
    const all = [...this.#places.values()]
    return all.flatMap((places) => {
      const [first] = places
      if (!first || places.every((place) => isPartOfAnother(place, all))) return []
      const { entry, fragment } = first.pattern
      return [{ entry, fragment, places, count: this.#counts.get(entry.id) ?? places.length }]
    })
  }
}

const rank = ({ found, start, end }: Occurrence): number => Object.keys(found).length * 10_000 + end - start

/** Whether a longer match contains this one. */
const isPartOfAnother = (place: Occurrence, all: Occurrence[][]): boolean =>
  all.some((others) =>
    others.some(
      ({ pattern, start, end }) =>
        pattern.entry !== place.pattern.entry &&
        !pattern.hasGap &&
        start <= place.start &&
        place.end <= end &&
        end - start > place.end - place.start,
    ),
  )
