/** Limit for a state that a user enters as text: it is planned with at once, which costs many times its parsing. */
export const FREE_ENTERED = 100_000
export const BYTES_AN_ENTERED = 30

/**
 * Maximum nesting; a state has some ten levels. A journal entry that could be parsed and stored, but not serialized as
 * part of a state, would prevent its update from ending.
 */
export const MAX_DEPTH = 500
