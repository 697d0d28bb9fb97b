import { z } from 'zod'
import { type JournalEntry, openOperations } from '#domain/journal/journal.ts'
import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import type { EventStep } from '#domain/journal/stepFacts.ts'
import { isDefaultProvider } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { readOutline } from '../../texts/states.ts'
import { eachEvent, stepsIn } from '../events/eventSteps.ts'
import type { Reader } from '../../store/port.ts'
import type { EventRow } from '../../store/port/events.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

type Step = { op: string; urn: string }

/** The progress of an update. */
export type Progress = { finished: Step[]; inFlight: Step[]; failed: Step[]; untouched: number | null }

/** Maximum number of events read; with a longer log, the number of untouched resources is unknown. */
export const MAX_EVENTS = 30_000

/** A step as reported by an event; `id` is the resource's id after it. */
export type StepNews = Pick<EventStep, 'what' | 'op' | 'urn'> & {
  id: string | undefined
  at: number
  /** The number of its event among those received. */
  received: number
}

/**
 * Returns the steps that the events of an update report; `isWhole` is false if there are more events than were read, or
 * none.
 */
export async function readSteps(reader: Reader, updateId: string): Promise<{ steps: StepNews[]; isWhole: boolean }> {
  const steps: StepNews[] = []
  const { read, isAll } = await eachEvent(reader, updateId, (row) => void steps.push(...stepNews(row)), MAX_EVENTS)
  return { steps, isWhole: isAll && read > 0 }
}

const stepNews = (row: EventRow): StepNews[] =>
  stepsIn(row).map(({ what, op, urn, new: made }) => ({
    what,
    op,
    urn,
    id: made?.id || undefined,
    at: row.receivedAt,
    received: row.received,
  }))

const CreatedEvent = z.object({ resOutputsEvent: z.object({ metadata: z.object({ new: z.looseObject({}) }) }) })

/** Returns the resource after a reported step, as its event has it; undefined if it has none. */
export async function resourceAfter(
  reader: Reader,
  updateId: string,
  { received }: Pick<StepNews, 'received'>,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await reader.events(updateId, { after: received - 1, limit: 1 })
  return row && CreatedEvent.safeParse(JSON.parse(row.text)).data?.resOutputsEvent.metadata.new
}

/**
 * Returns the steps that an update finished, that failed, that were in flight, and that were never reached: from its
 * journal, else from its events (docs/recovery.md, What counts as evidence).
 */
export async function progressOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
  { steps, isWhole }: Awaited<ReturnType<typeof readSteps>>,
): Promise<Progress> {
  const rows = update.isJournal ? await reader.journal(update.id) : []
  const entries = rows.map(({ text }) => JSON.parse(text) as JournalEntry) // validated on receipt
  return {
    ...(update.isJournal ? fromJournal(entries) : fromEvents(steps)),
    untouched: isWhole ? await untouched(deps, reader, update, entries, steps) : null,
  }
}

const SUCCESS: ReadonlySet<number> = new Set([ENTRY_KIND.success, ENTRY_KIND.refreshSuccess])
const verb = (type: string): string => type.replace(/(?<=[a-z])ing$/, '').replace(/^(creat|updat|delet)$/, '$1e')

function fromJournal(entries: JournalEntry[]): Omit<Progress, 'untouched'> {
  const begun = new Map<number, Step>()
  const finished: Step[] = []
  const failed: Step[] = []
  for (const { kind, operationID, operation } of entries.toSorted((a, b) => a.sequenceID - b.sequenceID)) {
    if (kind === ENTRY_KIND.begin && operation)
      begun.set(operationID, { op: verb(operation.type), urn: operation.resource.urn })
    const step = begun.get(operationID)
    if (step && SUCCESS.has(kind)) finished.push(step)
    if (step && kind === ENTRY_KIND.failure) failed.push(step)
  }
  return { finished, failed, inFlight: openOperations(entries).map(({ type, urn }) => ({ op: verb(type), urn })) }
}

function fromEvents(steps: StepNews[]): Omit<Progress, 'untouched'> {
  const open = new Map<string, Step>()
  const finished: Step[] = []
  const failed: Step[] = []
  for (const { what, op, urn } of steps) {
    if (op === 'same') continue
    if (what === 'begun') open.set(urn, { op, urn })
    else open.delete(urn)
    if (what === 'ended') finished.push({ op, urn })
    if (what === 'failed') failed.push({ op, urn })
  }
  return { finished, failed, inFlight: [...open.values()] }
}

/**
 * Counts live entries of the base that neither journal nor events name. The engine does not report default providers.
 */
async function untouched(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
  entries: JournalEntry[],
  steps: StepNews[],
): Promise<number> {
  if (update.baseStateId === null) return 0
  const { deployment } = await readOutline(deps, reader, update.baseStateId)
  const base = deployment.resources ?? []
  const touched = new Set<string | undefined>()
  for (const { operation, state, removeOld } of entries) {
    touched.add(operation?.resource.urn).add(state?.urn)
    if (typeof removeOld === 'number') touched.add(base[removeOld]?.urn)
  }
  for (const { urn } of steps) touched.add(urn)
  return base.filter(({ urn, delete: old }) => !old && !touched.has(urn) && !isDefaultProvider(urn)).length
}
