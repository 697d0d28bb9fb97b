import { fold, type Needle, needlesOf, usedWords } from '#domain/search/needles.ts'
import type { UserRow } from '../store/port/access.ts'

/** So many texts that a word represents are used. */
const MAX_ALTERNATIVES = 16

/**
 * The needles for the words of a query. `lines` returns what a word also represents: whole lines of the searched
 * text, such as the login of a person whose name contains it.
 */
export function listNeedles(query: string, lines: (word: string) => readonly string[]): Needle[] {
  const words = usedWords(query.split(/\s+/).map(fold))
  // Words of one letter alone are no needles of an index, but may filter a list.
  const needles = needlesOf(words) ?? words.map((word) => [word])
  return needles.map((needle) => {
    const word = needle.length === 1 ? needle[0] : undefined
    const others = word === undefined ? [] : lines(word).map((line) => fold(`\n${line}\n`))
    return [...needle, ...others].slice(0, MAX_ALTERNATIVES)
  })
}

/** The logins of the people whose name contains a word. */
export const loginsNamed = (users: readonly UserRow[], word: string): string[] =>
  users.filter(({ name }) => fold(name).includes(word)).map(({ login }) => login)
