import { useLayoutEffect } from 'react'
import { usePreferences } from './preferences.ts'
import { isTyping } from './typing.ts'
import { useStable } from './useStable.ts'

/**
 * Calls back on `/`, unless the focus is in a text field or keys of one character are off; from the moment that the page
 * is shown.
 */
export function useSlashKey(onSlash: () => void): void {
  const focus = useStable(onSlash)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event) || !usePreferences.getState().singleKeys) return
      event.preventDefault()
      focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [focus])
}
