/** Control characters: what a terminal carries out when it is pasted. Line breaks and tabs belong to a text of several lines. */
const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /(?![\n\r\t])\p{Cc}/u

/** Whether a terminal would carry out something that is in this text. */
export const isHarmfulInTerminal = (text: string, { isLines }: { isLines: boolean }): boolean =>
  (isLines ? CONTROL_IN_LINES : CONTROL).test(text)
