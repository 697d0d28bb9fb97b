import { GRAPH_FLAG, type GraphNotes } from '#contract/resources.ts'
import { counted } from '#words/counts.ts'
import type { RunProgress } from '#contract/runCourse.ts'
import { urnType } from '../state/urn.ts'
import type { Loss } from './ofLosses.ts'
import { after, gather, having, type Marks, type Overlay, type OverlayClass, type Places } from './overlay.ts'

type Status = OverlayClass & { id: keyof typeof GRAPH_FLAG }

/** Integrity problems: the CLI refuses such a state. */
export const INTEGRITY: readonly Status[] = [
  { id: 'missing', sign: '⚠', look: 'danger', words: having('broken references'), word: 'broken' },
  { id: 'duplicate', sign: '2×', look: 'danger', words: having('a duplicate URN') },
  { id: 'circular', sign: '⇄', look: 'danger', words: after('in a cycle') },
  { id: 'order', sign: '↕', look: 'danger', words: after('out of order') },
]

/** Conditions of an entry, the most serious first: the first match is its class. */
const STATUSES: readonly Status[] = [
  ...INTEGRITY,
  { id: 'pending', sign: '?', look: 'attention', words: having('an unknown outcome'), word: 'outcome unknown' },
  { id: 'initErrors', sign: '!', look: 'danger', words: after('unhealthy') },
  { id: 'delete', sign: '−', look: 'attention', words: after('to delete') },
  { id: 'pendingReplacement', sign: '±', look: 'attention', words: after('to replace') },
  { id: 'protect', sign: 'P', look: 'unknown', words: after('protected'), isQuiet: true },
  { id: 'external', sign: 'E', look: 'unknown', words: after('external'), isQuiet: true },
]

export function marked(flags: ArrayLike<number>, classes: readonly Status[]): Marks {
  const any = classes.reduce((bits, { id }) => bits | GRAPH_FLAG[id], 0)
  const of = new Int8Array(flags.length).fill(-1)
  for (let i = 0; i < of.length; i++) {
    const bits = flags[i] ?? 0
    if ((bits & any) !== 0) of[i] = classes.findIndex(({ id }) => (bits & GRAPH_FLAG[id]) !== 0)
  }
  return { classes, of }
}

/** What the state does not say itself, more serious than what it does; with the words for one resource. */
const REPORTED: readonly (OverlayClass & { note: string })[] = [
  { id: 'failed', sign: '✕', look: 'danger', words: after('failed'), note: 'failed' },
  { id: 'alarm', sign: '!!', look: 'danger', words: after('in open alarms'), note: 'in an open alarm' },
]
/** A create that was interrupted: it has no entry, and whether there is a resource is unknown. */
const UNKNOWN_CREATE: OverlayClass = {
  id: 'creating',
  sign: '+?',
  look: 'attention',
  words: (count) => `${counted(count, 'create')} with an unknown outcome`,
  word: 'outcome unknown',
}
const RUNNING = { sign: '▸', look: 'running', words: after('running'), word: 'running', note: 'running' } as const

export type Reported = {
  /** The last run, unless it succeeded. */
  run?: Pick<RunProgress, 'status' | 'failed' | 'failedCount' | 'running'> | undefined
  alarms?: readonly Loss[] | undefined
  /** Pending operations of the state. */
  pending?: GraphNotes['pending'] | undefined
}

/** Marks resources by condition: what the state says, what failed in the last run, is running or was cut off, and open alarms. */
export function statusOverlay(flags: ArrayLike<number>, places: Places, reported: Reported = {}): Overlay {
  const { run, alarms = [], pending = [] } = reported
  const isRunning = run?.status === 'running'
  const classes: readonly (OverlayClass & { note?: string })[] = [
    ...REPORTED,
    ...STATUSES.map((each) => (isRunning && each.id === 'pending' ? { ...each, ...RUNNING } : each)),
    UNKNOWN_CREATE,
  ]
  const ofState = Int8Array.from(marked(flags, STATUSES).of, (place) => (place < 0 ? -1 : place + REPORTED.length))
  const gathered = gather(classes, places, ofState)
  for (const urn of run?.failed ?? []) gathered.add('failed', urn, urnType(urn))
  // A create in progress has no entry yet.
  if (isRunning) for (const { urn, resourceType } of run.running) gathered.add('pending', urn, resourceType)
  for (const each of pending)
    if (each.type === 'creating' && places.indexOf(each.urn) < 0)
      gathered.add(UNKNOWN_CREATE.id, each.urn, each.resourceType, each.names)
  for (const { entries } of alarms) for (const { urn, type } of entries) gathered.add('alarm', urn, type)
  const overlay = gathered.overlay()
  const notes = new Map<number, string>()
  // Not before the first picture: nothing is reported yet then.
  const isReported = run !== undefined || alarms.length > 0
  for (let index = 0; isReported && index < ofState.length; index++) {
    const note = classes[ofState[index] ?? -1]?.note
    if (note !== undefined) notes.set(index, note)
  }
  const left = alarms.map(({ count, entries }) => count - entries.length)
  if (run) left.push(run.failedCount - run.failed.length)
  return { ...overlay, notes, unlisted: left.reduce((sum, count) => sum + Math.max(0, count), 0) }
}
