import { dictionary, type DictionaryEntry } from './dictionary.ts'
import { LineBatches, SlidingText } from './logText.ts'
import { type NamedResource, resourceBefore } from './namedResource.ts'
import { type Occurrence, Occurrences } from './occurrences.ts'
import { compile, createSearch, type Pattern, REACH } from './pattern.ts'
import { triageOrder } from './triageOrder.ts'

/** A known error in a pasted text: what it means, what to do, and where it occurs. */
export type Recognised = Pick<
  DictionaryEntry,
  'id' | 'title' | 'meaning' | 'recoveries' | 'commands' | 'advice' | 'where' | 'problem' | 'isSymptom'
> & {
  /** The matched text of the dictionary. */
  fragment: string
  /** Captured values of the first occurrence: `stack`, `urn`, `version`, `n`, `x`. */
  found: Record<string, string>
  /** Number of occurrences, and the first 50 of them; lines count from 1. Errors of a provider have the resource, if the log names it. */
  count: number
  places: { line: number; found: Record<string, string>; resource?: NamedResource }[]
}

const compiled = dictionary.flatMap((entry) => entry.fragments.map((fragment) => compile(entry, fragment)))
const patterns = compiled.filter(({ entry }) => !entry.isLastLine)
/** Recognised by what is missing: the log ends with the heading of an empty list. */
const lastLines = compiled.filter(({ entry }) => entry.isLastLine)
const search = createSearch(patterns.map(({ anchor }) => anchor))

/**
 * Finds the known errors in a pasted terminal or CI log, in the order of triage, the most specific first
 * (docs/recovery.md, Errors in a pasted text). Colours, wrapped lines, timestamps and CI prefixes are ignored. Returns
 * an empty list if nothing is known.
 */
export function recogniseErrors(pasted: string): Recognised[] {
  const recogniser = createRecogniser()
  recogniser.push(pasted)
  return recogniser.end()
}

export type Recogniser = { push: (chunk: string) => void; end: () => Recognised[] }

/** Recognises errors in a log of any size that arrives in pieces: time is linear in its length, memory constant. */
export function createRecogniser(): Recogniser {
  const matches = new Matches()
  const lines = new LineBatches((batch) => matches.read(batch))
  return {
    push: (chunk) => lines.push(chunk),
    end: () => {
      const { last, count } = lines.end()
      return matches.end(last, count)
    },
  }
}

/** Maximum number of attempts for one text that matches everywhere. */
const TRIES = 20_000

/** Matches of the dictionary in a text that slides by: where an anchor is found, its pattern looks at the text around it. */
class Matches {
  readonly #text = new SlidingText()
  readonly #occurrences = new Occurrences()
  readonly #tries = new Map<Pattern, number>()
  #state = 0
  /** Anchors whose text after them is not complete yet. */
  #pending: { end: number; pattern: Pattern }[] = []

  read(lines: Parameters<SlidingText['append']>[0]): void {
    const from = this.#text.end
    this.#state = search(this.#text.append(lines), this.#state, (end, hits) => {
      for (const index of hits) {
        const pattern = patterns[index]
        if (pattern) this.#pending.push({ end: from + end, pattern })
      }
    })
    this.#verifyUpTo(this.#text.end - REACH)
    this.#text.dropBefore(Math.min(this.#text.end, this.#pending[0]?.end ?? Infinity) - REACH)
  }

  end(lastLine: string, lineCount: number): Recognised[] {
    this.#verifyUpTo(Infinity)
    for (const pattern of lastLines)
      if (lastLine.toLowerCase() === pattern.fragment.toLowerCase()) {
        const at = this.#text.end
        this.#occurrences.add({ start: at, end: at, line: lineCount, pattern, found: {} })
      }
    return triageOrder(this.#occurrences.byEntry().map(recognised))
  }

  #verifyUpTo(limit: number): void {
    for (const { end, pattern } of this.#pending) {
      if (end > limit) continue
      const tries = (this.#tries.get(pattern) ?? 0) + 1
      this.#tries.set(pattern, tries)
      if (tries > (pattern.hasGap ? TRIES / 10 : TRIES)) continue
      const match = this.#matchAround(end, pattern)
      if (match && (pattern.entry.check?.(match.found) ?? true)) this.#occurrences.add(match)
    }
    this.#pending = this.#pending.filter(({ end }) => end > limit)
  }

  /** The match that contains the anchor. Of several possible starts the last one is right: the others span an unrelated sentence. */
  #matchAround(end: number, pattern: Pattern): Occurrence | undefined {
    const windowStart = Math.max(this.#text.base, end - pattern.before)
    const window = this.#text.slice(windowStart, end + pattern.after)
    let best: RegExpExecArray | undefined
    pattern.regex.lastIndex = 0
    for (let match = pattern.regex.exec(window); match; match = pattern.regex.exec(window)) {
      pattern.regex.lastIndex = match.index + 1
      const start = windowStart + match.index
      if (start >= end) break
      if (start + match[0].length >= end) best = match
    }
    if (best === undefined) return undefined
    const start = windowStart + best.index
    const resource = pattern.entry.isOfProvider ? resourceBefore(this.#text.slice(end - REACH, start)) : undefined
    return {
      start,
      end: start + best[0].length,
      line: this.#text.lineAt(start),
      pattern,
      found: foundIn(best),
      ...(resource && { resource }),
    }
  }
}

/** Joins captured values that span a wrapped line. */
const foundIn = ({ groups }: RegExpExecArray): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups ?? {}).map(([name, value]) => [name, value.replace(name === 'x' ? /\n/g : /\s/g, '')]),
  )

function recognised({ entry, fragment, places, count }: ReturnType<Occurrences['byEntry']>[number]): Recognised {
  const { id, title, meaning, recoveries, commands, advice, where, problem, isSymptom } = entry
  return {
    id,
    fragment,
    title,
    meaning,
    recoveries,
    advice,
    where,
    ...(commands !== undefined && { commands }),
    ...(problem !== undefined && { problem }),
    ...(isSymptom && { isSymptom }),
    found: places[0]?.found ?? {},
    count,
    places: places.map(({ line, found, resource }) => ({ line, found, ...(resource && { resource }) })),
  }
}
