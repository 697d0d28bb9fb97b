import type { Alarm } from '#contract/alarms.ts'
import { after, gather, type Overlay, type OverlayClass, type Places } from './overlay.ts'

const KINDS: readonly (OverlayClass & { id: Alarm['kind'] })[] = [
  { id: 'massLoss', sign: '!!', look: 'danger', words: after('lost with many others') },
  { id: 'silentLoss', sign: '!', look: 'danger', words: after('lost without a delete') },
  { id: 'sameId', sign: '2', look: 'attention', words: after('with the ID of another') },
]

/** Marks the entries of a stack's open alarms. */
export function alarmOverlay(alarms: readonly Pick<Alarm, 'kind' | 'entries' | 'count'>[], places: Places): Overlay {
  const gathered = gather(KINDS, places)
  for (const { kind, entries } of alarms) for (const { urn, type } of entries) gathered.add(kind, urn, type)
  const unlisted = alarms.reduce((sum, { count, entries }) => sum + Math.max(0, count - entries.length), 0)
  return { ...gathered.overlay(), unlisted }
}
