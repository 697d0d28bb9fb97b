import { type Alarm, type AlarmInput, alarmsInPieces, alarmsOf, isOver } from '#domain/health/alarms.ts'
import { type Deployment, readState as parseState, type StateDocument } from '#domain/state/checkpoint.ts'
import { type ReportedCreate, createsIn } from '#domain/health/untracked.ts'
import type { JournalEntry } from '#domain/journal/journal.ts'
import { type EventStep, noSteps, stepsOfEvents, stepsOfJournal } from '#domain/journal/stepFacts.ts'
import type { Deps } from '../../deps.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { readEventSteps } from '../events/eventSteps.ts'
import { recordState } from '../stacks/untracked.ts'
import { refOf } from '../stacks/names.ts'
import { readOutline } from '../../texts/states.ts'
import { areMany, inTurns, turnAfter } from '../../turns.ts'

/** Effects of an update's end besides its state: alarms, and resources created without a record. */
export type EndEffects = {
  /** Undefined if the rules cannot read the state. */
  deployment: Deployment | undefined
  alarms: Alarm[]
  creates: ReportedCreate[]
  /** Number of events read for it; null if none were read. */
  events: number | null
}

/** Number of entries that an alarm lists; the states contain all of them. */
const MAX_ENTRIES = 500
/** Number of a stack's open alarms examined when a state might have resolved them. */
const MAX_ALARMS = 100

/**
 * Computes the effects of an update's end. `isInOrder`: its own client ended it, so that everything created was also
 * saved, unless the client was configured not to save before the end (`PULUMI_SKIP_CHECKPOINTS`).
 */
export async function endEffectsOf(
  deps: Pick<Deps, 'log' | 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
  { document, isInOrder }: { document: StateDocument | undefined; isInOrder: boolean },
): Promise<EndEffects> {
  const deployment = document && (await isReadable(document)) ? document.deployment : undefined
  const reported = isInOrder && !savesAtEnd(update) ? undefined : await readEventSteps(reader, update.id)
  const creates = reported ? createsIn(reported.steps) : []
  try {
    const alarms = deployment ? await alarmsAt(deps, reader, update, deployment, reported?.steps) : []
    return { deployment, alarms, creates, events: reported?.events ?? null }
  } catch (error) {
    // An unreadable base must not prevent an update from ending.
    deps.log.warn({ update: update.id, error: String(error) }, 'the effects of an update’s end could not be worked out')
    return { deployment, alarms: [], creates, events: reported?.events ?? null }
  }
}

const savesAtEnd = ({ request }: Pick<UpdateRow, 'request'>): boolean =>
  /^(1|t|true)$/i.test(request.environment['pulumi.env.PULUMI_SKIP_CHECKPOINTS'] ?? '')

async function alarmsAt(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
  result: Deployment,
  steps: EventStep[] | undefined,
): Promise<Alarm[]> {
  const base = update.baseStateId === null ? undefined : await readOutline(deps, reader, update.baseStateId)
  if (base && !(await isReadable(base))) return []
  const input = { base: base?.deployment ?? {}, result, own: await ownNames(reader, update), isOnPurpose: false }
  const first = await alarmsIn({ ...input, steps: noSteps(true) })
  // No entry has left the state, so how need not be determined.
  if (!first.some(({ kind }) => kind === 'massLoss' || kind === 'silentLoss')) return first
  if (!update.isJournal) {
    const reported = steps ?? (await readEventSteps(reader, update.id)).steps
    return alarmsIn({ ...input, steps: stepsOfEvents(reported) })
  }
  const rows = await reader.journal(update.id)
  const entries = rows.map(({ text }) => JSON.parse(text) as JournalEntry) // validated on receipt
  return alarmsIn({ ...input, steps: stepsOfJournal(base, entries) })
}

/** The names that the URNs of its stack should have. */
async function ownNames(reader: Reader, { stackId }: UpdateRow): Promise<AlarmInput['own']> {
  const stack = await reader.stackById(stackId)
  if (stack === undefined) throw new Error(`the stack ${stackId} is not in the store`)
  return refOf(stack)
}

const alarmsIn = async (input: AlarmInput): Promise<Alarm[]> =>
  areMany(input.result.resources) ? inTurns(alarmsInPieces(input)) : alarmsOf(input)

/** Whether the rules can read a document. */
async function isReadable(document: StateDocument): Promise<boolean> {
  const { ok } = parseState(document)
  if (ok) await turnAfter(document.deployment.resources)
  return ok
}

/** Stores the effects of an end, in its transaction: untracked resources and alarms. */
export async function storeEndEffects(
  deps: Deps,
  writer: Writer,
  { stack, update, effects, at }: { stack: StackRow; update: UpdateRow; effects: EndEffects; at: number },
): Promise<void> {
  const version = update.version ?? stack.version
  const { deployment, creates, alarms } = effects
  await recordState(deps, writer, { stack, update, version, at }, { deployment, creates, source: 'unrecorded' })
  if (deployment) await endAlarms(writer, { stack, update, deployment, version, at })
  const former = update.baseStateId === null ? undefined : await writer.state(update.baseStateId)
  for (const { kind, entries, total } of alarms) {
    await writer.insertAlarm({
      id: deps.newId(),
      stackId: stack.id,
      updateId: update.id,
      at,
      version,
      baseVersion: former?.version ?? update.baseVersion,
      kind,
      count: entries.length,
      total,
      entries: entries.slice(0, MAX_ENTRIES),
      acknowledgedAt: null,
      acknowledgedBy: null,
      reason: null,
    })
  }
  await countAlarms(writer, stack.id)
  if (alarms.length > 0)
    deps.log.warn({ stack: refOf(stack), version, alarms: alarms.map(({ kind }) => kind) }, 'alarm')
}

/** Stores the number of open alarms with the stack, for lists of stacks. Call after every change of an alarm. */
export async function countAlarms(writer: Writer, stackId: string): Promise<void> {
  const stack = await writer.stackById(stackId)
  const open = await writer.alarms({ stackId, isOpen: true, limit: MAX_ALARMS })
  if (stack && stack.openAlarms !== open.length) await writer.patchStack(stackId, { openAlarms: open.length })
}

const OVER: Readonly<Record<Alarm['kind'], string>> = {
  massLoss: 'Put back in',
  silentLoss: 'Put back in',
  sameId: 'Apart since',
  oldTwin: 'No old entry has its ID since',
  otherNames: 'Has its own names since',
}

/**
 * Ends alarms that need no attention any more: all of their entries are in the state again, or their duplicates no
 * longer share an object.
 */
async function endAlarms(
  writer: Writer,
  facts: { stack: StackRow; update: UpdateRow; deployment: Deployment; version: number; at: number },
  kinds: (kind: Alarm['kind']) => boolean = () => true,
): Promise<void> {
  const { stack, update, deployment, version, at } = facts
  for (const alarm of await writer.alarms({ stackId: stack.id, isOpen: true, limit: MAX_ALARMS })) {
    if (!kinds(alarm.kind)) continue
    // Of a list that was cut, it is not known whether the rest is over; names are read from the state alone.
    if (alarm.count > alarm.entries.length && alarm.kind !== 'otherNames') continue
    if (!isOver(alarm, deployment, refOf(stack))) continue
    const reason = `${OVER[alarm.kind]} version ${version}.`
    await writer.acknowledgeAlarm(alarm.id, { at, login: update.requestedBy, reason })
  }
}

/** Ends the alarms about other names of a stack that has been renamed; `stack` has its new ones. */
export async function endNameAlarms(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  writer: Writer,
  { stack, update, at }: { stack: StackRow; update: UpdateRow; at: number },
): Promise<void> {
  if (stack.openAlarms === 0 || update.stateId === null) return
  const document = await readOutline(deps, writer, update.stateId)
  if (!(await isReadable(document))) return
  const facts = { stack, update, deployment: document.deployment, version: stack.version, at }
  await endAlarms(writer, facts, (kind) => kind === 'otherNames')
  await countAlarms(writer, stack.id)
}

/** Stores the effects of a state that a user or a tool replaced on purpose. */
export async function storeReplacementEffects(
  deps: Deps,
  writer: Writer,
  {
    stack,
    update,
    document,
    at,
  }: { stack: StackRow; update: UpdateRow; document: StateDocument | undefined; at: number },
): Promise<void> {
  const result = document && (await isReadable(document)) ? document.deployment : undefined
  const base = stack.stateId === null ? undefined : await readOutline(deps, writer, stack.stateId)
  const isComparable = base === undefined || (await isReadable(base))
  const alarms =
    result && isComparable
      ? await alarmsIn({
          base: base?.deployment ?? {},
          result,
          steps: noSteps(true),
          own: refOf(stack),
          isOnPurpose: true,
        })
      : []
  await storeEndEffects(deps, writer, {
    stack,
    update,
    at,
    effects: { deployment: result, alarms, creates: [], events: null },
  })
}
