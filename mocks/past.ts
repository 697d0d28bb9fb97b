import { stackKeys } from '#server/core/secrets/vault.ts'
import { NOT_STARTED } from '#server/store/blankUpdate.ts'
import { NO_UPDATES_YET, type StackRow } from '#server/store/port/stacks.ts'
import { NO_FACTS } from '#server/store/port/states.ts'
import type { UpdateRow } from '#server/store/port/updates.ts'
import { hashOf, type PreparedState, stateRow } from '#server/texts/stateText.ts'
import { magicOf } from '#domain/state/checkpoint.ts'
import { makeUrn } from '#domain/state/urn.ts'
import type { Ref } from './cli.ts'
import { CI } from './scenes.ts'
import type { Stage } from './story.ts'

/** A run that has ended. */
export type PastRun = {
  at: number
  tookMs: number
  isFailed: boolean
  who: 'ada' | 'grace' | 'deploy-bot'
  message: string
}
export type PastStack = { ref: Ref; tags: Record<string, string>; resources: number; runs: readonly PastRun[] }

const TIME = '2026-01-01T00:00:00Z'
const VERSION = 'v3.260.0'
/** Number of stacks per transaction: the in-memory store tracks what each one touches. */
const AT_ONCE = 500

/**
 * Stacks with a history, inserted directly: by the CLI's protocol, thousands of them would take minutes. Each has a
 * valid state, and runs with times, users and errors, but without logs and journals.
 */
export async function putPast({ deps }: Stage, stacks: readonly PastStack[]): Promise<void> {
  const newKey = await stackKeys(deps)
  for (let from = 0; from < stacks.length; from += AT_ONCE) {
    const ready = await Promise.all(stacks.slice(from, from + AT_ONCE).map((stack) => rowsOf(deps, stack, newKey)))
    await deps.store.write(async (writer) => {
      for (const { stack, updates, state, text } of ready) {
        await writer.insertStack(stack) // the in-memory store does not mind that its state and update come after it
        for (const update of updates) await writer.insertUpdate(update)
        await writer.putState(state, text)
      }
    })
  }
}

async function rowsOf(
  deps: Stage['deps'],
  { ref, tags, resources, runs }: PastStack,
  newKey: (stackId: string) => Promise<string>,
) {
  const id = deps.newId()
  const stateId = deps.newId()
  const updates = runs.map((run, index) =>
    updateRow(deps, id, index + 1, run, index === runs.length - 1 ? stateId : null),
  )
  const last = updates.at(-1)
  const { text, facts: known } = await pastState(ref, resources)
  const version = updates.length
  const facts = { id: stateId, stackId: id, version, updateId: last?.id ?? null, createdAt: last?.endedAt ?? 0 }
  const stack: StackRow = {
    ...NO_UPDATES_YET,
    id,
    org: ref.org,
    project: ref.project,
    name: ref.stack,
    tags: { 'pulumi:project': ref.project, 'pulumi:runtime': 'nodejs', ...tags },
    createdAt: updates[0]?.createdAt ?? 0,
    version,
    stateId,
    latestUpdateId: last?.id ?? null,
    wrappedKey: await newKey(id),
  }
  return { stack, updates, state: stateRow({ text, facts: known }, facts), text }
}

/** A state as the service prepares it: its results are known here, and computing them for thousands takes seconds. */
export async function pastState(ref: Ref, resources: number): Promise<{ text: Bytes; facts: PreparedState['facts'] }> {
  const text = new TextEncoder().encode(stateText(ref, resources))
  const hash = await hashOf(text)
  return { text, facts: { ...NO_FACTS, bytes: text.byteLength, hash, resourceCount: Math.max(2, resources) } }
}
type Bytes = Uint8Array<ArrayBuffer>

/** Represents the number of a bucket; no name contains it. */
const NUMBER = '*'

/** A stack, its provider and buckets, which differ in their number: one is rendered, the others are copies of it. */
function stateText({ project, stack }: Ref, resources: number): string {
  const urn = (qualifiedType: string, name: string) => makeUrn({ stack, project, qualifiedType, name })
  const root = urn('pulumi:pulumi:Stack', `${project}-${stack}`)
  const provider = urn('pulumi:providers:aws', 'default_6_83_0')
  const type = 'aws:s3/bucket:Bucket'
  const id = `${project}-${stack}-${NUMBER}`
  const bucket = JSON.stringify({
    urn: urn(type, `bucket-${NUMBER}`),
    custom: true,
    id,
    type,
    parent: root,
    provider: `${provider}::b1c3a1f0`,
    inputs: { bucket: id },
    outputs: { bucket: id },
  }).split(NUMBER)
  const first = [
    { urn: root, custom: false, type: 'pulumi:pulumi:Stack' },
    { urn: provider, custom: true, id: 'b1c3a1f0', type: 'pulumi:providers:aws', parent: root },
  ].map((each) => JSON.stringify(each))
  const all = [...first, ...Array.from({ length: Math.max(0, resources - 2) }, (_, n) => bucket.join(String(n)))]
  return `{"version":3,"deployment":{"manifest":${MANIFEST},"resources":[${all.join(',')}]}}`
}
const MANIFEST = JSON.stringify({ time: TIME, magic: magicOf(VERSION), version: VERSION })

const ERROR = 'error creating S3 Bucket: TooManyBuckets: You have attempted to create more buckets than allowed'

function updateRow(
  deps: Stage['deps'],
  stackId: string,
  version: number,
  { at, tookMs, isFailed, who, message }: PastRun,
  stateId: string | null,
): UpdateRow {
  const isCi = who === 'deploy-bot'
  return {
    ...NOT_STARTED,
    id: deps.newId(),
    stackId,
    kind: 'update',
    dryRun: false,
    status: isFailed ? 'failed' : 'succeeded',
    endReason: 'complete',
    version,
    baseVersion: version - 1,
    request: {
      message,
      environment: isCi ? { ...CI, 'ci.build.number': String(version) } : {},
      config: {},
      options: {},
    },
    requestedBy: who,
    tokenName: isCi ? 'ci-runner' : `${who}-laptop`,
    userAgent: 'pulumi-cli/1 (v3.260.0; linux; cmd=up)',
    address: null,
    createdAt: at,
    startedAt: at,
    endedAt: at + tookMs,
    isJournal: true,
    resourceChanges: isFailed ? { same: 3 } : { update: 1 + (version % 3), same: 5 },
    failure: isFailed ? { sequence: 1, urn: null, text: ERROR } : null,
    stateId,
  }
}
