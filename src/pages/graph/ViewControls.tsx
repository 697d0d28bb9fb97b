import Crosshair from 'lucide-react/icons/crosshair'
import Maximize from 'lucide-react/icons/maximize'
import Undo2 from 'lucide-react/icons/undo-2'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type RefObject, useEffect } from 'react'
import type { CanvasHandle } from '#src/features/graph/GraphCanvas.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'

type Props = {
  undo: () => void
  canUndo: boolean
  hasSelection: boolean
  canvas: RefObject<CanvasHandle | null>
}

/** Buttons that move the view, and undo its changes; Alt+Z does that too. */
export function ViewControls({ undo, canUndo, hasSelection, canvas }: Props) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By position on the keyboard: with Alt some layouts type another letter.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyZ') return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo])
  return (
    <>
      {canUndo && <IconButton label="Undo the last change of the view (Alt+Z)" Icon={Undo2} onClick={undo} />}
      {hasSelection && (
        <IconButton label="Zoom to the selection" Icon={Crosshair} onClick={() => canvas.current?.toSelection()} />
      )}
      <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
      <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
      <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
    </>
  )
}
