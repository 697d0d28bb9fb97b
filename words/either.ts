import { LOCALE } from './counts.ts'

const alternatives = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** Alternatives for a sentence: `a`, `a or b`, `a, b or c`. */
export const either = (items: Iterable<string>): string => alternatives.format(items)
