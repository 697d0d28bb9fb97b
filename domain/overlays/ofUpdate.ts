import type { ChangeRow } from '#contract/updates.ts'
import { opGroup } from '../events/opGroups.ts'
import { after, gather, type Overlay, type OverlayClass, type Places } from './overlay.ts'

type Row = Pick<ChangeRow, 'urn' | 'type' | 'op' | 'state'>

/** Outcomes for a resource, the most serious first, with the words for a run and for a preview. */
const OUTCOMES = [
  { id: 'failed', sign: '✕', look: 'danger', did: 'failed', would: 'would fail' },
  { id: 'unknown', sign: '?', look: 'attention', did: 'interrupted', would: 'interrupted' },
  { id: 'half', sign: '±?', look: 'attention', did: 'half replaced', would: 'to replace in part' },
  { id: 'waiting', sign: '…', look: 'attention', did: 'waiting for approval', would: 'to wait for approval' },
  { id: 'allowed', sign: '…', look: 'attention', did: 'allowed, not started', would: 'allowed' },
  { id: 'running', sign: '▸', look: 'running', did: 'running', would: 'looked at' },
  { id: 'delete', sign: '−', look: 'danger', did: 'deleted', would: 'to delete' },
  { id: 'replace', sign: '±', look: 'attention', did: 'replaced', would: 'to replace' },
  { id: 'update', sign: '~', look: 'attention', did: 'updated', would: 'to update' },
  { id: 'create', sign: '+', look: 'ok', did: 'created', would: 'to create' },
  { id: 'import', sign: '=', look: 'running', did: 'imported', would: 'to import' },
  { id: 'read', sign: '>', look: 'unknown', did: 'read', would: 'to read' },
  { id: 'refresh', sign: '↻', look: 'unknown', did: 'refreshed', would: 'to refresh' },
  { id: 'other', sign: '·', look: 'unknown', did: 'otherwise changed', would: 'otherwise changed' },
] as const

/**
 * Marks the effect of a run on each resource. Unchanged resources are not marked, so that the counts equal those of the
 * run's own summary.
 */
export function updateOverlay(rows: readonly Row[], places: Places, { isPreview = false } = {}): Overlay {
  const classes = OUTCOMES.map(({ did, would, ...rest }): OverlayClass => ({
    ...rest,
    words: after(isPreview ? would : did),
  }))
  const gathered = gather(classes, places)
  for (const row of rows) {
    const outcome = outcomeOf(row)
    if (outcome !== undefined) gathered.add(outcome, row.urn, row.type)
  }
  return gathered.overlay()
}

function outcomeOf({ op, state }: Row): (typeof OUTCOMES)[number]['id'] | undefined {
  const group = opGroup(op)
  if (state === 'failed' || state === 'refused') return 'failed'
  if (group === 'same') return undefined
  if (state !== 'done') return state
  // A single step of an incomplete replacement: the engine does not count it as replaced.
  return group === 'replace' && op !== 'replace' ? 'half' : group
}
