import type { UpdateBrief } from '#contract/updates.ts'
import { destroy, preview, refresh } from '../commands.ts'
import type { NamedStack } from '../stackName.ts'

/** What to do once the cause of a failed run is fixed, with its command: an update is previewed first, any other run is repeated. */
export function again(stack: NamedStack, kind: UpdateBrief['kind'] | undefined): { words: string; command: string } {
  if (kind === 'destroy') return { words: 'destroy again', command: destroy(stack) }
  if (kind === 'refresh') return { words: 'refresh again', command: refresh(stack) }
  return { words: 'preview again', command: preview(stack) }
}
