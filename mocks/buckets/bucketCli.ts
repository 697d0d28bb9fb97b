import type { MemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { magicOf, type Resource } from '#domain/state/checkpoint.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '#domain/state/secrets.ts'
import { webStack } from '../generate.ts'
import { seeded } from '../seeded.ts'
import { entryOf, type Ref, type Spec, urnIn } from '../stepShapes.ts'

const VERSION = 'v3.260.0'
const NS_PER_MS = 1_000_000n
/** The organization of every stack in a self-managed backend (docs/state.md, Layout). */
const ORG = 'organization'

/** Of the passphrase `correct horse`, as the CLI makes it. */
const SALT = 'v1:BPU5U1r7GmU=:v1:DxlZ7LzqtMCF3GtB:gSSdI624s6tTfrzN6wvkKcFu3mGEtA=='
/** `{"github":"ghs_demo","stripe":"sk_demo"}`, encrypted with it. */
const KEYS = 'v1:h9vbB1ozy0ZZKG7t:TOYI+lA+Ur9xgyPFp71srOOeyXpVL/pZgMv+LTgkPhUeNhHWcQqPDOPm9okQMk76A//AGZmKMJU='

/** The state of a stack as a checkpoint of the CLI has it. */
export type BucketState = { resources: Resource[]; pending: { resource: Resource; type: string }[] }

/** Who runs the CLI, and where. */
export type Machine = { user: string; host: string; pid: number; environment: Record<string, string> }

type RunOptions = {
  by: Machine
  message: string
  tookMs: number
  kind?: 'update' | 'refresh' | 'destroy'
  isFailed?: boolean
}

/**
 * What the pulumi CLI leaves in a self-managed backend (docs/state.md, Layout), file by file and in its order. `name`:
 * `project/stack`, or the bare name in the old layout, where `project` says which program the stack is of.
 */
export function createBucketCli(blobs: MemoryBlobs, clock: () => number) {
  const random = seeded(11)
  const uuid = (): string => {
    const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  const keys = (name: string) => {
    const stack = name.split('/').at(-1) ?? name
    const isLegacy = !name.includes('/')
    return {
      state: `.pulumi/stacks/${name}.json`,
      history: (at: bigint, what: 'history' | 'checkpoint') => `.pulumi/history/${name}/${stack}-${at}.${what}.json`,
      backup: (at: bigint) => `.pulumi/backups/${name}/${stack}.${at}.json`,
      lock: (id: string) => `.pulumi/locks/${isLegacy ? '' : `${ORG}/`}${name}/${id}.json`,
    }
  }
  const cliName = (name: string): string => (name.includes('/') ? `${ORG}/${name}` : name)
  const states = new Map<string, string>()
  /** What the last whole run of each stack left. */
  const endStates = new Map<string, BucketState>()

  /** Saves the state, as at the begin and the end of each step: the one before becomes `.bak`. */
  function save(name: string, state: BucketState): void {
    const { state: key } = keys(name)
    const before = states.get(name)
    if (before !== undefined) blobs.set(`${key}.bak`, before)
    const text = checkpointText(cliName(name), state, clock())
    states.set(name, text)
    blobs.set(key, text)
  }

  /** Takes the lock; returns what releases it. */
  function lock(name: string, { user, host, pid }: Machine, text?: string): () => void {
    const key = keys(name).lock(uuid())
    const timestamp = new Date(clock()).toISOString()
    blobs.set(key, text ?? JSON.stringify({ pid, username: user, hostname: host, timestamp }))
    return () => blobs.drop(key)
  }

  return {
    save,
    lock,
    /** Version 1: the layout by project. */
    meta: () => blobs.set('.pulumi/meta.yaml', 'version: 1\n'),
    /** Cuts the state of a stack, and the oldest entry of its history, as a full disk or a lost connection does. */
    damage(name: string): void {
      const whole = states.get(name) ?? ''
      blobs.set(keys(name).state, whole.slice(0, Math.floor(whole.length / 2)))
      const entry = blobs.keys().find((key) => key.startsWith(`.pulumi/history/${name}/`) && key.includes('.history.'))
      if (entry !== undefined) blobs.set(entry, '{"kind":"update","startTime":')
    },
    /** A whole run that ended: the last save, the two files of its history, and the backup. */
    ran(
      name: string,
      state: BucketState,
      { by, message, tookMs, kind = 'update', isFailed = false }: RunOptions,
    ): void {
      const started = clock() - tookMs
      const resourceChanges = changesTo(state, endStates.get(name))
      endStates.set(name, state)
      save(name, state)
      const at = BigInt(clock()) * NS_PER_MS
      const entry = {
        kind,
        startTime: Math.floor(started / 1000),
        message,
        environment: { 'exec.kind': 'cli', 'pulumi.version': VERSION, ...by.environment },
        config: { 'aws:region': 'eu-central-1' },
        version: 0,
        result: isFailed ? 'failed' : 'succeeded',
        endTime: Math.floor(clock() / 1000),
        resourceChanges,
      }
      blobs.set(keys(name).history(at, 'history'), JSON.stringify(entry))
      blobs.set(keys(name).history(at, 'checkpoint'), states.get(name) ?? '')
      blobs.set(keys(name).backup(at + 1n), states.get(name) ?? '')
    },
  }
}
export type BucketCli = ReturnType<typeof createBucketCli>

/** A stack of a web company with this many resources, and what a program would create next. */
export function webState(project: string, stack: string, count: number, seed = 7) {
  const ref: Ref = { org: ORG, project, stack }
  const { root, provider, specs } = webStack(project, stack, count, seed)
  const entry = (spec: Spec) => entryOf(ref, spec, true)
  const state: BucketState = {
    resources: [root, provider, ...specs((spec) => urnIn(ref, spec))].map(entry),
    pending: [],
  }
  const spec = (type: string, name: string, inputs: Record<string, unknown>): Spec => ({
    type,
    name,
    parent: urnIn(ref, root),
    provider: `${urnIn(ref, provider)}::${provider.id}`,
    inputs,
  })
  const next = (name: string): Resource =>
    entryOf(ref, spec('aws:s3/bucket:Bucket', name, { bucket: `acme-${name}` }), false)
  /** A finished resource with a secret. */
  const keys = (name: string): Resource => {
    const secretString = { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: KEYS }
    return entry(spec('aws:secretsmanager/secretVersion:SecretVersion', name, { secretId: name, secretString }))
  }
  return { state, next, keys }
}

/** What a run did that left this state: it created what is new, or updated one resource. */
function changesTo({ resources }: BucketState, before: BucketState | undefined): Record<string, number> {
  const known = new Set(before?.resources.map(({ urn }) => urn))
  const create = resources.filter(({ urn }) => !known.has(urn)).length
  const change = create > 0 ? { create } : resources.length > 0 ? { update: 1 } : {}
  const same = resources.length - (create || Math.min(1, resources.length))
  return { ...change, ...(same > 0 && { same }) }
}

/** The state with creates that were started. */
export const creating = (state: BucketState, resources: readonly Resource[]): BucketState => ({
  ...state,
  pending: [...state.pending, ...resources.map((resource) => ({ resource, type: 'creating' }))],
})

const checkpointText = (stack: string, { resources, pending }: BucketState, at: number): string =>
  JSON.stringify({
    version: 3,
    checkpoint: {
      stack,
      latest: {
        manifest: { time: new Date(at).toISOString(), magic: magicOf(VERSION), version: VERSION },
        secrets_providers: {
          type: 'passphrase',
          state: { salt: SALT },
        },
        resources,
        ...(pending.length > 0 && { pending_operations: pending }),
        metadata: {},
      },
    },
  })
