import { plainText } from '#words/plainText.ts'
import { straightText } from '#words/visible.ts'

/** What a client wrote for people, as a page shows it: without what a terminal obeys, and read in one direction. */
export const messageText = (text: string): string => straightText(plainText(text))
