/**
 * Control characters, which a terminal may execute when they are pasted. Line breaks and tabs are allowed in text of
 * several lines.
 */
const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /(?![\n\r\t])\p{Cc}/u

/** Whether a text contains control characters that a terminal may execute. */
export const isHarmfulInTerminal = (text: string, { isLines }: { isLines: boolean }): boolean =>
  (isLines ? CONTROL_IN_LINES : CONTROL).test(text)
