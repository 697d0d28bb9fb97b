// The bytes with a meaning for scanning JSON without parsing it.
export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d

/** Classes of bytes outside of texts, for a single table look-up: a state has a hundred million of them. */
export const PLAIN = 0
export const BEGINS_TEXT = 1
export const OPENS = 2
export const CLOSES = 3
export const SEPARATES = 4
export const EFFECT = new Uint8Array(256)
EFFECT[QUOTE] = BEGINS_TEXT
EFFECT[OPEN_BRACE] = EFFECT[OPEN_BRACKET] = OPENS
EFFECT[CLOSE_BRACE] = EFFECT[CLOSE_BRACKET] = CLOSES
EFFECT[COMMA] = SEPARATES
