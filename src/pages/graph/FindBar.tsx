import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import ListFilter from 'lucide-react/icons/list-filter'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { number } from '#words/counts.ts'
import type { Look } from './useLook.ts'

type Props = {
  look: Look
  /** Total number of resources. */
  count: number
  selected: number
  onSelect: (index: number) => void
  /** Moves the focus to the rows. */
  toRows: () => void
}

/** Search with its matches; in the field, Enter and Shift+Enter go to the next and previous match, and ↓ to the rows. */
export function FindBar({ look, count, selected, onSelect, toRows }: Props) {
  const { filter, change, isFiltering, isHit, hitCount } = look
  const go = (step: 1 | -1) => {
    const isHitNow = look.isHitNow() // Enter may come before the rows are there
    const next = isHitNow && hitFrom(isHitNow, count, selected, step)
    if (next !== undefined) onSelect(next)
  }
  const position = isHit && selected >= 0 && isHit(selected) ? positionOf(isHit, selected) : undefined
  return (
    <>
      <div
        className="w-full sm:w-64"
        onKeyDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) return
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          toRows()
        }}
      >
        <SearchField
          label="Find a resource"
          placeholder="Name or type"
          value={filter.text}
          onChange={(text) => change({ text })}
          matches={isFiltering ? hitCount : undefined}
        />
      </div>
      {isFiltering && (
        <span className="inline-flex items-center gap-1">
          <span className="text-sm text-muted tabular-nums">
            {position === undefined ? `${number(hitCount)} found` : `${number(position)} of ${number(hitCount)}`}
          </span>
          <IconButton label="Previous hit" Icon={ChevronUp} onClick={() => go(-1)} />
          <IconButton label="Next hit" Icon={ChevronDown} onClick={() => go(1)} />
        </span>
      )}
      <Button
        size="sm"
        look="plain"
        aria-expanded={look.showsFilter}
        className={look.showsFilter ? 'bg-hover' : ''}
        onClick={look.toggleFilter}
      >
        <ListFilter aria-hidden /> Filter
      </Button>
    </>
  )
}

/** The next match in the order of the state; after the last one the first. */
function hitFrom(isHit: (index: number) => boolean, count: number, from: number, step: 1 | -1): number | undefined {
  const start = from < 0 && step < 0 ? 0 : from
  for (let n = 1; n <= count; n++) {
    const index = (((start + step * n) % count) + count) % count
    if (isHit(index)) return index
  }
  return undefined
}

function positionOf(isHit: (index: number) => boolean, selected: number): number {
  let position = 0
  for (let i = 0; i <= selected; i++) if (isHit(i)) position++
  return position
}
