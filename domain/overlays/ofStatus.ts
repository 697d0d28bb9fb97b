import { GRAPH_FLAG } from '#contract/resources.ts'
import { counted, number } from '#words/counts.ts'
import type { Marks, OverlayClass } from './overlay.ts'

const after = (word: string) => (count: number) => `${number(count)} ${word}`

type Status = OverlayClass & { id: keyof typeof GRAPH_FLAG }

/** What is out of the ordinary about an entry, the most serious first: the first that is true is its class. */
export const STATUSES = [
  { id: 'missing', sign: '⚠', look: 'danger', words: (count) => counted(count, 'broken reference') },
  { id: 'duplicate', sign: '2', look: 'danger', words: (count) => counted(count, 'duplicate URN') },
  { id: 'circular', sign: '∞', look: 'danger', words: after('in a circle') },
  { id: 'pending', sign: '…', look: 'attention', words: after('pending') },
  { id: 'initErrors', sign: '✕', look: 'danger', words: after('unhealthy') },
  { id: 'delete', sign: '−', look: 'attention', words: after('to delete') },
  { id: 'pendingReplacement', sign: '±', look: 'attention', words: after('to replace') },
  { id: 'protect', sign: 'P', look: 'unknown', words: after('protected'), isQuiet: true },
  { id: 'external', sign: 'E', look: 'unknown', words: after('external'), isQuiet: true },
] as const satisfies readonly Status[]

const marked = (flags: ArrayLike<number>, classes: readonly Status[]): Marks => ({
  classes,
  of: Int8Array.from(flags, (bits) => classes.findIndex(({ id }) => (bits & GRAPH_FLAG[id]) !== 0)),
})

/** What is out of the ordinary. */
export const statusMarks = (flags: ArrayLike<number>): Marks => marked(flags, STATUSES)
