import { useMemo } from 'react'
import { type FocusBox, type FocusColumn, focusPicture } from '#domain/graphQueries/focusPicture.ts'
import { usePaneSize } from '#src/features/graph/view/usePane.ts'
import { counted, number } from '#words/counts.ts'
import { ColumnPicture } from './ColumnPicture.tsx'
import { FocusCard } from './FocusCard.tsx'
import { OpenGroup } from './OpenGroup.tsx'
import type { NeighbourhoodProps } from './props.ts'

/** The neighbourhood side by side: dependencies on the left, dependents on the right. */
export function FocusPicture({ neighbourhood, relations, entries, focus, last, centreLink }: NeighbourhoodProps) {
  const { setPane, size } = usePaneSize()
  const { kinds = 0, opened } = focus.address ?? {}
  const picture = useMemo(
    () => size && focusPicture({ neighbourhood, relations, kinds, typeOf: entries.typeOf, size, opened }),
    [neighbourhood, relations, kinds, entries, size, opened],
  )
  const linkTo = (urn: string) => focus.linkTo({ focus: [urn] })
  const cardOf = (box: FocusBox, relation: number) => {
    const { column, key, w, isOpen } = box
    const common = { bundle: box, entries, last, width: w }
    if (isOpen) return <OpenGroup {...common} to={linkTo} onClose={() => focus.tune({ opened: undefined })} />
    return (
      <FocusCard
        {...common}
        kinds={relation}
        side={column > 0 ? 'neededBy' : 'needs'}
        isFocus={column === 0}
        to={column === 0 ? centreLink : linkTo}
        onOpen={() => focus.tune({ opened: { column, key } })}
      />
    )
  }
  return (
    <div ref={setPane} className="relative size-full">
      {picture && size && (
        <ColumnPicture
          label={`Around ${entries.names[neighbourhood.focus] ?? ''}`}
          subject={String(neighbourhood.focus)}
          picture={picture}
          width={size.width}
          headingOf={headingOf}
          cardOf={cardOf}
          tintOf={({ column }) => (column === 0 ? 'var(--color-accent)' : 'var(--color-control)')}
        />
      )}
    </div>
  )
}

const headingOf = ({ column, nearest, furthest, count }: FocusColumn) =>
  column !== 0 && (
    <>
      {distanceOf(column, nearest, furthest)} <span className="font-normal">{number(count)}</span>
    </>
  )

function distanceOf(column: number, nearest: number, furthest: number): string {
  if (furthest > nearest) return `${number(nearest)} to ${counted(furthest, 'step')} away`
  return nearest > 1 ? `${counted(nearest, 'step')} away` : column < 0 ? 'Needs' : 'Needed by'
}
