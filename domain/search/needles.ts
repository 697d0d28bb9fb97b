import type { IndexedResource } from './indexedResource.ts'

/**
 * Texts of which one has to occur in the searched text. Stores answer by trigrams, so an index helps with those of three
 * characters and more.
 */
export type Needle = readonly string[]

/** Small letters, of ASCII only: every store folds the same. */
export const fold = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** What begins a part of a name, an ID or a type. */
const BEFORE = ['\n', ':', '/', '-', '_', '.', ' ']

/** What is searched of a resource: name, ID and type, a line each. */
export const searchedText = ({ name, resourceId, type }: Pick<IndexedResource, 'name' | 'resourceId' | 'type'>) =>
  fold(`\n${name}\n${resourceId ?? ''}\n${type}\n`)

const GRAM = 3
const isLong = (text: string): boolean => text.length >= GRAM

/** Words anywhere; of words of two letters alone, one has to begin a part. Undefined for what would match everything. */
export function needlesOf(words: readonly string[]): Needle[] | undefined {
  const folded = [...new Set(words.map(fold))].filter((word) => word !== '')
  if (folded.some(isLong)) return folded.map((word) => [word])
  const first = folded.find((word) => word.length > 1)
  if (first === undefined) return undefined
  return [BEFORE.map((before) => before + first), ...folded.filter((word) => word !== first).map((word) => [word])]
}

export const holds = (text: string, needles: readonly Needle[]): boolean =>
  needles.every((needle) => needle.some((each) => text.includes(each)))

/** The trigrams by which a store looks: all of them have to be there, or some; undefined when none can be determined. */
export type Grams = { of: 'all' | 'any'; grams: string[] }

/** Enough to leave few candidates; what is left is compared in full. */
const MOST_GRAMS = 24

export function gramsOf(needles: readonly Needle[]): Grams | undefined {
  const certain = needles.flatMap((needle) => (needle.length === 1 ? needle : [])).filter(isLong)
  if (certain.length > 0) return { of: 'all', grams: [...new Set(certain.flatMap(gramsIn))].slice(0, MOST_GRAMS) }
  const some = needles.find((needle) => needle.length > 1 && needle.every((each) => each.length === GRAM))
  return some && { of: 'any', grams: [...some] }
}

/** Side by side, and the last one: each character is in one of them. By characters, as databases count. */
function gramsIn(text: string): string[] {
  const characters = Array.from(text)
  const grams: string[] = []
  for (let at = 0; at + GRAM <= characters.length; at += GRAM) grams.push(characters.slice(at, at + GRAM).join(''))
  if (characters.length >= GRAM) grams.push(characters.slice(-GRAM).join(''))
  return grams
}
