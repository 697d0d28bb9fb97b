import type { UpdateBrief } from '#contract/updates.ts'
import { destroy, preview, refresh } from '../commands.ts'
import type { NamedStack } from '../stackName.ts'

/** What to do once the cause of a failed run is fixed: an update is previewed first, any other run is repeated. */
export function again(stack: NamedStack, kind: UpdateBrief['kind'] | undefined): string {
  if (kind === 'destroy') return `run it again: ${destroy(stack)}`
  return kind === 'refresh' ? `run it again: ${refresh(stack)}` : `preview again: ${preview(stack)}`
}
