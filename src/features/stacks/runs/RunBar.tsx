import type { CSSProperties } from 'react'
import type { RunMark } from '#contract/runs.ts'
import { cx } from '#src/lib/cx.ts'
import { shapeClass } from '#src/ui/tone.ts'
import { isFailed, isInterrupted, resultOf, runTones, runWords } from './runs.ts'

/** Minimum height, for a run that took no time. */
const MIN = 5
/** The mark of a failed run, and the gap between it and the bar. */
const MARK = 3
const GAP = 2
/** Where an interrupted run is cut, as a share of its height. */
const CUT = 0.55

/**
 * Forced colours are few, so there a run that did not succeed is hollow, and one that works on nothing is dotted; the
 * others that differ only by their colour are never side by side.
 */
const HOLLOW = 'forced-colors:fill-[Canvas] forced-colors:stroke-current'
const DOTTED = `${HOLLOW} forced-colors:[stroke-dasharray:2_2]`
const FORMS: Partial<Record<ReturnType<typeof resultOf>, string>> = {
  failed: HOLLOW,
  cancelled: HOLLOW,
  notResponding: DOTTED,
  disconnected: DOTTED,
  notProgressing: DOTTED,
}

type Props = {
  run: RunMark
  /** Height of the bar as a share of the room, 0 to 1. */
  share: number
  /** Height of the picture. */
  area: number
  x: number | string
  width?: number
  style?: CSSProperties
}

/**
 * A run in an SVG: colour for the result, height for the duration. A failed run has a mark at the top, and an interrupted
 * one is cut, so that they differ without colours; with forced colours, more of them have a form of their own.
 */
export function RunBar({ run, share, area, ...place }: Props) {
  const marked = isFailed(run)
  const height = MIN + share * (area - MIN - (marked ? MARK + GAP : 0))
  return (
    <g
      fill="currentColor"
      className={cx(shapeClass(runTones[resultOf(run)]), resultOf(run) === 'running' && 'animate-pulse')}
    >
      <title>{runWords(run)}</title>
      {marked && <rect {...place} y={0} height={MARK} data-mark="failed" />}
      {isInterrupted(run) ? (
        <>
          <rect {...place} y={area - height} height={Math.max(1, height * (1 - CUT) - GAP)} data-mark="interrupted" />
          <rect {...place} y={area - height * CUT} height={height * CUT} />
        </>
      ) : (
        <rect {...place} y={area - height} height={height} rx={1} className={FORMS[resultOf(run)]} />
      )}
    </g>
  )
}
