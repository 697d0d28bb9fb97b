// Names and texts from outside, so that a reader sees what is there.

/** Control and format characters, those among them that turn the direction of what follows, and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** What turns the direction of the characters after it, or holds them apart. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu

/** A name or an id with what cannot be seen in it as `\u202e`: two names that look alike are distinguished. */
export const visibleText = (text: string): string => text.replaceAll(UNSEEN, escaped)

/** A message or a line of text, which may have several lines, scripts and emoji: only what turns their direction is shown as `\u202e`. */
export const straightText = (text: string): string => text.replaceAll(TURNS, escaped)

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
