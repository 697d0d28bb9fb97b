import { useCallback, useMemo } from 'react'
import { rowSums } from '#domain/overlays/sums.ts'
import { OverlayNote, OverlaySums } from '#src/features/graph/overlays/OverlayNote.tsx'
import type { Entries } from '#src/features/resources/entries.ts'
import type { RowOverlay } from '#src/features/resources/ResourceLine.tsx'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import type { Look } from './useLook.ts'

/** Computed with the first row, after the picture. */
function sumsOfRows(entries: Entries, overlay: Look['overlay']): ReturnType<typeof rowSums> {
  let sums: ReturnType<typeof rowSums> | undefined
  return (index) => (sums ??= rowSums(entries.outline, overlay))(index)
}

/** What the overlay says about rows of the outline: the same numbers as in the picture. */
export function useRowOverlay({ overlay, choice: { kind } }: Look, entries: Entries): RowOverlay {
  return useMemo(() => {
    const sums = sumsOfRows(entries, overlay)
    return {
      of: (index) => {
        const mark = overlay.classes[overlay.of[index] ?? -1]
        // The sign of the picture and the word of the legend, before those of the list of resources.
        if (mark && !mark.isQuiet) return <OverlayNote marks={overlay} index={index} />
        if (kind !== 'status') return undefined
        const [ownMark] = entries.marksOf(index)
        return ownMark && <ResourceMark mark={ownMark} size="small" />
      },
      inside: (index) => <OverlaySums marks={overlay} sums={sums(index)} />,
    }
  }, [overlay, kind, entries])
}

/**
 * The words on cards of the picture. The same function for the same data, so that cards are rendered again only if
 * theirs may have changed.
 */
export const useStatusOf = ({ overlay, choice: { kind } }: Look, { marksOf }: Entries) =>
  useCallback(
    (resource: number) => {
      const note = overlay.notes?.get(resource)
      if (note !== undefined) return <span className="text-xs text-ink">{note}</span>
      const [mark] = kind === 'status' ? marksOf(resource) : []
      return mark && <ResourceMark mark={mark} size="small" />
    },
    [marksOf, overlay, kind],
  )
