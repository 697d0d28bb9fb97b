import { type Marks, wordOf } from '#domain/overlays/overlay.ts'
import type { Sum } from '#domain/overlays/sums.ts'
import { number } from '#words/counts.ts'
import { namedFirst } from './chips.ts'
import { OverlaySign } from './OverlaySign.tsx'

/** Sign and word of the class that the overlay gives a resource; nothing if it gives none. */
export function OverlayNote({
  marks: { classes, of, notes, missing: all, copies },
  index,
}: {
  marks: Marks
  index: number
}) {
  const mark = classes[of[index] ?? -1]
  const missing = all?.get(index)
  const copy = mark?.id === 'duplicate' ? copies?.get(index) : undefined
  const word = mark && (copy === undefined ? wordOf(mark) : `${wordOf(mark)}, ${copy}`)
  const note = notes?.get(index) ?? (missing === undefined ? word : `missing ${namedFirst(missing)}`)
  // A row has little room.
  const short = missing && missing.length > 1 ? `${number(missing.length)} missing` : (copy ?? note)
  return (
    mark && (
      <span className="inline-flex min-w-0 items-center gap-1 text-xs text-ink">
        <OverlaySign mark={mark} />
        <span className="truncate" title={note} aria-hidden={short !== note}>
          {short}
        </span>
        {short !== note && <span className="sr-only">{note}</span>}
      </span>
    )
  )
}

/** What the overlay says about the content of a collapsed row. */
export const OverlaySums = ({ marks: { classes }, sums }: { marks: Marks; sums: readonly Sum[] }) => (
  <span className="inline-flex shrink-0 items-center gap-1.5">
    {sums.map(({ place, count }) => {
      const mark = classes[place]
      return (
        mark &&
        !mark.isQuiet && (
          <span key={place} title={mark.words(count)} className="inline-flex items-center gap-0.5 text-xs text-muted">
            <OverlaySign mark={mark} />
            <span aria-hidden>{number(count)}</span>
            <span className="sr-only">{mark.words(count)} inside</span>
          </span>
        )
      )
    })}
  </span>
)
