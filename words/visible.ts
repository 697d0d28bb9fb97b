// Makes names and texts from outside safe to display.

/**
 * Control and format characters, including those that change the text direction, and line separators; not the joiner
 * between two pictures, which makes one emoji of them.
 */
const UNSEEN =
  /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Characters that change the direction of the following text, or isolate it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu

/** A name or id with invisible characters escaped as `\u202e`, so that names that look alike can be told apart. */
export const visibleText = (text: string): string => text.replaceAll(UNSEEN, escaped)

/**
 * A message or text of several lines, scripts and emoji: only characters that change the direction are escaped as
 * `\u202e`.
 */
export const straightText = (text: string): string => text.replaceAll(TURNS, escaped)

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
