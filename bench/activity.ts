import { SERVICES } from '#mocks/generate.ts'
import { openStore } from '#server/adapters/openStore.ts'
import type { Store } from '#server/store/port.ts'
import type { Backend } from './backend.ts'
import { createClient } from './client.ts'
import type { Figure } from './figures.ts'
import { settle, stackRow, updateRow } from './fill.ts'
import type { ServerProcess } from './serverProcess.ts'
import { listFigures } from './timedList.ts'

const STACKS = 5_000
const RUNS_EACH = 8
/** Runs of one stack that has more. */
const MANY = 10_000
const EVENTS = 100_000
const AT_ONCE = 500
const TIMES = 30
const NOW = Date.now()

const ACTIVITY: { what: string; query: string }[] = [
  { what: 'all', query: '' },
  { what: 'a stack', query: 'q=project-7/prod-57' },
  { what: 'the stack with 10,000 runs', query: 'q=busy/history' },
  { what: 'the same, and a word of ten runs', query: 'q=busy/history+release-777' },
  { what: 'a word of all runs', query: 'q=deploy' },
  { what: 'a word of one run in twenty', query: 'q=checkout' },
  { what: 'a part of the names of a third of the stacks', query: 'q=prod-' },
  { what: 'the same, and a word of few runs', query: 'q=prod-+release-4998' },
  { what: 'a commit', query: 'q=c0ffee000777' },
  { what: 'an error', query: 'q=quota+exceeded' },
  { what: 'a word of all runs, among the failed', query: 'q=deploy&result=failed' },
  { what: 'two words that no run has both', query: 'q=checkout+invoices' },
  { what: 'two letters', query: 'q=re' },
  { what: 'words without matches', query: 'q=nothing+like+this' },
  { what: 'a tag', query: 'tag=team%3Dteam-7' },
  { what: 'a tag and a word', query: 'tag=env%3Dprod&q=checkout' },
]

const AUDIT: { what: string; query: string }[] = [
  { what: 'audit: all', query: '' },
  { what: 'audit: a person', query: 'q=person-7' },
  { what: 'audit: a word of all entries', query: 'q=update' },
  { what: 'audit: a stack', query: 'q=project-7/prod-57' },
  { what: 'audit: words of an action', query: 'q=started+an+update' },
  { what: 'audit: words without matches', query: 'q=nothing+like+this' },
]

/** The lists of activity and the audit log, searched and filtered, over HTTP: 50,000 runs and 100,000 entries. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    await fill(server)
    const figures: Figure[] = []
    const paths = [
      ...ACTIVITY.map(({ what, query }) => ({ what, path: `/api/ui/activity?${query}` })),
      ...AUDIT.map(({ what, query }) => ({ what, path: `/api/ui/audit?${query}` })),
    ]
    for (const path of paths) figures.push(...(await listFigures(server, client, { ...path, times: TIMES })))
    return figures
  } finally {
    client.close()
    await server.stop()
  }
}

async function fill(server: ServerProcess): Promise<void> {
  const clock = { now: Date.now, offset: () => 0 }
  const store = await openStore({ databaseUrl: server.databaseUrl, data: server.data }, clock)
  try {
    await stacks(store)
    for (let version = 1; version <= RUNS_EACH; version++) {
      await inParts(STACKS, store, (n) => run(`stack-${n}`, version, n))
      await inParts(MANY / RUNS_EACH, store, (n) => run('history', (version - 1) * (MANY / RUNS_EACH) + n + 1, n))
    }
    await events(store)
  } finally {
    await store.close()
  }
  if (server.databaseUrl !== undefined) await settle(server.databaseUrl)
}

const stacks = (store: Store): Promise<void> =>
  store.write(async (writer) => {
    await writer.insertStack(stackRow('history', 'busy', 'history', 'prod'))
    for (let n = 0; n < STACKS; n++) {
      const env = ['prod', 'staging', 'dev'][n % 3] ?? ''
      await writer.insertStack(stackRow(`stack-${n}`, `project-${n % 50}`, `${env}-${n}`, env))
    }
  })

let at = 0

function run(stackId: string, version: number, n: number) {
  at += 1
  const row = updateRow(`${stackId}-${version}`, stackId, version)
  const createdAt = NOW - 1e9 + at * 1_000
  const hasFailed = (n + version) % 100 === 0
  return {
    ...row,
    createdAt,
    startedAt: createdAt,
    endedAt: createdAt + 500,
    ...(hasFailed && {
      status: 'failed' as const,
      failure: { sequence: 1, urn: null, text: n % 7 === 0 ? 'Quota exceeded' : 'Access denied' },
    }),
    request: {
      ...row.request,
      message: `Deploy ${SERVICES[n % SERVICES.length]}, release-${n}`,
      environment: { ...row.request.environment, 'git.head': `c0ffee${String(at).padStart(6, '0')}${'0'.repeat(28)}` },
    },
  }
}

async function inParts(count: number, store: Store, make: (n: number) => ReturnType<typeof run>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await store.write(async (writer) => {
      for (let n = from; n < Math.min(from + AT_ONCE, count); n++) await writer.insertUpdate(make(n))
    })
  }
}

async function events(store: Store): Promise<void> {
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    await store.write(async (writer) => {
      for (let n = from; n < from + AT_ONCE; n++) {
        const stack = Math.floor(n / 2) % STACKS
        const env = ['prod', 'staging', 'dev'][stack % 3] ?? ''
        await writer.appendAudit({
          at: NOW - 1e9 + n * 1_000,
          login: `person-${n % 40}`,
          tokenName: 'ci',
          address: '10.0.0.7',
          action: n % 2 === 0 ? 'update.start' : 'update.end',
          stackId: `stack-${stack}`,
          stack: `organization/project-${stack % 50}/${env}-${stack}`,
          detail: n % 2 === 0 ? `update ${n}` : `update ${n}: succeeded`,
          requestId: `request-${n}`,
        })
      }
    })
  }
}
