import { GRAPH_FLAG } from '#contract/resources.ts'
import { counted } from '#words/counts.ts'
import { after, type Marks, type OverlayClass } from './overlay.ts'

type Status = OverlayClass & { id: keyof typeof GRAPH_FLAG }

/** Integrity problems: the CLI refuses such a state. */
export const INTEGRITY: readonly Status[] = [
  { id: 'missing', sign: '⚠', look: 'danger', words: (count) => counted(count, 'broken reference') },
  { id: 'duplicate', sign: '2', look: 'danger', words: (count) => counted(count, 'duplicate URN') },
  { id: 'circular', sign: '∞', look: 'danger', words: after('in a circle') },
]

/** Conditions of an entry, the most serious first: the first match is its class. */
const STATUSES: readonly Status[] = [
  ...INTEGRITY,
  { id: 'pending', sign: '…', look: 'attention', words: after('pending') },
  { id: 'initErrors', sign: '✕', look: 'danger', words: after('unhealthy') },
  { id: 'delete', sign: '−', look: 'attention', words: after('to delete') },
  { id: 'pendingReplacement', sign: '±', look: 'attention', words: after('to replace') },
  { id: 'protect', sign: 'P', look: 'unknown', words: after('protected'), isQuiet: true },
  { id: 'external', sign: 'E', look: 'unknown', words: after('external'), isQuiet: true },
]

export function marked(flags: ArrayLike<number>, classes: readonly Status[]): Marks {
  const any = classes.reduce((bits, { id }) => bits | GRAPH_FLAG[id], 0)
  const of = new Int8Array(flags.length).fill(-1)
  for (let i = 0; i < of.length; i++) {
    const bits = flags[i] ?? 0
    if ((bits & any) !== 0) of[i] = classes.findIndex(({ id }) => (bits & GRAPH_FLAG[id]) !== 0)
  }
  return { classes, of }
}

/** Marks resources by condition. */
export const statusMarks = (flags: ArrayLike<number>): Marks => marked(flags, STATUSES)
