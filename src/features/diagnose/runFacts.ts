import { foldEvents } from '#domain/changes.ts'
import { type EngineEvent, logLines } from '#domain/engineEvents.ts'
import { isObject } from '#domain/jsonObject.ts'

/** What a log of engine events tells of its run. */
export type RunFacts = {
  events: number
  /** Lines that are no event: a log cut short has one. */
  odd: number
  isPreview: boolean
  /** The log ends without a summary: the run was cut off, or the log was. */
  isCutOff: boolean
  totals: Record<string, number>
  failed: { urn: string; op: string; messages: string[] }[]
  /** Begun and never ended. */
  inFlight: { urn: string; op: string }[]
}

/** Whether a text is a log of engine events (`--event-log`, service-api 8.2): its first whole line is one. */
export function isEventLog(head: string): boolean {
  const line = head.trimStart().split('\n', 1)[0] ?? ''
  return readEvent(line) !== undefined
}

/** Whether a text is the JSON of a state, as far as its beginning tells. */
export const isStateText = (head: string): boolean =>
  /^\s*\{/.test(head) && !isEventLog(head) && /"(deployment|checkpoint|latest)"\s*:\s*[{n]/i.test(head)

/** Reads a log and what was said in it, which is searched for known messages. */
export function readEvents(text: string): { facts: RunFacts; said: string } {
  const events: EngineEvent[] = []
  let odd = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const event = readEvent(line)
    if (event) events.push(event)
    else odd += 1
  }
  const { rows, totals, partial, isPreview } = foldEvents(events, { ended: true })
  const settled = partial ? rows.filter(({ state, op }) => state === 'running' && op !== 'same') : []
  return {
    facts: {
      events: events.length,
      odd,
      isPreview,
      isCutOff: partial,
      totals,
      failed: rows
        .filter(({ state }) => state === 'failed')
        .map(({ urn, op, messages }) => ({ urn, op, messages: messages.map(({ text }) => text) })),
      inFlight: settled.map(({ urn, op }) => ({ urn, op })),
    },
    said: [
      ...logLines(events).map((line) => line.text),
      ...rows.map(({ urn }) => urn), // names the stack, even where nothing was said
    ].join('\n'),
  }
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
