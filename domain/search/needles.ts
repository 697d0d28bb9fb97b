/**
 * Alternatives, one of which must occur in the searched text. Stores use trigrams, so the index helps with texts of
 * three or more characters.
 */
export type Needle = readonly string[]

/** Lower-cases ASCII letters only, so that every store folds alike. */
export const fold = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Characters before a part of a name, an ID or a type. */
const BEFORE = ['\n', ':', '/', '-', '_', '.', ' ']

/** So many words of a search are used, the longest. Each is compared with every row that may match. */
export const MAX_WORDS = 8

/** The words of a search that are used, in their order: each once, the longest `MAX_WORDS`. */
export function usedWords(words: readonly string[]): string[] {
  const all = [...new Set(words)].filter((word) => word !== '')
  if (all.length <= MAX_WORDS) return all
  const longest = new Set(all.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS))
  return all.filter((word) => longest.has(word))
}

const GRAM = 3
const isLong = (text: string): boolean => text.length >= GRAM

/**
 * The needles for the words that are used, which match anywhere. If no word is long enough for a trigram, the first one with two
 * characters has to start a part. Undefined if there is none, as everything would match.
 */
export function needlesOf(words: readonly string[]): Needle[] | undefined {
  const folded = usedWords(words.map(fold))
  if (folded.some(isLong)) return folded.map((word) => [word])
  const first = folded.find((word) => word.length > 1)
  if (first === undefined) return undefined
  return [BEFORE.map((before) => before + first), ...folded.filter((word) => word !== first).map((word) => [word])]
}

/** Trigrams for a store's index, all or any of which must occur; undefined if there are none. */
export type Grams = { of: 'all' | 'any'; grams: string[] }

/** Enough to leave few candidates, which are then compared in full. */
const MAX_GRAMS = 24

export function gramsOf(needles: readonly Needle[]): Grams | undefined {
  const certain = needles.flatMap((needle) => (needle.length === 1 ? needle : [])).filter(isLong)
  if (certain.length > 0) return { of: 'all', grams: [...new Set(certain.flatMap(gramsIn))].slice(0, MAX_GRAMS) }
  const some = needles.find((needle) => needle.length > 1 && needle.every(isLong))
  return some && { of: 'any', grams: [...new Set(some.map((each) => gramsIn(each).at(-1) ?? each))] }
}

/** Adjacent trigrams and the last one, so that each character is covered. By code points, as databases count. */
function gramsIn(text: string): string[] {
  const characters = Array.from(text)
  const grams: string[] = []
  for (let at = 0; at + GRAM <= characters.length; at += GRAM) grams.push(characters.slice(at, at + GRAM).join(''))
  if (characters.length >= GRAM) grams.push(characters.slice(-GRAM).join(''))
  return grams
}
