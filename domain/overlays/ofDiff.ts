import type { EntryChange } from '#contract/diff.ts'
import { after, gather, type Overlay, type OverlayClass, type Places } from './overlay.ts'

const CHANGES: readonly (OverlayClass & { id: EntryChange['change'] })[] = [
  { id: 'removed', sign: '−', look: 'danger', words: after('removed') },
  { id: 'changed', sign: '~', look: 'attention', words: after('changed') },
  { id: 'added', sign: '+', look: 'ok', words: after('added') },
  { id: 'renamed', sign: '»', look: 'running', words: after('renamed') },
]

/** Marks the differences between two versions. */
export function diffOverlay(entries: readonly Pick<EntryChange, 'change' | 'urn' | 'type'>[], places: Places): Overlay {
  const gathered = gather(CHANGES, places)
  for (const { change, urn, type } of entries) gathered.add(change, urn, type)
  return gathered.overlay()
}
