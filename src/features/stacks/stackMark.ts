import type { StackSummary } from '#contract/stacks.ts'
import { type DocumentMark, useDocumentMark } from '#src/lib/documentMark.ts'
import type { Tone } from '#src/ui/tone.ts'
import { healthLabel, healthLooks } from './HealthStatus.tsx'

const ICONS: Readonly<Record<Tone, DocumentMark['icon'] | undefined>> = {
  ok: undefined,
  unknown: undefined,
  running: 'running',
  attention: 'attention',
  waiting: 'attention',
  disconnected: 'attention',
  danger: 'failed',
}

/** The mark of a stack's pages: its health, unless it is well. */
export function markOf({ health, lastUpdate }: Pick<StackSummary, 'health' | 'lastUpdate'>): DocumentMark | undefined {
  const icon = ICONS[healthLooks[health].tone]
  return icon && { words: healthLabel(health, lastUpdate?.kind), icon }
}

/** Shows the health of the stack in the window's title and icon, to be seen from another tab. */
export const useStackMark = (stack: Pick<StackSummary, 'health' | 'lastUpdate'>): void => useDocumentMark(markOf(stack))
