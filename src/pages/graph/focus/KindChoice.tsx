import Check from 'lucide-react/icons/check'
import { useMemo } from 'react'
import { kindCounts } from '#domain/graphQueries/neighbourhood.ts'
import { ALL_RELATIONS, RELATION, RELATIONS } from '#domain/graphQueries/relationKinds.ts'
import type { Relations } from '#domain/graphQueries/relations.ts'
import { cx } from '#src/lib/cx.ts'
import { number } from '#words/counts.ts'
import { STROKES } from './ColumnPicture.tsx'
import type { Focus } from './useFocus.ts'
import { relationMeanings, relationWords } from './words.ts'

const NONE: ReadonlyMap<number, number> = new Map()

type Props = {
  focus: Focus
  relations: Relations
  root: number
  /** Only direct neighbours are shown, whose number of each kind is known. */
  isDirect: boolean
}

/** The kinds of relation, drawn as in the picture; each can be hidden. */
export function KindChoice({ focus, relations, root, isDirect }: Props) {
  const { address } = focus
  const kinds = address?.kinds ?? ALL_RELATIONS
  // Relations that no resource of the stack has are no choice.
  const used = useMemo(() => relations.needs.kinds.reduce((bits, each) => bits | each, 0), [relations])
  const counts = useMemo(() => (isDirect ? kindCounts(relations, root) : NONE), [relations, root, isDirect])
  return (
    <div role="group" aria-label="Kinds of relation" className="flex flex-wrap items-center gap-1">
      {RELATIONS.filter((relation) => (used & RELATION[relation]) !== 0).map((relation) => {
        const bit = RELATION[relation]
        const isOn = (kinds & bit) !== 0
        const isLast = kinds === bit
        return (
          <button
            key={relation}
            type="button"
            aria-pressed={isOn}
            title={relationMeanings[relation]}
            onClick={() => focus.tune({ kinds: isLast ? ALL_RELATIONS : kinds ^ bit })}
            className={cx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2 text-sm max-sm:min-h-9',
              isOn
                ? 'border-line-strong bg-surface text-ink hover:bg-hover'
                : 'border-transparent text-muted line-through hover:bg-hover',
            )}
          >
            {isOn && <Check className="size-3.5 text-muted" aria-hidden />}
            <svg width="22" height="8" aria-hidden strokeWidth="2" style={{ stroke: STROKES[relation].color }}>
              <path d="M0 4H22" strokeDasharray={STROKES[relation].dash} />
            </svg>
            {relationWords[relation]}
            {isDirect && <span className="text-xs text-muted">{number(counts.get(bit) ?? 0)}</span>}
          </button>
        )
      })}
    </div>
  )
}
