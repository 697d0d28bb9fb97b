import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { cx } from '#src/lib/cx.ts'

type Widths = { widths: Record<string, number>; setWidth: (name: string, width: number) => void }

/** The widths that the user has set, kept by this browser. */
const useWidths = create<Widths>()(
  persist(
    (set) => ({
      widths: {},
      setWidth: (name, width) => set(({ widths }) => ({ widths: { ...widths, [name]: width } })),
    }),
    { name: 'holdfast.panes', partialize: ({ widths }) => ({ widths }) },
  ),
)

const MIN = 280
const MAX = 900
const FIRST = 416
const STEP = 24

type Props = {
  /** Key of its stored width. */
  name: string
  /** Name of the handle for screen readers. */
  label: string
  children: ReactNode
  /** The content of the pane; above the rest if there is no room. Without it, the rest takes the whole width. */
  side: ReactNode
}

/** Two panes side by side; the edge between them can be dragged, or moved with arrow keys. */
export function SplitPane({ name, label, children, side }: Props) {
  const { widths, setWidth } = useWidths()
  const width = Math.min(MAX, Math.max(MIN, widths[name] ?? FIRST))
  const from = useRef<{ x: number; width: number }>(undefined)
  const isOpen = side !== undefined && side !== null && side !== false

  const move = (to: number) => setWidth(name, Math.round(Math.min(MAX, Math.max(MIN, to))))
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      ArrowLeft: width + STEP,
      ArrowRight: width - STEP,
      Home: MIN,
      End: MAX,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (from.current) move(from.current.width + from.current.x - event.clientX)
  }
  return (
    <div
      className={cx(
        'grid min-w-0 gap-x-1 gap-y-4',
        isOpen && 'lg:grid-cols-[minmax(0,1fr)_0.75rem_min(var(--pane),55%)]',
      )}
      style={{ ['--pane' as string]: `${width}px` }}
    >
      <div className="min-w-0">{children}</div>
      {isOpen && (
        <>
          <div
            role="separator"
            aria-orientation="vertical"
            aria-label={label}
            aria-valuenow={width}
            aria-valuemin={MIN}
            aria-valuemax={MAX}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={() => (from.current = undefined)}
            onPointerCancel={() => (from.current = undefined)}
            className="group hidden cursor-col-resize touch-none items-center justify-center rounded-sm lg:flex"
          >
            <span className="h-10 w-1 rounded-full bg-line-strong forced-color-adjust-none group-hover:bg-accent group-focus-visible:bg-accent" />
          </div>
          <div className="order-first min-w-0 lg:order-none">{side}</div>
        </>
      )}
    </div>
  )
}
