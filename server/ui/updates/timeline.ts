import type { Timeline } from '#contract/runCourse.ts'
import type { JournalEntry } from '#domain/journal/journal.ts'
import { type Batch, EVENT_PERIOD_MS, JOURNAL_PERIOD_MS, type Step } from '#domain/timeline/course.ts'
import { type StepEvent, stepEvent, stepsFromEvents } from '#domain/timeline/fromEvents.ts'
import { type ReceivedEntry, stepsFromJournal } from '#domain/timeline/fromJournal.ts'
import type { Deps } from '../../deps.ts'
import type { JournalRow } from '../../store/port/journal.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { readOutline } from '../../texts/states.ts'
import type { Handlers } from '../handlers.ts'
import { findRun, findStack } from '../lookup.ts'
import { hasEnded } from '../../core/events/changes.ts'

const READ_AT_ONCE = 2000
const PARSED_AT_ONCE = 500
const STEP = /"(?:resourcePreEvent|resOutputsEvent|resOpFailedEvent)"/

type Recorded = { source: Timeline['source']; steps: Step[]; batches: Batch[] }

/** Handles when each step of a run started and ended: from its journal, or from its events if it kept none. */
export function timelineHandlers(deps: Deps): Pick<Handlers, 'runTimeline'> {
  const { timelines } = deps.caches
  return {
    async runTimeline({ params }) {
      const { update, mark } = await deps.store.read(async (reader) => {
        const found = await findRun(reader, await findStack(reader, params), params.run)
        // Entries added by a late client make another timeline.
        return { update: found, mark: `${found.id} ${await reader.lastReceived(found.id)}` }
      })
      const known = timelines.get(mark)
      if (known) return known
      const timeline = timelineOf(update, await recordedOf(deps, update))
      if (hasEnded(update)) timelines.set(mark, timeline)
      return timeline
    },
  }
}

async function recordedOf(deps: Deps, update: UpdateRow): Promise<Recorded> {
  const rows = update.isJournal ? await deps.store.read((reader) => reader.journal(update.id)) : []
  if (rows.length === 0) return fromEvents(deps, update)
  const received: ReceivedEntry[] = []
  for (let at = 0; at < rows.length; at += PARSED_AT_ONCE) {
    for (const row of rows.slice(at, at + PARSED_AT_ONCE)) received.push(light(row))
    await pause()
  }
  const { baseStateId } = update
  const asksBase = received.some(({ entry }) => typeof entry.removeOld === 'number' && !entry.state)
  const base =
    asksBase && baseStateId !== null
      ? await deps.store.read((reader) => readOutline(deps, reader, baseStateId))
      : undefined
  return { source: 'journal', ...stepsFromJournal(received, (index) => base?.deployment.resources?.[index]?.urn) }
}

/** An entry without its resource's content: a journal is 99 % inputs and outputs. Validated on receipt. */
function light({ text, receivedAt }: JournalRow): ReceivedEntry {
  const { newSnapshot: _snapshot, extension: _extension, ...entry } = JSON.parse(text) as JournalEntry
  const bare = (resource: NonNullable<JournalEntry['state']>) => {
    const { inputs: _inputs, outputs: _outputs, ...rest } = resource
    return rest
  }
  return {
    at: receivedAt,
    entry: {
      ...entry,
      ...(entry.state && { state: bare(entry.state) }),
      ...(entry.operation && { operation: { ...entry.operation, resource: bare(entry.operation.resource) } }),
    },
  }
}

async function fromEvents(deps: Deps, update: UpdateRow): Promise<Recorded> {
  const events: StepEvent[] = []
  for (let after = 0; ;) {
    const rows = await deps.store.read((reader) => reader.events(update.id, { after, limit: READ_AT_ONCE }))
    for (const { text, receivedAt } of rows) {
      const event = STEP.test(text) ? stepEvent(JSON.parse(text) as Record<string, unknown>, receivedAt) : undefined
      if (event) events.push(event)
    }
    after = rows.at(-1)?.received ?? after
    if (rows.length < READ_AT_ONCE) break
    await pause()
  }
  const isOver = update.status === 'succeeded' || update.resourceChanges !== null
  return { source: 'events', steps: stepsFromEvents(events, { isOver }), batches: [] }
}

/** Yields to other work. */
const pause = () => new Promise<void>((done) => setTimeout(done))

function timelineOf(update: UpdateRow, { source, steps, batches }: Recorded): Timeline {
  const from = update.startedAt ?? update.createdAt
  const places = new Map<string, number>()
  const placeOf = (urn: string | null): number => {
    if (urn === null) return -1
    const known = places.get(urn)
    if (known !== undefined) return known
    places.set(urn, places.size)
    return places.size - 1
  }
  const since = (at: number | null) => (at === null ? null : at - from)
  const { parallel } = update.request.options
  const isJournal = source === 'journal'
  return {
    source,
    precisionMs: isJournal ? (periodOf(update) ?? JOURNAL_PERIOD_MS) : EVENT_PERIOD_MS,
    from,
    to: update.endedAt,
    parallel: Number.isInteger(parallel) && Number(parallel) > 0 ? Number(parallel) : null,
    journalPeriodMs: isJournal ? periodOf(update) : null,
    saves: update.saves,
    batches: { at: batches.map(({ at }) => at - from), entries: batches.map(({ entries }) => entries) },
    steps: steps.map(({ urn, op, begin, end, outcome, custom, parent, provider, after }) => ({
      urn: placeOf(urn),
      op,
      begin: since(begin),
      end: since(end),
      outcome,
      custom,
      parent: placeOf(parent),
      provider: placeOf(provider),
      after: after.map(placeOf),
    })),
    urns: [...places.keys()],
  }
}

/** The period for which its client collects journal entries; null if it reported an unknown setting. */
function periodOf({ request }: UpdateRow): number | null {
  const given = request.environment['pulumi.env.PULUMI_JOURNALING_BATCH_PERIOD']
  if (given === undefined) return JOURNAL_PERIOD_MS
  return /^\d{1,6}$/.test(given) ? Number(given) : null
}
