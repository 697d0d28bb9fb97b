import type { ForeignHolder } from '#contract/backends.ts'
import { LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { lockLooks } from '#src/features/lease/elsewhere/LockStatus.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { counted } from '#words/counts.ts'
import { lockedSince } from './lanes.ts'

/** Who took a lock of a connected backend, as its file says. */
export const foreignName = ({ locks, lockCount }: ForeignHolder): string =>
  locks.length > 1 ? counted(lockCount, 'lock file') : (locks[0]?.username ?? locks[0]?.hostname ?? 'A lock file')

type BarProps = { holder: ForeignHolder; place: (at: number) => string; width: string }

/** A lock on the axis: dashed, because nothing renews it and nothing ends it. */
export const ForeignBar = ({ holder, place, width }: BarProps) => (
  <rect
    x={place(lockedSince(holder))}
    y={4}
    height={16}
    rx={3}
    style={{ width }}
    fill="currentColor"
    fillOpacity={0.35}
    stroke="currentColor"
    strokeWidth={1.5}
    strokeDasharray="4 2"
    className={toneClasses[lockLooks[holder.word].tone].text}
  >
    <title>{`${foreignName(holder)}: ${holder.evidence}`}</title>
  </rect>
)

export const ForeignNow = ({ holder }: { holder: ForeignHolder }) => (
  <span>
    <strong className="font-semibold wrap-anywhere">{foreignName(holder)}</strong>{' '}
    <span className={toneClasses[lockLooks[holder.word].tone].text}>{LOCK_WORDS[holder.word]}</span>
  </span>
)
