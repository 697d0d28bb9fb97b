import { describe, expect, it } from 'vitest'
import type { ChangeRow } from '#contract/updates.ts'
import { recording, recordings } from '#testing/load.ts'
import { foldEvents } from '#testing/states/foldEvents.ts'
import type { EngineEvent } from '../events/engineEvents.ts'
import { groupCounts } from '../events/opGroups.ts'
import { overlayCounts, type Overlay } from './overlay.ts'
import { updateOverlay } from './ofUpdate.ts'

/**
 * The events of every recorded update; in 49 the engine counts resources without sending events for them
 * (domain/events).
 */
const recorded = recordings()
  .filter((name) => name !== '49-up-target')
  .flatMap((name) => {
    const byUpdate = new Map<string, EngineEvent[]>()
    for (const { url, request } of recording(name)) {
      if (!url.endsWith('/events/batch')) continue
      byUpdate.set(url, [...(byUpdate.get(url) ?? []), ...(request as { events: EngineEvent[] }).events])
    }
    return [...byUpdate.values()].map((events) => ({ name, ...foldEvents(events, { ended: true }) }))
  })

const placesOf = (urns: readonly string[]) => ({ count: urns.length, indexOf: (urn: string) => urns.indexOf(urn) })
const countsOf = (overlay: Overlay) =>
  Object.fromEntries(
    overlayCounts(overlay).flatMap((count, place) => (count > 0 ? [[overlay.classes[place]?.id, count]] : [])),
  )

describe('the overlay of a recorded update', () => {
  it.each(recorded)('$name: has the same counts as the engine’s summary', ({ rows, totals }) => {
    const counted = Object.fromEntries(
      groupCounts(totals).flatMap(({ group, count }) => (group === 'same' ? [] : [[group, count]])),
    )
    const isCounted = ({ op }: { op: string }) => op !== 'read' && op !== 'refresh' // the engine does not count these
    const all = rows.filter(isCounted)
    // The counts are the same whether or not the resources are still in the state.
    const half = rows.filter((_, i) => i % 2 === 0).map(({ urn }) => urn)
    for (const places of [placesOf([]), placesOf(rows.map(({ urn }) => urn)), placesOf(half)]) {
      const { failed, half, ...done } = countsOf(updateOverlay(all as ChangeRow[], places))
      expect(done).toEqual(counted)
      expect(half ?? 0).toBe(rows.filter(({ op, state }) => state === 'done' && /-replace/.test(op)).length)
      expect(failed ?? 0).toBe(rows.filter(({ state }) => state === 'failed').length)
    }
  })
})

const row = (urn: string, op: string, state: ChangeRow['state'] = 'done') => ({
  urn,
  type: 'aws:s3/bucket:Bucket',
  op,
  state,
})

it('lists resources that are not in the state, marks those that are, and omits unchanged ones', () => {
  const rows = [row('a', 'create'), row('b', 'delete'), row('c', 'same'), row('d', 'update', 'failed')]
  const { of, classes, absent } = updateOverlay(rows, placesOf(['a', 'c', 'd']))
  expect(Array.from(of, (place) => classes[place]?.id)).toEqual(['create', undefined, 'failed'])
  expect(absent.map((each) => [each.urn, classes[each.of]?.id])).toEqual([['b', 'delete']])
})

it('shows what is running now, and marks interrupted operations afterwards', () => {
  const rows = [
    row('a', 'create', 'running'),
    row('b', 'replace', 'unknown'),
    row('c', 'same', 'running'),
    row('d', 'delete', 'waiting'),
  ]
  expect(countsOf(updateOverlay(rows, placesOf(['a', 'b', 'c', 'd'])))).toEqual({ waiting: 1, running: 1, unknown: 1 })
})

it('shows for a preview what would happen', () => {
  const { classes } = updateOverlay([row('a', 'create')], placesOf(['a']), { isPreview: true })
  expect(classes.find(({ id }) => id === 'create')?.words(3)).toBe('3 to create')
})
