// Numbers, plurals and lists for sentences.

/** The texts are English. Of the English locales this one abbreviates without full stops: `3 min ago`. */
export const LOCALE = 'en-GB'

const numbers = new Intl.NumberFormat(LOCALE)
const plurals = new Intl.PluralRules(LOCALE)
const lists = new Intl.ListFormat(LOCALE)

/** A number as it is written: `1,200`. */
export const number = (value: number): string => numbers.format(value)

/** The word that agrees with a count: `plural(2, 'is', 'are')` is `are`. */
export const plural = <One, Many>(count: number, one: One, many: Many): One | Many =>
  plurals.select(count) === 'one' ? one : many

/** A number with its noun: `1 stack`, `1,200 people`. Without `many`, an s is added to `one`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${plural(count, one, many)}`

/** Things in a row: `a`, `a and b`, `a, b and c`. */
export const list = (items: Iterable<string>): string => lists.format(items)
