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

/** Striped if the end is unknown: running, or interrupted. */
const stripes = {
  ok: 'bg-[repeating-linear-gradient(135deg,var(--color-ok)_0_4px,var(--color-ok-subtle)_4px_8px)]',
  attention:
    'bg-[repeating-linear-gradient(135deg,var(--color-attention)_0_4px,var(--color-attention-subtle)_4px_8px)]',
  danger: 'bg-[repeating-linear-gradient(135deg,var(--color-danger)_0_4px,var(--color-danger-subtle)_4px_8px)]',
  running: 'bg-[repeating-linear-gradient(135deg,var(--color-running)_0_4px,var(--color-running-subtle)_4px_8px)]',
  unknown: 'bg-[repeating-linear-gradient(135deg,var(--color-unknown)_0_4px,var(--color-unknown-subtle)_4px_8px)]',
} as const

/** The look of a step's bar: by operation or failure; striped if its end is unknown. */
export function barLook({ op, outcome }: Pick<Step, 'op' | 'outcome'>): string {
  const tone = outcome === 'failed' ? 'danger' : opLooks[opGroup(op)].tone
  return (outcome === 'open' ? stripes : fills)[tone]
}

/** The sign of an operation, for users who cannot tell the colours apart: `+`, `~`, `−`; `✕` if it failed. */
export const barSign = ({ op, outcome }: Pick<Step, 'op' | 'outcome'>): string =>
  outcome === 'failed' ? '✕' : opLooks[opGroup(op)].sign
