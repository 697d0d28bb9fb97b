import { createContext, useContext } from 'react'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CirclePlus from 'lucide-react/icons/circle-plus'
import PencilLine from 'lucide-react/icons/pencil-line'
import type { EntryChange, StateDiff } from '#contract/diff.ts'
import type { Icon } from '#src/ui/icon.ts'
import type { Tone } from '#src/ui/tone.ts'

type Change = EntryChange['change']

/** Word, icon and tone of each kind of change. */
const changeWords = {
  removed: { word: 'removed', Icon: CircleMinus, tone: 'danger' },
  added: { word: 'added', Icon: CirclePlus, tone: 'ok' },
  renamed: { word: 'renamed', Icon: ArrowRightLeft, tone: 'attention' },
  changed: { word: 'changed', Icon: PencilLine, tone: 'running' },
} as const satisfies Record<Change, { word: string; Icon: Icon; tone: Tone }>

/** Other words for what only one side has: between two stacks nothing was added or removed. */
export const SideWords = createContext<{ removed: string; added: string } | undefined>(undefined)

/** The words of each kind of change here. */
export function useChangeWords(): Record<Change, { word: string; Icon: Icon; tone: Tone }> {
  const sides = useContext(SideWords)
  if (!sides) return changeWords
  const { removed, added } = changeWords
  return { ...changeWords, removed: { ...removed, word: sides.removed }, added: { ...added, word: sides.added } }
}

export const CHANGES = Object.keys(changeWords) as Change[] // an object literal has the keys of its type

/** Changes that a user would not call a difference. */
export const isSameState = ({ counts, operationsAdded, operationsRemoved, beside }: StateDiff): boolean =>
  counts.added + counts.removed + counts.changed + counts.renamed + counts.moved === 0 &&
  operationsAdded.length + operationsRemoved.length + beside.length === 0
