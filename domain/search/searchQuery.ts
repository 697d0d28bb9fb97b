import { parseUrn } from '../state/urn.ts'

/** A parsed search. */
export type SearchQuery = {
  words: string[]
  type?: string
  stack?: string
  provider?: string
  id?: string
  isProtected?: boolean
  /** A complete URN: finds exactly that resource. */
  urn?: string
}

/** The filter names before a colon, in display order. */
export const SEARCH_KEYS = ['type', 'stack', 'provider', 'id', 'protected'] as const
export type SearchKey = (typeof SEARCH_KEYS)[number]

const isKey = (text: string): text is SearchKey => (SEARCH_KEYS as readonly string[]).includes(text)
/** `key:"some words"`, `"some words"` or text between spaces. */
const TOKEN = /(?:([a-z]+):)?"([^"]*)"?|\S+/gi
const YES = new Set(['yes', 'true', 'y', '1'])
const NO = new Set(['no', 'false', 'n', '0'])

/** Parses a search: words, and filters such as `type:aws:s3/bucket:Bucket`. Anything that is not a filter is a word. */
export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = { words: [] }
  for (const [token, key, quoted] of text.matchAll(TOKEN)) {
    if (quoted !== undefined && key === undefined) addWord(query, quoted)
    else {
      const colon = token.indexOf(':')
      const name = (key ?? token.slice(0, Math.max(0, colon))).toLowerCase()
      const value = quoted ?? token.slice(colon + 1)
      if (!isKey(name) || !setFilter(query, name, value)) addWord(query, token)
    }
  }
  return query
}

function addWord(query: SearchQuery, word: string): void {
  if (parseUrn(word) !== undefined) query.urn = word
  else if (word.trim() !== '') query.words.push(word.trim())
}

/** Sets a filter; returns false if it is invalid. A filter without a value is ignored. */
function setFilter(query: SearchQuery, key: SearchKey, value: string): boolean {
  if (value === '') return true
  if (key !== 'protected') query[key] = value
  else if (YES.has(value.toLowerCase())) query.isProtected = true
  else if (NO.has(value.toLowerCase())) query.isProtected = false
  else return false
  return true
}

/** The search with a filter changed, or removed if the value is empty. */
export function withFilter(text: string, key: SearchKey, value: string): string {
  const { words, urn, isProtected, ...filters } = parseSearch(text)
  const set: Partial<Record<SearchKey, string>> = {
    ...filters,
    ...(isProtected !== undefined && { protected: isProtected ? 'yes' : 'no' }),
    [key]: value,
  }
  const shown = SEARCH_KEYS.flatMap((each) => (set[each] ? [`${each}:${quote(set[each])}`] : []))
  return [...words.map(quote), ...(urn ? [quote(urn)] : []), ...shown].join(' ')
}

const quote = (value: string): string => (/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value)

/** Whether the search has no words and no filters. */
export const isEmptySearch = ({ words, ...filters }: SearchQuery): boolean =>
  words.length === 0 && Object.keys(filters).length === 0
