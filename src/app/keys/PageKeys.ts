import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { usePreferences } from '#src/lib/preferences.ts'
import { isTyping } from '#src/lib/typing.ts'
import { useStable } from '#src/lib/useStable.ts'
import { useCurrentStack } from '../palette/recents.ts'
import { goTo } from './goKeys.ts'
import { moveInRows } from './rowKeys.ts'

/** Time for the key after `g`. */
const SECOND_KEY_MS = 1_500

/** Where letters have a meaning of their own: they choose in menus and lists, and a dialog is not the page. */
const OWN_KEYS = '[role="menu"], [role="listbox"]'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

const isForOthers = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.shiftKey ||
  isTyping(event) ||
  (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null) ||
  document.querySelector(DIALOG) !== null

/** Keys of one character on every page: `g h` and others open pages, `j` and `k` move through the rows of lists. */
export function PageKeys(): null {
  const navigate = useNavigate()
  const stack = useCurrentStack()
  const hasKeys = usePreferences(({ singleKeys }) => singleKeys)
  const follow = useStable((event: KeyboardEvent): void => {
    const to = goTo(event.key, stack)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation() // a page may have a meaning for the key alone
    void navigate(to)
  })
  useEffect(() => {
    if (!hasKeys) return undefined
    let first = -Infinity // when `g` was pressed
    const onKeyDown = (event: KeyboardEvent): void => {
      const isSecond = event.timeStamp - first < SECOND_KEY_MS
      first = -Infinity
      if (isForOthers(event)) return
      if (isSecond) follow(event)
      else if (event.key === 'g') first = event.timeStamp
      else if (event.key === 'j') moveInRows(document, 1)
      else if (event.key === 'k') moveInRows(document, -1)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [hasKeys, follow])
  return null
}
