import Search from 'lucide-react/icons/search'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { usePreferences } from '#src/lib/preferences.ts'
import { isTyping } from '#src/lib/typing.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'

const Missing = () => (
  <div className="fixed top-14 right-4 z-10">
    <PartMissing />
  </div>
)
const loadPalette = async () => (await import('./Palette.tsx')).Palette
const LazyPalette = lazyPart(loadPalette, Missing)
/** After the page itself: what is typed before the palette is there would be lost. */
const LOAD_AFTER_MS = 2_000
const LazyKeys = lazyPart(async () => (await import('./KeysDialog.tsx')).KeysDialog, Missing)

/** Opens the palette, as Ctrl+K or ⌘K does from anywhere; `?` shows the keys. */
export function PaletteButton() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const hasKeys = usePreferences((state) => state.singleKeys)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isPalette =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const isKeys = hasKeys && event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPalette && !(isKeys && !isTyping(event) && document.querySelector('[role="dialog"]') === null)) return
      event.preventDefault()
      setOpen(isPalette ? 'palette' : 'keys')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hasKeys])
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton
        label="Search or go to (Ctrl+K)"
        Icon={Search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      />
      <Suspense>
        {open === 'palette' && <LazyPalette onClose={close} />}
        {open === 'keys' && <LazyKeys onClose={close} />}
      </Suspense>
    </>
  )
}
