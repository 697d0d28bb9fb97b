import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useGoing } from './useGoing.ts'

/** People pause this long between words, not between letters. */
const PAUSE_MS = 250

/**
 * What is being typed, ahead of the address that it goes to after a pause. A change of the address from elsewhere
 * (back, *Clear filters*) wins over the draft; the echo of what was handed over does not disturb the typing. Once the person is
 * on the way to another page nothing is handed over: it would take them back.
 */
export function useDraft(settled: string, onPause: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState<string>()
  const [handed, setHanded] = useState(settled)
  const [seen, setSeen] = useState(settled)
  const { pathname } = useLocation()
  const whereTo = useGoing()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hand = useRef(onPause)
  useEffect(() => {
    hand.current = onPause
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  if (settled !== seen) {
    setSeen(settled)
    if (settled !== handed) setDraft(undefined)
  }
  const type = (text: string): void => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if ((whereTo()?.pathname ?? pathname) !== pathname) return
      setHanded(text.trim())
      hand.current(text.trim())
    }, PAUSE_MS)
  }
  return [draft ?? settled, type]
}
