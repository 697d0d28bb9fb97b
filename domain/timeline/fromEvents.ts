import { isObject } from '../json/jsonObject.ts'
import type { Step } from './course.ts'

const WHAT = { resourcePreEvent: 'begun', resOutputsEvent: 'ended', resOpFailedEvent: 'failed' } as const

/** The step in an engine event, without the content of its resource. */
export type StepEvent = {
  sequence: number
  at: number
  what: 'begun' | 'ended' | 'failed'
  op: string
  urn: string
  custom: boolean
  parent: string | null
  provider: string | null
}

/** The step that an event reports; undefined for all other events. The input is untrusted and may have any shape. */
export function stepEvent(event: Record<string, unknown>, at: number): StepEvent | undefined {
  const { sequence } = event
  if (typeof sequence !== 'number') return undefined
  for (const [name, what] of Object.entries(WHAT)) {
    const payload = event[name]
    const metadata = isObject(payload) ? payload['metadata'] : undefined
    if (!isObject(metadata)) continue
    const { urn, op, provider } = metadata
    if (typeof urn !== 'string' || typeof op !== 'string') continue
    const state = isObject(metadata['new']) ? metadata['new'] : isObject(metadata['old']) ? metadata['old'] : {}
    const from = text(provider) ?? text(state['provider'])
    return {
      sequence,
      at,
      what,
      op,
      urn,
      custom: state['custom'] === true,
      parent: text(state['parent']),
      provider: from === null ? null : from.slice(0, Math.max(0, from.lastIndexOf('::'))) || null,
    }
  }
  return undefined
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * The steps in events, in the engine's order. `isOver`: the engine has sent its summary, so components (which end
 * without an event) and unchanged resources are done.
 */
export function stepsFromEvents(events: readonly StepEvent[], { isOver }: { isOver: boolean }): Step[] {
  const steps: Step[] = []
  const open = new Map<string, Step>()
  const seen = new Set<number>()
  for (const event of events.toSorted((a, b) => a.sequence - b.sequence)) {
    if (seen.has(event.sequence)) continue
    seen.add(event.sequence)
    const { what, op, urn, at, custom, parent, provider } = event
    const begun = open.get(urn)
    if (what === 'begun') {
      const step: Step = { urn, op, begin: at, end: null, outcome: 'open', custom, parent, provider, after: [] }
      open.set(urn, step)
      steps.push(step)
      continue
    }
    const step = begun ?? { urn, op, begin: null, end: null, outcome: 'open', custom, parent, provider, after: [] }
    step.op = op
    step.end = at
    step.outcome = what === 'failed' ? 'failed' : 'done'
    if (begun) open.delete(urn)
    else steps.push(step)
  }
  if (isOver) {
    for (const step of open.values()) {
      if (step.custom && step.op !== 'same') continue
      step.outcome = 'done'
      step.end = step.begin
    }
  }
  return steps
}
