import { type Changes, createFolding } from '#domain/events/changes.ts'
import { diagnosticText, type EngineEvent, stripDirectives } from '#domain/events/engineEvents.ts'
import { inOrder } from '#domain/events/eventShapes.ts'
import type { Course } from '#domain/timeline/course.ts'
import { type StepEvent, stepEvent, stepsFromEvents } from '#domain/timeline/fromEvents.ts'
import { isObject } from '#domain/json/jsonObject.ts'
import { lightEvent } from './lightEvent.ts'

/** What a log of engine events says about its run. */
export type RunFacts = {
  events: number
  /** Lines that are not events; a truncated log has one. */
  odd: number
  isPreview: boolean
  /** The log ends without a summary: the run was interrupted, or the log was cut. */
  isCutOff: boolean
  totals: Record<string, number>
  /** The first 50, with up to 3 messages each. */
  failed: { urn: string; op: string; messages: string[] }[]
  failedCount: number
  /** Started and never ended: the first 50. */
  inFlight: { urn: string; op: string }[]
  inFlightCount: number
  /** Times of its steps; without those beyond the first 100,000 step events. */
  course: Course
}

const MAX_SHOWN = 50
const MAX_MESSAGES = 3
const MAX_STEP_EVENTS = 100_000

/** Whether a text is a log of engine events (`--event-log`; docs/protocol.md, Events): its first whole line is one. */
export function isEventLog(head: string): boolean {
  const line = head.trimStart().split('\n', 1)[0] ?? ''
  return readEvent(line) !== undefined
}

/** Whether a text is the JSON of a state, as far as its beginning tells. */
export const isStateText = (head: string): boolean =>
  /^\s*\{/.test(head) && !isEventLog(head) && /"(deployment|checkpoint|latest)"\s*:\s*[{n]/i.test(head)

/** Events are sorted within a window of this size; the CLI writes them in order. */
const BATCH = 500

/**
 * Reads a log of engine events piece by piece, line by line. Messages go to `hear`, as does the first part of each URN
 * once, which names the stack even if no message does. Only what the facts need is kept.
 */
export function createEventReader(hear: (message: string) => void) {
  let folding = createFolding()
  let last = -1
  const stacks = new Set<string>()
  let line: string[] = []
  let batch: EngineEvent[] = []
  let events = 0
  let odd = 0
  let steps: StepEvent[] = []
  let [from, to] = [Infinity, -Infinity]

  function take(text: string): void {
    if (text.trim() === '') return
    const event = readEvent(text)
    if (!event) {
      odd += 1
      return
    }
    events += 1
    if (event.sequence < last && event.sequence <= 1) {
      fold()
      ;[steps, from, to] = [[], Infinity, -Infinity]
      folding = createFolding() // another run in the same file: the facts are of the last one
    }
    last = event.sequence
    const at = event.timestamp * 1000
    ;[from, to] = [Math.min(from, at), Math.max(to, at)]
    const stepped = steps.length < MAX_STEP_EVENTS ? stepEvent(event, at) : undefined
    if (stepped) steps.push(stepped)
    const message = textIn(event)
    if (message !== '') hear(`${message}\n`)
    const light = lightEvent(event)
    if (!light) return
    const step = light.resourcePreEvent ?? light.resOutputsEvent ?? light.resOpFailedEvent
    if (step) nameStack(step.metadata.urn)
    batch.push(light)
    if (batch.length >= BATCH) fold()
  }

  function nameStack(urn: string): void {
    const [stack, project] = urn.split('::', 2)
    const beginning = `${stack}::${project}::`
    if (stacks.has(beginning) || stacks.size >= MAX_SHOWN) return
    stacks.add(beginning)
    hear(`${urn}\n`)
  }

  function fold(): void {
    if (!folding.add(batch)) folding.takeAll(inOrder(batch)) // events that belong far before are taken as they come
    batch = []
  }

  return {
    push(text: string): void {
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        line.push(text.slice(from, end))
        take(line.join(''))
        line = []
        from = end + 1
      }
      if (from < text.length) line.push(text.slice(from))
    },
    end(): RunFacts {
      take(line.join(''))
      fold()
      return { events, odd, ...factsOf(folding.changes({ ended: true }), { steps, from, to }) }
    },
  }
}

type Read = { steps: StepEvent[]; from: number; to: number }

/** The facts of a run whose events have been read; `from` and `to` are infinite if there was none. */
function factsOf(
  { rows, totals, partial, isPreview }: Changes,
  { steps, from, to }: Read,
): Omit<RunFacts, 'events' | 'odd'> {
  const failed = rows.filter(({ state }) => state === 'failed')
  const inFlight = rows.filter(({ state, op }) => state === 'running' && op !== 'same')
  return {
    isPreview,
    isCutOff: partial,
    totals,
    failed: failed.slice(0, MAX_SHOWN).map(({ urn, op, messages }) => ({
      urn,
      op,
      messages: messages.slice(0, MAX_MESSAGES).map(({ text }) => text),
    })),
    failedCount: failed.length,
    inFlight: inFlight.slice(0, MAX_SHOWN).map(({ urn, op }) => ({ urn, op })),
    inFlightCount: inFlight.length,
    course: {
      source: 'log',
      precisionMs: 1000,
      from: Number.isFinite(from) ? from : 0,
      to: Number.isFinite(to) ? to : 0,
      parallel: null,
      batches: [],
      journalPeriodMs: null,
      saves: null,
      steps: stepsFromEvents(steps, { isOver: !partial }),
    },
  }
}

/** The message of an event; transient status texts are not one. */
function textIn({ diagnosticEvent, stdoutEvent }: EngineEvent): string {
  if (isObject(stdoutEvent) && typeof stdoutEvent.message === 'string')
    return stripDirectives(stdoutEvent.message).trimEnd()
  if (!isObject(diagnosticEvent) || typeof diagnosticEvent.message !== 'string' || diagnosticEvent.ephemeral) return ''
  return diagnosticText(diagnosticEvent)
}

function readEvent(line: string): EngineEvent | undefined {
  try {
    const json: unknown = JSON.parse(line)
    if (!isObject(json) || typeof json['sequence'] !== 'number' || typeof json['timestamp'] !== 'number')
      return undefined
    return Object.keys(json).some((key) => key.endsWith('Event')) ? (json as EngineEvent) : undefined
  } catch {
    return undefined
  }
}
