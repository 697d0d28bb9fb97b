import Search from 'lucide-react/icons/search'
import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'

const LazyPalette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

/** Opens the palette; so does Ctrl+K or ⌘K from anywhere. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <IconButton
        label="Go to a stack or a page (Ctrl+K)"
        Icon={Search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <LazyPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
