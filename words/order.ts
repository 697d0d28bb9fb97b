import { LOCALE } from './counts.ts'

const collator = new Intl.Collator(LOCALE, { numeric: true })

/** The order of names for a reader: `owner-2` before `owner-10`. */
export const inOrder = (a: string, b: string): number => collator.compare(a, b)
