import { useLayoutEffect } from 'react'
import { useStable } from './useStable.ts'

const TYPED_IN = 'input, textarea, select, [contenteditable]'

/**
 * Calls back on `/`, unless the focus is in a text field or keys of one character are off; from the moment that the page
 * is shown.
 */
export function useSlashKey(onSlash: () => void): void {
  const focus = useStable(onSlash)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return
      if (document.documentElement.dataset['singleKeys'] === 'off') return
      event.preventDefault()
      focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [focus])
}
