/** Control characters: what a terminal carries out when it is pasted. Line breaks and tabs belong to a text of several lines. */
const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /(?![\n\r\t])\p{Cc}/u

/** Whether a terminal would carry out something that is in this text. */
export const isHarmfulInTerminal = (text: string, { isLines }: { isLines: boolean }): boolean =>
  (isLines ? CONTROL_IN_LINES : CONTROL).test(text)

/** Control and format characters, those among them that turn the direction of what follows, and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The text with what cannot be seen in it as `\u202e`: two names that look alike are told apart. */
export const visibleText = (text: string): string =>
  text.replaceAll(UNSEEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
