import { NOT_STARTED } from '#server/store/blankUpdate.ts'
import pg from 'pg'
import { openStore } from '#server/adapters/openStore.ts'
import type { Store } from '#server/store/port.ts'
import { NO_UPDATES_YET, type StackRow } from '#server/store/port/stacks.ts'
import { NO_FACTS, type StateRow } from '#server/store/port/states.ts'
import type { UpdateRow } from '#server/store/port/updates.ts'
import type { ServerProcess } from './serverProcess.ts'

const STACKS = 5000
const UPDATES = 10_000
const EVENTS = 1_000_000
const RESOURCES = 500
const AT_ONCE = 500
const EVENTS_AT_ONCE = 10_000
const NOW = Date.now()

export const HISTORY = 'organization/busy/history'
export const LOG = { stack: 'organization/busy/log', id: 'update-log' }

/** The rows of a busy team, inserted directly: sending them to the service would take an hour. */
export async function fill(server: ServerProcess): Promise<void> {
  const clock = { now: Date.now, offset: () => 0 }
  const store = await openStore({ databaseUrl: server.databaseUrl, data: server.data }, clock)
  try {
    await stacks(store)
    await history(store)
    await log(store)
  } finally {
    await store.close()
  }
  if (server.databaseUrl !== undefined) await settle(server.databaseUrl)
}

/** What PostgreSQL does itself within minutes after so many new rows. */
export async function settle(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

export const stackRow = (id: string, project: string, name: string, env: string): StackRow => ({
  ...NO_UPDATES_YET,
  id,
  org: 'organization',
  project,
  name,
  tags: { 'pulumi:project': project, 'pulumi:runtime': 'nodejs', env, team: `team-${name.length}` },
  createdAt: NOW - 1e9,
  version: 1,
  wrappedKey: 'none',
})

export const updateRow = (id: string, stackId: string, version: number, more: Partial<UpdateRow> = {}): UpdateRow => ({
  ...NOT_STARTED,
  id,
  stackId,
  kind: 'update',
  dryRun: false,
  status: 'succeeded',
  endReason: 'complete',
  version,
  baseVersion: version - 1,
  request: {
    message: 'Deploy what was reviewed',
    environment: {
      'git.head': 'f6bb4ba0e76d5c0f3d1f0ac4a3a5ee8ecb2b4d0a',
      'git.headName': 'refs/heads/main',
      'git.author': 'somebody',
      'ci.system': 'GitHub Actions',
      'ci.build.id': String(version),
      'vcs.repo': 'infrastructure',
    },
    config: { 'aws:region': { string: 'eu-central-1', secret: false, object: false } },
    options: {},
  },
  requestedBy: 'admin',
  tokenName: 'ci',
  userAgent: 'pulumi-cli/1 (v3.260.0; linux)',
  address: null,
  createdAt: NOW - 1e8 + version,
  startedAt: NOW - 1e8 + version,
  endedAt: NOW - 1e8 + version * 100,
  isJournal: true,
  resourceChanges: { create: 3, same: 120 },
  ...more,
})

export const stateRow = (id: string, stackId: string, version: number, resourceCount: number): StateRow => ({
  id,
  stackId,
  version,
  updateId: null,
  createdAt: NOW,
  bytes: 2,
  hash: '0'.repeat(64),
  ...NO_FACTS,
  resourceCount,
  textRemovedAt: null,
})

export const TEXT = new TextEncoder().encode('{}')

async function stacks(store: Store): Promise<void> {
  for (let from = 0; from < STACKS; from += AT_ONCE) {
    await store.write(async (writer) => {
      for (let n = from; n < from + AT_ONCE; n++) {
        const id = `stack-${n}`
        const env = ['prod', 'staging', 'dev'][n % 3] ?? ''
        await writer.insertStack(stackRow(id, `project-${n % 50}`, `${env}-${n}`, env))
        const status = n % 50 === 0 ? ({ status: 'failed' } as const) : {}
        const endedAt = NOW - ((n * 7919) % STACKS) * 1000
        await writer.insertUpdate(updateRow(`update-${n}`, id, 1, { ...status, stateId: `state-${n}`, endedAt }))
        await writer.putState(stateRow(`state-${n}`, id, 1, 1 + ((n * 31) % 400)), TEXT)
        await writer.patchStack(id, { stateId: `state-${n}`, latestUpdateId: `update-${n}` })
      }
    })
  }
}

async function history(store: Store): Promise<void> {
  await store.write((writer) => writer.insertStack(stackRow('history', 'busy', 'history', 'prod')))
  for (let from = 1; from <= UPDATES; from += AT_ONCE) {
    await store.write(async (writer) => {
      for (let version = from; version < from + AT_ONCE; version++) {
        const stateId = `history-${version}`
        await writer.insertUpdate(updateRow(stateId, 'history', version, { stateId }))
        await writer.putState(stateRow(stateId, 'history', version, 120), TEXT)
      }
    })
  }
  const last = `history-${UPDATES}`
  await store.write((writer) => writer.patchStack('history', { version: UPDATES, latestUpdateId: last, stateId: last }))
}

async function log(store: Store): Promise<void> {
  await store.write(async (writer) => {
    await writer.insertStack(stackRow('log', 'busy', 'log', 'prod'))
    await writer.insertUpdate(updateRow(LOG.id, 'log', 1))
    await writer.patchStack('log', { latestUpdateId: LOG.id })
  })
  for (let from = 0; from < EVENTS; from += EVENTS_AT_ONCE) {
    const rows = Array.from({ length: EVENTS_AT_ONCE }, (_, index) => event(from + index))
    await store.write((writer) => writer.appendEvents(LOG.id, rows, NOW, false))
  }
}

function event(sequence: number): { sequence: number; text: string; isLine: boolean } {
  const isLine = sequence % 4 !== 3
  const urn = `urn:pulumi:prod::busy::random:index/randomId:RandomId::thing-${Math.floor(sequence / 4) % RESOURCES}`
  const state = { urn, type: 'random:index/randomId:RandomId', inputs: { byteLength: 8 }, outputs: { byteLength: 8 } }
  const metadata = { op: 'update', urn, type: state.type, old: state, new: state, diffs: ['byteLength'] }
  const step = sequence % 8 === 3 ? { resourcePreEvent: { metadata } } : { resOutputsEvent: { metadata } }
  const message = `line ${sequence} of what a provider has to say about its work\n`
  const line = { diagnosticEvent: { urn, message, color: 'raw', severity: sequence % 400 === 0 ? 'warning' : 'info' } }
  return { sequence, text: JSON.stringify({ sequence, timestamp: 1, ...(isLine ? line : step) }), isLine }
}
