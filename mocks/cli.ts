import type { StateDocument } from '#domain/state/checkpoint.ts'
import { type CallOptions, createCalls } from './cliCalls.ts'
import { createRun, type Run } from './cliRun.ts'
import type { Ref } from './stepShapes.ts'

export type { Numbers, Run } from './cliRun.ts'
export type { Ref, Spec } from './stepShapes.ts'

export type CliOptions = Pick<CallOptions, 'fetch' | 'url' | 'token'> &
  Partial<Pick<CallOptions, 'version' | 'compresses' | 'pause'>> & {
    /** `git.*`, `ci.*` and the like, sent with every update; a function is called for each, with its message. */
    environment?: Record<string, string> | ((message: string) => Record<string, string>)
  }

export type StartOptions = {
  kind?: 'update' | 'preview' | 'refresh' | 'destroy'
  dryRun?: boolean
  message?: string
  journal?: boolean
  environment?: Record<string, string>
  config?: Record<string, { string: string; secret: boolean; object: boolean }>
  tags?: Record<string, string>
}

/** A simulated `pulumi` CLI: the same routes, headers, compression, journal and events. */
export function createCli({ version = 'v3.260.0', environment = {}, compresses = true, pause, ...server }: CliOptions) {
  const call = createCalls({ ...server, version, compresses, pause })
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
      const own = typeof environment === 'function' ? environment(options.message ?? '') : environment
      const body = updateBody(ref, options, { version, environment: own })
      const { updateID } = await call<{ updateID: string }>('POST', `${path(ref)}/${options.kind ?? 'update'}`, {
        body,
      })
      const at = `${path(ref)}/update/${updateID}`
      const started = await call<{ version: number; token: string; journalVersion?: number }>('POST', at, {
        body: {
          ...(options.tags ? { tags: options.tags } : {}),
          ...(options.journal === false ? {} : { journalVersion: 1 }),
        },
      })
      const base = await call<StateDocument>('GET', `${path(ref)}/export`)
      return createRun({ call, ref, at, updateID, started, base })
    },
  }
}
export type Cli = ReturnType<typeof createCli>

/** What a CLI sends to create an update. */
const updateBody = (
  { project }: Ref,
  { kind, dryRun = kind === 'preview', message = '', config = {}, environment: ofUpdate }: StartOptions,
  { version, environment }: { version: string; environment: Record<string, string> },
) => ({
  name: project,
  runtime: 'nodejs',
  main: '',
  description: '',
  config,
  options: { dryRun, color: 'raw', parallel: 16, localPolicyPackPaths: null },
  metadata: {
    message,
    environment: {
      'exec.kind': 'cli',
      'pulumi.version': version,
      'pulumi.os': 'linux',
      'pulumi.arch': 'amd64',
      ...environment,
      ...ofUpdate,
    },
  },
})
