import { after, gather, type Overlay, type OverlayClass, type Places } from './overlay.ts'

/** Entries that an update lost or tracks twice; of many only the first are listed, `count` is their number. */
export type Loss = {
  kind: 'massLoss' | 'silentLoss' | 'sameId' | 'oldTwin' | 'otherNames'
  entries: readonly { urn: string; type: string }[]
  count: number
}

const KINDS: readonly (OverlayClass & { id: Loss['kind'] })[] = [
  { id: 'massLoss', sign: '!!', look: 'danger', words: after('lost with many others') },
  { id: 'silentLoss', sign: '!', look: 'danger', words: after('lost without a delete') },
  { id: 'sameId', sign: '2', look: 'attention', words: after('with the ID of another') },
  { id: 'oldTwin', sign: '2!', look: 'danger', words: after('that the next update would delete') },
  { id: 'otherNames', sign: '≠', look: 'danger', words: after('with the names of another stack') },
]

/** Marks the entries that updates lost or track twice, until somebody acknowledged it. */
export function lossOverlay(losses: readonly Loss[], places: Places): Overlay {
  const gathered = gather(KINDS, places)
  for (const { kind, entries } of losses) for (const { urn, type } of entries) gathered.add(kind, urn, type)
  const unlisted = losses.reduce((sum, { count, entries }) => sum + Math.max(0, count - entries.length), 0)
  return { ...gathered.overlay(), unlisted }
}
