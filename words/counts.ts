// Numbers, plurals and lists for sentences.

/** The texts are English. This English locale abbreviates without full stops: `3 min ago`. */
export const LOCALE = 'en-GB'

const numbers = new Intl.NumberFormat(LOCALE)
const plurals = new Intl.PluralRules(LOCALE)
const lists = new Intl.ListFormat(LOCALE)

/** A formatted number: `1,200`. */
export const number = (value: number): string => numbers.format(value)

/** The word that agrees with a count: `plural(2, 'is', 'are')` is `are`. */
export const plural = <One, Many>(count: number, one: One, many: Many): One | Many =>
  plurals.select(count) === 'one' ? one : many

/** A number with its noun: `1 stack`, `1,200 people`. Without `many`, an s is added to `one`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${plural(count, one, many)}`

/** A list for a sentence: `a`, `a and b`, `a, b and c`. */
export const list = (items: Iterable<string>): string => lists.format(items)

/** The first items of a list for a sentence, and how many more there are: `a, b and 3 more`. */
export const firstOf = (items: readonly string[], most: number): string => list(shortened(items, most))

/** The first items of a list, and how many more there are as the last one. */
export const shortened = (items: readonly string[], most: number): readonly string[] =>
  items.length > most ? [...items.slice(0, most), `${number(items.length - most)} more`] : items
