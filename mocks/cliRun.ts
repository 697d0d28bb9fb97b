import type { Deployment, Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { isDefaultProvider } from '#domain/state/urn.ts'
import { CliRefusal, type Send } from './cliCalls.ts'
import { entryOf, EVENT_OP, metadataOf, type OpType, type Ref, type Spec, urnIn } from './stepShapes.ts'

type RunInput = {
  call: Send
  ref: Ref
  at: string
  updateID: string
  started: { version: number; token: string; journalVersion?: number }
  base: StateDocument
}

/** Of a create in the journal: its operation, and its two entries. */
export type Numbers = { operationID: number; begin: number; end: number }

/** As many journal entries, and engine events, as a CLI sends at once. */
const ENTRIES_AT_ONCE = 100
const EVENTS_AT_ONCE = 200

/** A running update, from inside its client. */
export function createRun({ call, ref, at, updateID, started, base }: RunInput) {
  let lease = started.token
  const send: Send = (method, path, options) => call(method, `${at}/${path}`, { ...options, lease })
  const reports = createReports(send)
  const { journal, entry, events } = reports
  return {
    id: updateID,
    version: started.version,
    get lease() {
      return lease
    },
    base,
    ref,
    /** The path of the update. */
    at,
    urnOf: (spec: Pick<Spec, 'type' | 'name' | 'parent'>) => urnIn(ref, spec),
    journal,
    entry,
    events,
    ...createSteps(reports, ref, base),
    keeps: createKeeps(reports, base),
    ...createBatches(reports, ref),
    ...createSaves(send),
    secretsManager: (provider: Deployment['secrets_providers']) => journal([entry(6, { secretsProvider: provider })]),
    says: (message: string, severity: 'info' | 'info#err' | 'warning' | 'error' = 'info', urn?: string) =>
      events([{ diagnosticEvent: { ...(urn ? { urn } : {}), prefix: '', message, color: 'raw', severity } }]),
    async renew() {
      const renewed = await send<{ token: string }>('POST', 'renew_lease', { body: { token: '', duration: 300 } })
      lease = renewed.token
      return renewed
    },
    /** Counts steps reported by hand, for the summary. */
    counts: reports.count,
    complete: async (status: 'succeeded' | 'failed' = 'succeeded', durationSeconds = 12) => {
      const resourceChanges = reports.changes
      const summary = { maybeCorrupt: false, durationSeconds, resourceChanges, PolicyPacks: {}, isPreview: false }
      await events([{ summaryEvent: { ...summary, result: status } }])
      await send('POST', 'complete', { body: { status } })
    },
    /** Only the final call, like a client that has nothing to report. */
    completeOnly: (status: 'succeeded' | 'failed') => send<void>('POST', 'complete', { body: { status } }),
  }
}
export type Run = ReturnType<typeof createRun>

/** The journal and the engine events of a run: both are numbered, and steps are counted for the summary. */
function createReports(send: Send) {
  let sequence = 0
  let operation = 0
  let eventSequence = 0
  const changes: Record<string, number> = {}

  /** Sends one batch; halves it if it is too large (docs/protocol.md, Journal). */
  async function journal(entries: Record<string, unknown>[]): Promise<void> {
    try {
      await send<void>('PATCH', 'journalentries', { body: { entries }, gzip: true })
    } catch (error) {
      if (!(error instanceof CliRefusal) || error.status !== 413 || entries.length < 2) throw error
      const middle = Math.ceil(entries.length / 2)
      await journal(entries.slice(0, middle))
      await journal(entries.slice(middle))
    }
  }
  const events = (payloads: Record<string, unknown>[], timestamp = 0) =>
    send<void>('POST', 'events/batch', {
      body: { events: payloads.map((payload) => ({ sequence: eventSequence++, timestamp, ...payload })) },
      gzip: true,
    })
  return {
    journal,
    events,
    entry: (kind: number, rest: Record<string, unknown>) => ({
      version: 1,
      kind,
      sequenceID: ++sequence,
      operationID: 0,
      removeOld: null,
      removeNew: null,
      ...rest,
    }),
    async journalAll(entries: Record<string, unknown>[]): Promise<void> {
      for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE)
        await journal(entries.slice(from, from + ENTRIES_AT_ONCE))
    },
    async eventsAll(payloads: Record<string, unknown>[]): Promise<void> {
      for (let from = 0; from < payloads.length; from += EVENTS_AT_ONCE)
        await events(payloads.slice(from, from + EVENTS_AT_ONCE))
    },
    newOperation: () => ++operation,
    newSequence: () => ++sequence,
    /** Steps by operation, as the summary has them. */
    changes,
    count(op: string, times: number): void {
      changes[op] = (changes[op] ?? 0) + times
    },
  }
}
type Reports = ReturnType<typeof createReports>

const indexIn = (base: StateDocument, urn: string): number =>
  (base.deployment.resources ?? []).findIndex((resource) => resource.urn === urn)

/** Steps one by one, as a program makes them. */
function createSteps({ journal, entry, events, newOperation, count }: Reports, ref: Ref, base: StateDocument) {
  /** A step: the entry and the event that announce it, and the functions that end it. */
  function step(type: OpType, spec: Spec) {
    const operationID = newOperation()
    const intended = entryOf(ref, spec, type === 'deleting')
    const index = type === 'creating' ? -1 : indexIn(base, intended.urn)
    const old = base.deployment.resources?.[index]
    const resource: Resource = type === 'updating' && old?.id !== undefined ? { ...intended, id: old.id } : intended
    const begun = {
      operationID,
      urn: intended.urn,
      async succeeds(extra: Partial<Resource> = {}): Promise<string> {
        const state =
          type === 'deleting'
            ? undefined
            : { ...entryOf(ref, spec, true), ...(old?.id ? { id: old.id } : {}), ...extra }
        const removeOld = index >= 0 ? { removeOld: index } : {}
        await journal([entry(1, { operationID, ...removeOld, ...(state ? { state } : {}) })])
        await events([{ resOutputsEvent: { metadata: metadataOf(type, state ?? resource, old) } }])
        count(EVENT_OP[type], 1)
        return intended.urn
      },
      async fails(message: string): Promise<void> {
        await journal([entry(2, { operationID })])
        await events([
          { diagnosticEvent: { urn: intended.urn, prefix: '', message, color: 'raw', severity: 'error' } },
          { resOpFailedEvent: { metadata: metadataOf(type, resource, old), status: 2, steps: 0 } },
        ])
      },
    }
    const begins = entry(0, { operationID, operation: { resource, type } })
    return { begins, event: { resourcePreEvent: { metadata: metadataOf(type, resource, old) } }, begun }
  }
  /** Starts a step and returns the functions that end it; without an end it is a pending operation. */
  async function begin(type: OpType, spec: Spec) {
    const { begins, event, begun } = step(type, spec)
    await journal([begins])
    await events([event])
    return begun
  }
  return {
    begin,
    /** Several steps that begin at one moment, in one batch. */
    async beginAll(type: OpType, specs: readonly Spec[]) {
      const steps = specs.map((spec) => step(type, spec))
      await journal(steps.map(({ begins }) => begins))
      await events(steps.map(({ event }) => event))
      return steps.map(({ begun }) => begun)
    },
    /** A step from begin to success. */
    async does(type: OpType, spec: Spec): Promise<string> {
      const begun = await begin(type, spec)
      return begun.succeeds()
    },
  }
}

/**
 * Marks resources of the base as unchanged, as an engine run does before it comes to their dependents: visited
 * entries come first in the state, and must follow everything that they refer to.
 */
function createKeeps({ journalAll, entry, eventsAll, newOperation, count }: Reports, base: StateDocument) {
  return async (...urns: string[]): Promise<void> => {
    const unchanged = urns.map((urn) => {
      const index = indexIn(base, urn)
      const state = base.deployment.resources?.[index]
      if (state === undefined) throw new Error(`${urn} is not in the base`)
      return { index, state }
    })
    await journalAll(
      unchanged.flatMap(({ index, state }) => {
        const operationID = newOperation()
        return [entry(0, { operationID }), entry(1, { operationID, state, removeOld: index })]
      }),
    )
    const reported = unchanged.filter(({ state }) => !isDefaultProvider(state.urn))
    await eventsAll(
      reported.flatMap(({ state }) => {
        const metadata = { ...metadataOf('reading', state, state), op: 'same' }
        return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }]
      }),
    )
    count('same', reported.length)
  }
}

/** Many creates in few calls. */
function createBatches(reports: Reports, ref: Ref) {
  const { journal, journalAll, entry, events, eventsAll, newOperation, newSequence, count } = reports
  const begun = (spec: Spec) => ({ resource: entryOf(ref, spec, false), type: 'creating' })
  const reportOf = (spec: Spec, isFinished: boolean) => {
    const metadata = metadataOf('creating', entryOf(ref, spec, isFinished), undefined)
    return isFinished ? { resOutputsEvent: { metadata } } : { resourcePreEvent: { metadata } }
  }
  return {
    /** Many creates in few calls, for large stacks: start and success in one batch, with events on request. */
    async createsMany(specs: Spec[], { withEvents = false } = {}): Promise<string[]> {
      await journalAll(
        specs.flatMap((spec) => {
          const operationID = newOperation()
          return [
            entry(0, { operationID, operation: begun(spec) }),
            entry(1, { operationID, state: entryOf(ref, spec, true) }),
          ]
        }),
      )
      if (withEvents) await eventsAll(specs.flatMap((spec) => [reportOf(spec, false), reportOf(spec, true)]))
      const urns = specs.map((spec) => urnIn(ref, spec))
      count('create', urns.filter((urn) => !isDefaultProvider(urn)).length)
      return urns
    },
    /** Numbers for the operations of that many creates, in the order in which their resources are to be in the state. */
    reserves: (creates: number): Numbers[] =>
      Array.from({ length: creates }, () => ({
        operationID: newOperation(),
        begin: newSequence(),
        end: newSequence(),
      })),
    /** Creates that begin and creates that succeed at one moment, in one batch, by reserved numbers. */
    async creates({ begun: starts, done }: { begun: [Numbers, Spec][]; done: [Numbers, Spec][] }) {
      await journal([
        ...done.map(([{ operationID, end }, spec]) =>
          entry(1, { operationID, sequenceID: end, state: entryOf(ref, spec, true) }),
        ),
        ...starts.map(([{ operationID, begin }, spec]) =>
          entry(0, { operationID, sequenceID: begin, operation: begun(spec) }),
        ),
      ])
      await events([
        ...done.map(([, spec]) => reportOf(spec, true)),
        ...starts.map(([, spec]) => reportOf(spec, false)),
      ])
      count('create', done.length)
    },
  }
}

/** Saves of the state by a CLI that does not report a journal. */
const createSaves = (send: Send) => ({
  saveFull: (document: StateDocument) =>
    send<void>('PATCH', 'checkpoint', { body: { isInvalid: false, ...document }, gzip: true }),
  saveVerbatim: (untypedDeployment: StateDocument, sequenceNumber: number) =>
    send<void>('PATCH', 'checkpointverbatim', { body: { version: 3, untypedDeployment, sequenceNumber }, gzip: true }),
  /** For a text to whose bytes later deltas refer. */
  saveText: (untypedDeployment: string, sequenceNumber: number) =>
    send<void>('PATCH', 'checkpointverbatim', {
      text: `{"version":3,"untypedDeployment":${untypedDeployment},"sequenceNumber":${sequenceNumber}}`,
      gzip: true,
    }),
  saveDelta: (body: unknown) => send<void>('PATCH', 'checkpointdelta', { body, gzip: true }),
})
