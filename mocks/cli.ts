import type { Deployment, Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { childQualifiedType, makeUrn, parseUrn } from '#domain/state/urn.ts'

export type Fetch = (request: Request) => Response | Promise<Response>
export type Ref = { org: string; project: string; stack: string }

/** A resource that a program declares; its URN follows from stack, parent, type and name. */
export type Spec = {
  type: string
  name: string
  parent?: string | undefined
  inputs?: Record<string, unknown>
  outputs?: Record<string, unknown>
  dependencies?: string[]
  propertyDependencies?: Record<string, string[]>
  /** False for components. */
  custom?: boolean | undefined
  id?: string
  provider?: string
  protect?: boolean
}

/** A refusal, as the CLI would print it. */
export class CliRefusal extends Error {
  readonly status: number
  readonly body: { code?: number; message?: string }
  readonly warning: string | null
  constructor(status: number, body: { code?: number; message?: string }, warning: string | null) {
    super(`[${status}] ${body.message ?? ''}`)
    this.status = status
    this.body = body
    this.warning = warning
  }
}

export type CliOptions = {
  fetch: Fetch
  url: string
  token: string
  version?: string
  /** `git.*`, `ci.*` and the like, sent with every update; a function is called for each, with its message. */
  environment?: Record<string, string> | ((message: string) => Record<string, string>)
  /** Whether large bodies are compressed, as the CLI does; without it a story takes half the time. */
  compresses?: boolean
  /** Pauses between the attempts of a call, in milliseconds. Without it, no call is repeated. */
  pause?: (ms: number) => void | Promise<void>
}

/** `text` is a body to be sent byte by byte. */
type Call = { body?: unknown; text?: string; lease?: string; gzip?: boolean; command?: string }

/** Pauses between the attempts of a repeated call, in milliseconds (docs/protocol.md, Requests and retries). */
const PAUSES = [1000, 2000, 4000]
/** Repeated as well as every GET and every call inside an update. */
const REPEATED = /\/(cancel|(batch-)?(en|de)crypt)$/

/** A simulated `pulumi` CLI: the same routes, headers, compression, journal and events. */
export function createCli({
  fetch,
  url,
  token,
  version = 'v3.260.0',
  environment = {},
  compresses = true,
  pause,
}: CliOptions) {
  async function call<T = unknown>(
    method: string,
    path: string,
    { body, text = body === undefined ? undefined : JSON.stringify(body), lease, gzip, command = 'up' }: Call = {},
  ): Promise<T> {
    const isGzip = gzip === true && compresses
    const sent = text === undefined ? undefined : isGzip ? await gzipped(text) : text
    const request = () =>
      new Request(`${url}${path}`, {
        method,
        headers: {
          accept: 'application/vnd.pulumi+9',
          'content-type': 'application/json',
          'user-agent': `pulumi-cli/1 (${version}; linux; cmd=${command})`,
          authorization: lease === undefined ? `token ${token}` : `update-token ${lease}`,
          ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
        },
        ...(sent === undefined ? {} : { body: sent }),
      })
    const isRepeated = method === 'GET' || lease !== undefined || REPEATED.test(path)
    const response = await attempt(request, isRepeated ? PAUSES : [])
    const answer = await response.text()
    if (!response.ok) throw new CliRefusal(response.status, safeJson(answer), response.headers.get('x-pulumi-warning'))
    return (answer === '' ? undefined : JSON.parse(answer)) as T
  }

  /**
   * Sends a request, and repeats it after a network error, a 5xx or a 429, as often as there are pauses
   * (docs/protocol.md, Requests and retries).
   */
  async function attempt(request: () => Request, pauses: number[]): Promise<Response> {
    const [wait, ...left] = pauses
    const mayRepeat = pause !== undefined && wait !== undefined
    let response: Response
    try {
      response = await fetch(request())
    } catch (error) {
      if (!mayRepeat) throw error
      await pause(wait)
      return attempt(request, left)
    }
    if (!mayRepeat || (response.status < 500 && response.status !== 429)) return response
    const asked = response.status === 429 ? Number(response.headers.get('retry-after') ?? 0) * 1000 : 0
    await pause(Math.min(30_000, asked) || wait)
    return attempt(request, left)
  }

  const path = ({ org, project, stack }: Ref) => `/api/stacks/${org}/${project}/${stack}`

  return {
    call,
    path,
    initStack: (ref: Ref, tags: Record<string, string> = {}) =>
      call('POST', `/api/stacks/${ref.org}/${ref.project}`, {
        body: { stackName: ref.stack, tags: { 'pulumi:project': ref.project, 'pulumi:runtime': 'nodejs', ...tags } },
        command: 'stack init',
      }),
    getStack: (ref: Ref) =>
      call<{ activeUpdate: string; version: number; currentOperation?: { kind: string } }>('GET', path(ref)),
    exportState: (ref: Ref, number?: number) =>
      call<StateDocument>('GET', `${path(ref)}/export${number === undefined ? '' : `/${number}`}`),
    importState: (ref: Ref, document: unknown) =>
      call<{ updateId: string }>('POST', `${path(ref)}/import`, {
        body: document,
        gzip: true,
        command: 'stack import',
      }),
    cancel: async (ref: Ref) => {
      const { activeUpdate } = await call<{ activeUpdate: string }>('GET', path(ref))
      await call('POST', `${path(ref)}/update/${activeUpdate}/cancel`, { command: 'cancel' })
    },
    encrypt: async (ref: Ref, value: unknown): Promise<string> => {
      const plaintext = btoa(JSON.stringify(value))
      return (await call<{ ciphertext: string }>('POST', `${path(ref)}/encrypt`, { body: { plaintext } })).ciphertext
    },

    /** Creates and starts an update; throws `CliRefusal` if someone else holds the lease. */
    async start(ref: Ref, options: StartOptions = {}): Promise<Run> {
      const kind = options.kind ?? 'update'
      const { updateID } = await call<{ updateID: string }>('POST', `${path(ref)}/${kind}`, {
        body: {
          name: ref.project,
          runtime: 'nodejs',
          main: '',
          description: '',
          config: options.config ?? {},
          options: {
            dryRun: options.dryRun ?? kind === 'preview',
            color: 'raw',
            parallel: 16,
            localPolicyPackPaths: null,
          },
          metadata: {
            message: options.message ?? '',
            environment: {
              'exec.kind': 'cli',
              'pulumi.version': version,
              'pulumi.os': 'linux',
              'pulumi.arch': 'amd64',
              ...(typeof environment === 'function' ? environment(options.message ?? '') : environment),
              ...options.environment,
            },
          },
        },
      })
      const at = `${path(ref)}/update/${updateID}`
      const started = await call<{ version: number; token: string; journalVersion?: number }>('POST', at, {
        body: {
          ...(options.tags ? { tags: options.tags } : {}),
          ...(options.journal === false ? {} : { journalVersion: 1 }),
        },
      })
      const base = await call<StateDocument>('GET', `${path(ref)}/export`)
      return createRun({ call, ref, at, updateID, started, base, cli: { version } })
    },
  }
}
export type Cli = ReturnType<typeof createCli>

export type StartOptions = {
  kind?: 'update' | 'preview' | 'refresh' | 'destroy'
  dryRun?: boolean
  message?: string
  journal?: boolean
  environment?: Record<string, string>
  config?: Record<string, { string: string; secret: boolean; object: boolean }>
  tags?: Record<string, string>
}

type RunInput = {
  call: <T = unknown>(method: string, path: string, options?: Call) => Promise<T>
  ref: Ref
  at: string
  updateID: string
  started: { version: number; token: string; journalVersion?: number }
  base: StateDocument
  cli: { version: string }
}

/** Of a create in the journal: its operation, and its two entries. */
export type Numbers = { operationID: number; begin: number; end: number }

type OpType = 'creating' | 'updating' | 'deleting' | 'reading' | 'importing'
const EVENT_OP: Record<OpType, string> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

/** A running update, from inside its client. */
function createRun({ call, ref, at, updateID, started, base }: RunInput) {
  let lease = started.token
  let sequence = 0
  let operation = 0
  let eventSequence = 0
  const counts: Record<string, number> = {}

  /** Sends one batch; halves it if it is too large (docs/protocol.md, Journal). */
  async function journal(entries: Record<string, unknown>[]): Promise<void> {
    try {
      await call<void>('PATCH', `${at}/journalentries`, { body: { entries }, lease, gzip: true })
    } catch (error) {
      if (!(error instanceof CliRefusal) || error.status !== 413 || entries.length < 2) throw error
      const middle = Math.ceil(entries.length / 2)
      await journal(entries.slice(0, middle))
      await journal(entries.slice(middle))
    }
  }
  const entry = (kind: number, rest: Record<string, unknown>) => ({
    version: 1,
    kind,
    sequenceID: ++sequence,
    operationID: 0,
    removeOld: null,
    removeNew: null,
    ...rest,
  })
  const events = (payloads: Record<string, unknown>[], timestamp = 0) =>
    call<void>('POST', `${at}/events/batch`, {
      body: { events: payloads.map((payload) => ({ sequence: eventSequence++, timestamp, ...payload })) },
      lease,
      gzip: true,
    })

  const urnOf = (spec: Pick<Spec, 'type' | 'name' | 'parent'>): string => {
    const parent = spec.parent === undefined ? undefined : parseUrn(spec.parent)
    return makeUrn({
      stack: ref.stack,
      project: ref.project,
      qualifiedType: childQualifiedType(parent?.qualifiedType ?? '', spec.type),
      name: spec.name,
    })
  }
  const resourceOf = (spec: Spec, finished: boolean): Resource => ({
    urn: urnOf(spec),
    custom: spec.custom ?? true,
    type: spec.type,
    ...(finished && spec.custom !== false ? { id: spec.id ?? `${spec.name}-id` } : {}),
    ...(spec.inputs ? { inputs: spec.inputs } : {}),
    ...(finished ? { outputs: { ...spec.inputs, ...spec.outputs } } : {}),
    ...(spec.parent ? { parent: spec.parent } : {}),
    ...(spec.protect ? { protect: true } : {}),
    ...(spec.dependencies?.length ? { dependencies: spec.dependencies } : {}),
    ...(spec.provider ? { provider: spec.provider } : {}),
    ...(spec.propertyDependencies ? { propertyDependencies: spec.propertyDependencies } : {}),
  })
  const metadata = (type: OpType, resource: Resource, old: Resource | undefined) => {
    const meta = (state: Resource) => ({
      type: state.type,
      urn: state.urn,
      id: state.id ?? '',
      parent: state.parent ?? '',
      provider: state.provider ?? '',
      inputs: state.inputs ?? {},
      outputs: state.outputs ?? {},
      custom: state.custom,
    })
    return {
      op: EVENT_OP[type],
      urn: resource.urn,
      type: resource.type,
      provider: resource.provider ?? '',
      old: old ? meta(old) : null,
      new: type === 'deleting' ? null : meta(resource),
      detailedDiff: null,
      logical: true,
    }
  }
  const sameMetadata = (state: Resource) => ({ ...metadata('reading', state, state), op: 'same' })
  const isDefaultProvider = (urn: string): boolean => /::pulumi:providers:[^:]+::default(_[\d_]+)?$/.test(urn)
  const oldIndex = (urn: string): number =>
    (base.deployment.resources ?? []).findIndex((resource) => resource.urn === urn)

  /** Starts a step and returns the functions that end it; without an end it is a pending operation. */
  async function begin(type: OpType, spec: Spec) {
    const operationID = ++operation
    const intended = resourceOf(spec, type === 'deleting')
    const index = type === 'creating' ? -1 : oldIndex(intended.urn)
    const old = base.deployment.resources?.[index]
    const resource: Resource = type === 'updating' && old?.id !== undefined ? { ...intended, id: old.id } : intended
    await journal([entry(0, { operationID, operation: { resource, type } })])
    await events([{ resourcePreEvent: { metadata: metadata(type, resource, old) } }])
    return {
      operationID,
      urn: intended.urn,
      async succeeds(extra: Partial<Resource> = {}): Promise<string> {
        const state =
          type === 'deleting' ? undefined : { ...resourceOf(spec, true), ...(old?.id ? { id: old.id } : {}), ...extra }
        const removeOld = index >= 0 ? { removeOld: index } : {}
        await journal([entry(1, { operationID, ...removeOld, ...(state ? { state } : {}) })])
        await events([{ resOutputsEvent: { metadata: metadata(type, state ?? resource, old) } }])
        counts[EVENT_OP[type]] = (counts[EVENT_OP[type]] ?? 0) + 1
        return intended.urn
      },
      async fails(message: string): Promise<void> {
        await journal([entry(2, { operationID })])
        await events([
          { diagnosticEvent: { urn: intended.urn, prefix: '', message, color: 'raw', severity: 'error' } },
          { resOpFailedEvent: { metadata: metadata(type, resource, old), status: 2, steps: 0 } },
        ])
      },
    }
  }

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
    urnOf,
    journal,
    entry,
    events,
    begin,
    /** A step from begin to success. */
    async does(type: OpType, spec: Spec): Promise<string> {
      const step = await begin(type, spec)
      return step.succeeds()
    },
    /**
     * Marks resources of the base as unchanged, as an engine run does before it comes to their dependents: visited
     * entries come first in the state, and must follow everything that they refer to.
     */
    async keeps(...urns: string[]): Promise<void> {
      const entries = urns.flatMap((urn) => {
        const operationID = ++operation
        const index = oldIndex(urn)
        const state = base.deployment.resources?.[index]
        if (state === undefined) throw new Error(`${urn} is not in the base`)
        return [entry(0, { operationID }), entry(1, { operationID, state, removeOld: index })]
      })
      for (let from = 0; from < entries.length; from += 100) await journal(entries.slice(from, from + 100))
      const sent = urns.flatMap((urn) => {
        const state = base.deployment.resources?.[oldIndex(urn)]
        // The engine does not report default providers.
        if (state === undefined || isDefaultProvider(urn)) return []
        const metadata = sameMetadata(state)
        return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }]
      })
      for (let from = 0; from < sent.length; from += 200) await events(sent.slice(from, from + 200))
      counts['same'] = (counts['same'] ?? 0) + sent.length / 2
    },
    /** Many creates in few calls, for large stacks: start and success in one batch, with events on request. */
    async createsMany(specs: Spec[], { withEvents = false } = {}): Promise<string[]> {
      const entries = specs.flatMap((spec) => {
        const operationID = ++operation
        return [
          entry(0, { operationID, operation: { resource: resourceOf(spec, false), type: 'creating' } }),
          entry(1, { operationID, state: resourceOf(spec, true) }),
        ]
      })
      for (let from = 0; from < entries.length; from += 100) await journal(entries.slice(from, from + 100))
      if (withEvents) {
        const sent = specs.flatMap((spec) => [
          { resourcePreEvent: { metadata: metadata('creating', resourceOf(spec, false), undefined) } },
          { resOutputsEvent: { metadata: metadata('creating', resourceOf(spec, true), undefined) } },
        ])
        for (let from = 0; from < sent.length; from += 200) await events(sent.slice(from, from + 200))
      }
      // The engine neither reports default providers nor counts them.
      const isCounted = ({ type, name }: Spec) => !(type.startsWith('pulumi:providers:') && /^default(_|$)/.test(name))
      counts['create'] = (counts['create'] ?? 0) + specs.filter(isCounted).length
      return specs.map(urnOf)
    },
    /** Numbers for the operations of that many creates, in the order in which their resources are to be in the state. */
    reserves(creates: number): Numbers[] {
      return Array.from({ length: creates }, () => ({
        operationID: ++operation,
        begin: ++sequence,
        end: ++sequence,
      }))
    },
    /** Creates that begin and creates that succeed at one moment, in one batch, by reserved numbers. */
    async creates({ begun, done }: { begun: [Numbers, Spec][]; done: [Numbers, Spec][] }) {
      await journal([
        ...done.map(([{ operationID, end }, spec]) =>
          entry(1, { operationID, sequenceID: end, state: resourceOf(spec, true) }),
        ),
        ...begun.map(([{ operationID, begin: sequenceID }, spec]) =>
          entry(0, { operationID, sequenceID, operation: { resource: resourceOf(spec, false), type: 'creating' } }),
        ),
      ])
      await events([
        ...done.map(([, spec]) => ({
          resOutputsEvent: { metadata: metadata('creating', resourceOf(spec, true), undefined) },
        })),
        ...begun.map(([, spec]) => ({
          resourcePreEvent: { metadata: metadata('creating', resourceOf(spec, false), undefined) },
        })),
      ])
      counts['create'] = (counts['create'] ?? 0) + done.length
    },
    secretsManager: (provider: Deployment['secrets_providers']) => journal([entry(6, { secretsProvider: provider })]),
    says: (message: string, severity: 'info' | 'info#err' | 'warning' | 'error' = 'info', urn?: string) =>
      events([{ diagnosticEvent: { ...(urn ? { urn } : {}), prefix: '', message, color: 'raw', severity } }]),
    async renew() {
      const renewed = await call<{ token: string }>('POST', `${at}/renew_lease`, {
        body: { token: '', duration: 300 },
        lease,
      })
      lease = renewed.token
      return renewed
    },
    /** Counts steps reported by hand, for the summary. */
    counts(op: string, times: number): void {
      counts[op] = (counts[op] ?? 0) + times
    },
    saveFull: (document: StateDocument) =>
      call<void>('PATCH', `${at}/checkpoint`, { body: { isInvalid: false, ...document }, lease, gzip: true }),
    saveVerbatim: (untypedDeployment: StateDocument, sequenceNumber: number) =>
      call<void>('PATCH', `${at}/checkpointverbatim`, {
        body: { version: 3, untypedDeployment, sequenceNumber },
        lease,
        gzip: true,
      }),
    /** For a text to whose bytes later deltas refer. */
    saveText: (untypedDeployment: string, sequenceNumber: number) =>
      call<void>('PATCH', `${at}/checkpointverbatim`, {
        text: `{"version":3,"untypedDeployment":${untypedDeployment},"sequenceNumber":${sequenceNumber}}`,
        lease,
        gzip: true,
      }),
    saveDelta: (body: unknown) => call<void>('PATCH', `${at}/checkpointdelta`, { body, lease, gzip: true }),
    complete: async (status: 'succeeded' | 'failed' = 'succeeded', durationSeconds = 12) => {
      await events([
        {
          summaryEvent: {
            maybeCorrupt: false,
            durationSeconds,
            resourceChanges: counts,
            PolicyPacks: {},
            isPreview: false,
            result: status,
          },
        },
      ])
      await call('POST', `${at}/complete`, { body: { status }, lease })
    },
    /** Only the final call, like a client that has nothing to report. */
    completeOnly: (status: 'succeeded' | 'failed') => call<void>('POST', `${at}/complete`, { body: { status }, lease }),
  }
}
export type Run = ReturnType<typeof createRun>

async function gzipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function safeJson(text: string): { code?: number; message?: string } {
  try {
    return JSON.parse(text) as { code?: number; message?: string }
  } catch {
    return { message: text.slice(0, 200) }
  }
}
