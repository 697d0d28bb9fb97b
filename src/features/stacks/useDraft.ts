import { useEffect, useRef, useState } from 'react'

/** People pause this long between words, not between letters. */
const PAUSE_MS = 250

/**
 * What is being typed, ahead of the address that it will go to after a pause. A change of the address from elsewhere
 * (back, *Clear filters*) wins over a draft that has already been handed over.
 */
export function useDraft(settled: string, onPause: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState<{ text: string; over: string }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hand = useRef(onPause)
  useEffect(() => {
    hand.current = onPause
  })
  const type = (text: string): void => {
    setDraft({ text, over: settled })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => hand.current(text.trim()), PAUSE_MS)
  }
  // The draft counts only while the address still says what it said when the draft was typed.
  const isAhead = draft !== undefined && (draft.over === settled || draft.text.trim() === settled)
  return [isAhead ? draft.text : settled, type]
}
