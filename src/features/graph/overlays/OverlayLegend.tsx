import { type Overlay, overlayCounts } from '#domain/overlays/overlay.ts'
import { cx } from '#src/lib/cx.ts'
import { counted } from '#words/counts.ts'
import { OverlaySign } from './OverlaySign.tsx'

type Props = {
  overlay: Overlay
  /** The class filtered by; empty for none. */
  chosen: string
  onChoose: (id: string) => void
  /** Shown if nothing is marked. */
  nothing: string
}

/** The classes of the overlay with their counts; a click filters by one. */
export function OverlayLegend({ overlay, chosen, onChoose, nothing }: Props) {
  const counts = overlayCounts(overlay)
  const isEmpty = counts.every((count) => count === 0)
  return (
    <span role="group" aria-label="Overlay" className="flex flex-wrap items-center gap-x-1 gap-y-1">
      {isEmpty && <span>{nothing}</span>}
      {overlay.classes.map((mark, place) => {
        const count = counts[place] ?? 0
        const isChosen = mark.id === chosen
        if (count === 0 && !isChosen) return null
        return (
          <button
            key={mark.id}
            type="button"
            aria-pressed={isChosen}
            title={isChosen ? 'Show everything again' : 'Show only these'}
            onClick={() => onChoose(isChosen ? '' : mark.id)}
            className={cx(
              'inline-flex min-h-6 items-center gap-1.5 rounded-sm border px-1.5',
              isChosen ? 'border-accent bg-accent-subtle text-ink' : 'border-transparent text-ink hover:bg-hover',
            )}
          >
            <OverlaySign mark={mark} /> {mark.words(count)}
          </button>
        )
      })}
      {(overlay.unlisted ?? 0) > 0 && <span>and {counted(overlay.unlisted ?? 0, 'other')} not listed by name</span>}
    </span>
  )
}
