import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useGoing } from './useGoing.ts'
import { useStable } from './useStable.ts'

/** People pause this long between words, not between letters. */
const PAUSE_MS = 250

/**
 * Text being typed, ahead of the address, which follows after a pause. A change of the address from elsewhere (back,
 * *Clear filters*) replaces the draft; the echo of its own change does not disturb typing. Once the user is navigating
 * to another page, the address is not changed: that would take them back.
 */
export function useDraft(settled: string, onPause: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState<string>()
  const [handed, setHanded] = useState(settled)
  const [seen, setSeen] = useState(settled)
  const { pathname } = useLocation()
  const whereTo = useGoing()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hand = useStable(onPause)
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
      hand(text.trim())
    }, PAUSE_MS)
  }
  return [draft ?? settled, type]
}
