import { parseUrn } from '../state/urn.ts'

/** What someone looks for, taken apart. */
export type SearchQuery = {
  words: string[]
  type?: string
  stack?: string
  provider?: string
  id?: string
  isProtected?: boolean
  /** A whole URN: exactly that resource. */
  urn?: string
}

/** What may be before a colon, in the order in which it is shown. */
export const SEARCH_KEYS = ['type', 'stack', 'provider', 'id', 'protected'] as const
export type SearchKey = (typeof SEARCH_KEYS)[number]

const isKey = (text: string): text is SearchKey => (SEARCH_KEYS as readonly string[]).includes(text)
/** `key:"some words"`, `"some words"` or what is between spaces. */
const TOKEN = /(?:([a-z]+):)?"([^"]*)"?|\S+/gi
const YES = new Set(['yes', 'true', 'y', '1'])
const NO = new Set(['no', 'false', 'n', '0'])

/** Reads a search: words, and filters as `type:aws:s3/bucket:Bucket`. What is no filter is a word. */
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

/** Whether the filter could be read; one without a value is left out. */
function setFilter(query: SearchQuery, key: SearchKey, value: string): boolean {
  if (value === '') return true
  if (key !== 'protected') query[key] = value
  else if (YES.has(value.toLowerCase())) query.isProtected = true
  else if (NO.has(value.toLowerCase())) query.isProtected = false
  else return false
  return true
}

/** The same search with a filter changed; without it when the value is empty. */
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

/** Whether anything is asked for at all. */
export const isEmptySearch = ({ words, ...filters }: SearchQuery): boolean =>
  words.length === 0 && Object.keys(filters).length === 0
