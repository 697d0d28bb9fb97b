import { markCounts, type Marks } from '#domain/overlays/overlay.ts'
import { OverlaySign } from './OverlaySign.tsx'

/** What the overlay tells apart, with its numbers. */
export function OverlayLegend({ marks }: { marks: Marks }) {
  const counts = markCounts(marks)
  return marks.classes.map((mark, place) => {
    const count = counts[place] ?? 0
    return (
      count > 0 && (
        <span key={mark.id} className="inline-flex items-center gap-1.5">
          <OverlaySign mark={mark} /> {mark.words(count)}
        </span>
      )
    )
  })
}
