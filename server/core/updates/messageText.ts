import { plainText } from '#words/plainText.ts'
import { straightText } from '#words/visible.ts'

/** Returns a client's message as a page shows it: without terminal control sequences and bidirectional overrides. */
export const messageText = (text: string): string => straightText(plainText(text))
