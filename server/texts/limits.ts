/** Of a state that a person enters as a text: it is planned with at once, which costs many times its parsing. */
export const FREE_ENTERED = 100_000
export const BYTES_AN_ENTERED = 30

/**
 * A state nests some ten deep. Of a journal entry that could be read and stored but not be written as a part of a state,
 * its update would never end.
 */
export const MOST_DEPTH = 500
