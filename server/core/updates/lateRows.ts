import { z } from 'zod'
import type { UpdateDetail } from '#contract/updates.ts'
import { counted, number, plural } from '#words/counts.ts'
import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import type { Reader } from '../../store/port.ts'
import type { EventRow } from '../../store/port/events.ts'
import type { LateRow, UpdateRow } from '../../store/port/updates.ts'
import { stepsIn } from '../events/eventSteps.ts'

const Named = z.looseObject({ urn: z.string(), id: z.string().nullish() })
const Entry = z.looseObject({
  kind: z.number(),
  state: Named.nullish().catch(null),
  operation: z.looseObject({ type: z.string(), resource: Named }).nullish().catch(null),
})

const VERBS: ReadonlyMap<number, string> = new Map([
  [ENTRY_KIND.begin, 'began'],
  [ENTRY_KIND.success, 'reported success'],
  [ENTRY_KIND.failure, 'reported failure'],
  [ENTRY_KIND.refreshSuccess, 'reported a refresh'],
])

/** Whole calls, in words, by the name under which they are kept. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ['checkpoint', 'sent a checkpoint'],
  ['complete', 'reported the end of its run'],
  ['journal entries', 'sent journal entries'],
])

/** Number of events searched for late ones, which are the last received. */
const LAST_EVENTS = 500

/** Returns everything that a client sent after its update had ended. */
export async function lateEvidenceOf(reader: Reader, update: UpdateRow): Promise<UpdateDetail['lateEvidence']> {
  const found = lateEvidence(await reader.late(update.id))
  // The last events of a client that ended its own run may cross with the end: everything in them was saved.
  if (update.status === 'running' || update.endReason === 'complete') return found
  const after = Math.max(0, (await reader.lastReceived(update.id)) - LAST_EVENTS)
  const late = (await reader.events(update.id, { after, limit: LAST_EVENTS })).filter((row) => row.late)
  const [first] = late
  if (first) found.push({ at: first.receivedAt, what: eventsText(late), urn: null, resourceId: null })
  return found.toSorted((a, b) => a.at - b.at)
}

/**
 * Formats what a client sent after its update had ended: one row for each journal entry; other calls by their
 * description.
 */
export const lateEvidence = (rows: readonly LateRow[]): UpdateDetail['lateEvidence'] =>
  rows.flatMap(({ receivedAt: at, what, text }) => {
    const entries = z.array(Entry).safeParse(parsed(text))
    if (!entries.success || entries.data.length === 0)
      return [{ at, what: `The CLI ${CALLS.get(what) ?? what}`, urn: null, resourceId: null }]
    return entries.data.map(({ kind, state, operation }) => ({
      at,
      what: [VERBS.get(kind) ?? `sent an entry of kind ${kind}`, operation?.type].filter(Boolean).join(' '),
      urn: state?.urn ?? operation?.resource.urn ?? null,
      resourceId: state?.id ?? null,
    }))
  })

/** What late events say: `The CLI sent 3 engine events; 1 of them says how a step ended`. */
function eventsText(events: readonly EventRow[]): string {
  const ends = events.filter((row) => stepsIn(row).some(({ what }) => what !== 'begun')).length
  const sent = `The CLI sent ${events.length === LAST_EVENTS ? 'at least ' : ''}${counted(events.length, 'engine event')}`
  if (ends === 0)
    return `${sent}, ${plural(events.length, 'which does not say', 'none of which says')} how a step ended`
  return `${sent}; ${number(ends)} of them ${plural(ends, 'says', 'say')} how a step ended`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
