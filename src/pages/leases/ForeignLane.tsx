import type { ForeignHolder } from '#contract/backends.ts'
import { holderName, LOCK_TONES, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { toneClasses } from '#src/ui/tone.ts'

type BarProps = {
  holder: ForeignHolder
  /** Its place and width. */
  bar: { width: string; x: string }
}

/** A lock on the axis: dashed, because nothing renews it and nothing ends it. */
export const ForeignBar = ({ holder, bar }: BarProps) => (
  <rect
    y={4}
    height={16}
    rx={3}
    style={bar}
    fill="currentColor"
    fillOpacity={0.35}
    stroke="currentColor"
    strokeWidth={1.5}
    strokeDasharray="4 2"
    className={toneClasses[LOCK_TONES[holder.word]].text}
  >
    <title>{`${holderName(holder)}: ${holder.evidence}`}</title>
  </rect>
)

export const ForeignNow = ({ holder }: { holder: ForeignHolder }) => (
  <span>
    <strong className="font-semibold wrap-anywhere">{holderName(holder)}</strong>{' '}
    <span className={toneClasses[LOCK_TONES[holder.word]].text}>{LOCK_WORDS[holder.word]}</span>
  </span>
)
