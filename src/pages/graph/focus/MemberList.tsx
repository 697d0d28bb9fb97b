import { useState } from 'react'
import { Link } from 'react-router'
import { fitted } from '#src/features/graph/flow/fitted.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { cx } from '#src/lib/cx.ts'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import type { LastUpdate } from './lastTouch.ts'

const FIRST = 100

type Props = {
  members: readonly number[]
  entries: Entries
  last: LastUpdate | null | undefined
  to: (urn: string) => string
  rowHeight: number
  width: number
  className?: string
}

/** The resources of an opened group, each a link that moves the focus. */
export function MemberList({ members, entries, last, to, rowHeight, width, className }: Props) {
  const [shown, setShown] = useState(FIRST)
  return (
    <ul className={className}>
      {members.slice(0, shown).map((index) => {
        const urn = entries.urnOf(index)
        const name = entries.names[index] ?? ''
        const touch = last?.touchOf(urn)
        const [mark] = entries.marksOf(index)
        return (
          <li key={index}>
            <Link
              to={to(urn)}
              preventScrollReset
              title={`${name}\n${entries.typeOf(index)}`}
              className="flex min-w-0 items-center gap-2 px-2.5 text-sm text-ink no-underline -outline-offset-2 hover:bg-hover"
              style={{ minHeight: rowHeight }}
            >
              <span className="min-w-0 flex-1 truncate">{fitted(name, width - 46 - (mark ? 80 : 0), false)}</span>
              {mark && <ResourceMark mark={mark} size="small" />}
              {touch && (
                <span className={cx('shrink-0 font-bold', toneClasses[touch.tone].text)} title={touch.word}>
                  {touch.sign}
                </span>
              )}
            </Link>
          </li>
        )
      })}
      {members.length > shown && (
        <li className="p-2">
          <ShowMore shown={shown} total={members.length} step={500} onMore={setShown} />
        </li>
      )}
    </ul>
  )
}
