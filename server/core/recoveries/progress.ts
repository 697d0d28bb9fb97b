import { z } from 'zod'
import { type JournalEntry, openOperations } from '#domain/journal/journal.ts'
import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import { isProviderType, urnName } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { readOutline } from '../../texts/states.ts'
import type { Reader } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

type Step = { op: string; urn: string }

/** The progress of an update. */
export type Progress = { finished: Step[]; inFlight: Step[]; failed: Step[]; untouched: number | null }

/** Maximum number of events read; with a longer log, the number of untouched resources is unknown. */
const MAX_EVENTS = 30_000
const PAGE = 2000

const STEPS = { resourcePreEvent: 'begun', resOutputsEvent: 'ended', resOpFailedEvent: 'failed' } as const
const StepEvent = z.object({
  metadata: z.object({ op: z.string(), urn: z.string(), new: z.object({ id: z.string().optional() }).nullish() }),
})

/** A step as reported by an event; `id` is the resource's id after it. */
export type StepNews = {
  what: (typeof STEPS)[keyof typeof STEPS]
  op: string
  urn: string
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
  for (let after = 0, read = 0; read < MAX_EVENTS;) {
    const rows = await reader.events(updateId, { after, limit: PAGE })
    for (const { text, receivedAt, received } of rows) steps.push(...stepNews(JSON.parse(text), receivedAt, received))
    read += rows.length
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return { steps, isWhole: read > 0 }
    after = last.received
  }
  return { steps, isWhole: false }
}

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

function stepNews(event: unknown, at: number, received: number): StepNews[] {
  if (typeof event !== 'object' || event === null) return []
  return Object.entries(STEPS).flatMap(([name, what]): StepNews[] => {
    const parsed = StepEvent.safeParse((event as Record<string, unknown>)[name])
    if (!parsed.success) return []
    const { op, urn, new: made } = parsed.data.metadata
    return [{ what, op, urn, id: made?.id || undefined, at, received }]
  })
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
  const isSilent = (type: string, urn: string) => isProviderType(type) && /^default(_|$)/.test(urnName(urn))
  return base.filter(({ urn, type, delete: old }) => !old && !touched.has(urn) && !isSilent(type, urn)).length
}
