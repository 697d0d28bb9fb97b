import { isApproval } from '#domain/timeline/approvalWaits.ts'
import type { Step } from '#domain/timeline/course.ts'
import { opGroup } from '#domain/events/opGroups.ts'
import { opLooks } from '../operations.ts'

const fills = {
  ok: 'bg-ok',
  attention: 'bg-attention',
  danger: 'bg-danger',
  running: 'bg-running',
  unknown: 'bg-unknown-line',
} as const

/** Striped if the outcome is unknown: the run was interrupted. */
const stripes = {
  ok: 'bg-[repeating-linear-gradient(135deg,var(--color-ok)_0_4px,var(--color-ok-subtle)_4px_8px)]',
  attention:
    'bg-[repeating-linear-gradient(135deg,var(--color-attention)_0_4px,var(--color-attention-subtle)_4px_8px)]',
  danger: 'bg-[repeating-linear-gradient(135deg,var(--color-danger)_0_4px,var(--color-danger-subtle)_4px_8px)]',
  running: 'bg-[repeating-linear-gradient(135deg,var(--color-running)_0_4px,var(--color-running-subtle)_4px_8px)]',
  unknown: 'bg-[repeating-linear-gradient(135deg,var(--color-unknown)_0_4px,var(--color-unknown-subtle)_4px_8px)]',
} as const

/** Checked: a delete has the colour of danger, too, and colours are not for everyone. */
const FAILED =
  'border border-danger bg-[image:conic-gradient(var(--color-danger)_25%,var(--color-danger-subtle)_0_50%,var(--color-danger)_0_75%,var(--color-danger-subtle)_0)] bg-[size:7px_7px]'

/** Dotted: nothing is done in this time, a person decides. */
const APPROVAL =
  'border border-waiting bg-[radial-gradient(circle,var(--color-waiting)_1.5px,var(--color-waiting-subtle)_2px)] bg-[size:7px_7px]'

/** Pale, with a border: not done yet. */
const pale = {
  ok: 'border border-ok bg-ok-subtle',
  attention: 'border border-attention bg-attention-subtle',
  danger: 'border border-danger bg-danger-subtle',
  running: 'border border-running bg-running-subtle',
  unknown: 'border border-unknown-line bg-unknown-subtle',
} as const

/** The end of a bar that grows: a step in progress. */
const GROWING =
  'rounded-r-none! after:absolute after:-inset-y-0.5 after:-right-px after:w-[3px] after:rounded-full after:bg-ink after:animate-pulse'

/** How a step stands: `running` has no end yet, the end of an `unknown` one was not reported before the run was over. */
export type Standing = 'done' | 'failed' | 'running' | 'unknown'

/** How a step of a run stands, by its outcome and whether the run is over. */
export const standingOf = ({ outcome }: Pick<Step, 'outcome'>, isOver: boolean): Standing =>
  outcome === 'open' ? (isOver ? 'unknown' : 'running') : outcome

/** The look of a step's bar: the colour by operation, the pattern by how it stands. */
export function barLook(op: string, standing: Standing): string {
  if (isApproval({ op })) return standing === 'running' ? `${APPROVAL} ${GROWING}` : APPROVAL
  const { tone } = opLooks[opGroup(op)]
  if (standing === 'failed') return FAILED
  if (standing === 'unknown') return stripes[tone]
  return standing === 'running' ? `${pale[tone]} ${GROWING}` : fills[tone]
}

/** The sign of an operation, for users who cannot tell the colours apart: `+`, `~`, `−`; `✕` if it failed. */
export function barSign({ op, outcome }: Pick<Step, 'op' | 'outcome'>): string {
  if (outcome === 'failed') return '✕'
  return isApproval({ op }) ? '…' : opLooks[opGroup(op)].sign
}

/** Where the duration of a bar is written: after it, before it if there is no room, on it if it fills the chart. */
export function labelPlace(left: number, width: number): 'after' | 'before' | 'on' {
  if (left + width <= 100 - LABEL_SHARE) return 'after'
  return left >= LABEL_SHARE ? 'before' : 'on'
}

/** The share of the chart, in percent, that a duration takes where there is least room: on a phone. */
const LABEL_SHARE = 20
