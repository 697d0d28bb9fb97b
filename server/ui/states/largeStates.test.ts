import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { api, type Api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTextWorker } from '../../adapters/textThreads/textWorker.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { LARGE_BYTES } from '../../texts/textJobs.ts'
import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { lookNow } from '#server/core/backends/follow.ts'
import { aBackend } from '#testing/store/rows.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'

/**
 * Calls every endpoint of the contract for a stack with a large state, while watching what this thread parses and
 * serializes as JSON: work on a whole state must be done by the text thread.
 */

/** Maximum size of JSON that may be parsed or serialized on this thread; larger JSON would delay others. */
const MAX_HERE = LARGE_BYTES / 8

const REF = 'organization/shop/prod'
const OTHER = 'organization/shop/other'
const PATH = `/stacks/${REF}`
/** A connected backend with a large stack of the same name, and one of the old layout. */
const MIRROR = 'acme-s3'
const urnOf = (name: string) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`
/** Few and long: what is watched is the size of a text, and each entry costs time. */
const COUNT = 3_000
const BUCKETS = Array.from({ length: COUNT }, (_, at) => ({
  urn: urnOf(`bucket-${at}`),
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: `bucket-${at}`,
  inputs: { text: `${at} `.repeat(620) },
  ...(at > 0 && { dependencies: [urnOf(`bucket-${at - 1}`)] }),
}))
const LARGE = { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources: BUCKETS }

/** A journal entry that starts the creation of a bucket. */
const began = (name: string) => ({
  version: 1,
  kind: 0,
  sequenceID: 1,
  operationID: 1,
  operation: {
    type: 'creating',
    resource: { urn: urnOf(name), type: 'aws:s3/bucket:Bucket', custom: true, inputs: { bucket: name } },
  },
})

const worker = createTextWorker()
afterAll(() => worker.close())

let longest = 0
function watch() {
  longest = 0
  const { parse, stringify } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    longest = Math.max(longest, text.length)
    return parse(text, reviver) as unknown
  })
  vi.spyOn(JSON, 'stringify').mockImplementation((...given: unknown[]) => {
    const text = (stringify as (...args: unknown[]) => string | undefined)(...given)
    longest = Math.max(longest, text?.length ?? 0)
    return text as string
  })
}
afterEach(() => vi.restoreAllMocks())

async function connectBackend({ deps, now }: Harness): Promise<void> {
  const blobs = createMemoryBlobs(now)
  const text = JSON.stringify({ version: 3, checkpoint: { stack: 'organization/shop/prod', latest: LARGE } })
  blobs.set('.pulumi/stacks/shop/prod.json', text)
  blobs.set('.pulumi/stacks/shop/prod.json.bak', text)
  blobs.set('.pulumi/stacks/old.json', text)
  deps.openBackend = async () => blobs
  const backend = aBackend({ connectedAt: now() })
  await deps.store.write((writer) => writer.insertBackend(backend))
  await lookNow(deps, backend)
}

/** A stack with a large state and a version before it, whose last run was killed while it created a bucket. */
async function world() {
  const harness = await createHarness({ maxBodyBytes: 256 * 1024 * 1024 }, createMemoryStore, worker.jobs)
  const { cli, deps, wait } = harness
  for (const ref of [REF, OTHER]) await cli.createStack(ref)
  await cli.import(REF, { ...LARGE, resources: BUCKETS.slice(0, -1) })
  await cli.import(REF, LARGE)
  const run = await cli.start(REF)
  await run.journal(began('invoices'))
  await wait(301)
  await connectBackend(harness)
  const stackOf = (name: string) =>
    deps.store.read((reader) => reader.stack({ org: 'organization', project: 'shop', name }))
  const stack = async () => {
    const found = await stackOf('prod')
    if (!found?.stateId) throw new Error('the stack has no state')
    return found
  }
  return {
    ...harness,
    run,
    /** The state that a user sees now. */
    basis: async (name = 'prod') => {
      const id = (await stackOf(name))?.stateId
      const row = id ? await deps.store.read((reader) => reader.state(id)) : undefined
      return row ? { version: row.version, hash: row.hash } : null
    },
    latestId: async () => (await stack()).latestUpdateId ?? '',
    version: async () => (await stack()).version,
  }
}
type World = Awaited<ReturnType<typeof world>>

/** A request to an endpoint: parts of its address, its query, its body; the expected status is 200 unless set. */
type Asked = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  status?: number
}
type StackEndpoint = {
  [Name in keyof Api]: Api[Name]['path'] extends `${string}/:stack${string}` ? Name : never
}[keyof Api]

const WHY = { reason: 'The runner was killed.', confirm: REF, statement: 'Looked in eu-west-1, not there.' }
const PROTECT = { do: 'protect', urns: [urnOf('bucket-1')] }
/** The whole state with a change, as a file. */
const IMPORTED = JSON.stringify({ version: 3, deployment: { ...LARGE, resources: BUCKETS.slice(0, -2) } })
const answered = async ({ basis }: World) => ({
  recovery: 'clear-create',
  basis: await basis(),
  choices: [{ problem: `0:creating:${urnOf('invoices')}`, option: 'doesNotExist', statement: 'Looked, not there.' }],
})
const moved = async ({ basis }: World) => ({
  basis: await basis(),
  destination: { org: 'organization', project: 'shop', stack: 'other' },
  destinationBasis: await basis('other'),
  urns: [urnOf(`bucket-${COUNT - 2}`)],
})

/**
 * Requests for each endpoint of a stack, in the order in which they are sent: an endpoint without one does not compile.
 */
const REQUESTS: Record<StackEndpoint, (world: World) => Promise<Asked[]> | Asked[]> = {
  stackView: () => [{}],
  stackOutputs: () => [{}],
  stackReaders: () => [{}],
  updateList: () => [{}],
  updateView: async ({ version }) => [{ params: { version: String(await version()) } }],
  previewView: async ({ run }) => [{ params: { updateId: run.id } }],
  updateChanges: ({ run }) => [{ params: { run: run.id } }],
  updateLog: ({ run }) => [{ params: { run: run.id } }],
  runProgress: ({ run }) => [{ params: { run: run.id } }],
  runTimeline: ({ run }) => [{ params: { run: run.id } }],
  runApprovals: ({ run }) => [{ params: { run: run.id } }],
  approvalDetails: ({ run }) => [{ params: { run: run.id } }],
  approvalDecide: () => [{ body: { ids: ['none'], allow: true }, status: 404 }],
  runBefore: ({ run }) => [{ params: { run: run.id } }],
  versionList: () => [{}],
  resourceList: () => [{}, { query: { version: '1' } }],
  resourceView: () => [{ query: { urn: urnOf('bucket-7') } }],
  resourceHistory: () => [{}],
  graph: () => [{}, { query: { version: '1' } }],
  graphNotes: () => [{}],
  compare: () => [
    { query: { from: '1' } },
    { query: { of: OTHER } },
    { query: { from: '1', urn: urnOf(`bucket-${COUNT - 1}`) } },
  ],
  entrySource: () => [{ query: { urn: urnOf('bucket-7') } }],
  stateSource: () => [{}],
  leaseLog: () => [{}],
  leaseWait: () => [{ query: { timeout: '0' } }],
  diagnosis: () => [{}],
  recoveryOptions: () =>
    ['restore-provider', 'restore-version', 'restore-lost-entries'].map((recovery) => ({
      params: { recovery },
      query: { version: '1' },
    })),
  recoveryList: () => [{}],
  reviewList: () => [{}],
  reviewTell: () => [{ body: { page: 'one', recovery: 'clear-create', step: 'known' } }],
  // Refused before a state is read: there is no such untracked resource, and no such alarm.
  untrackedAnswer: () => [{ body: { ids: ['none'], answer: 'other', statement: 'Looked.' }, status: 404 }],
  alarmAcknowledge: () => [{ params: { alarm: 'none' }, body: { reason: 'It is all right.' }, status: 404 }],
  stackTags: () => [{ body: { tags: { env: 'prod' } } }],
  stackRename: () => [{ body: { stack: 'prod/2', project: 'shop' }, status: 400 }], // not renamed, because later requests need its address
  stackTransfer: () => [{ body: { org: 'no/org' }, status: 400 }],
  stackRemove: () => [{ body: { confirm: 'another' }, status: 400 }],
  stackLock: () => [{ body: { reason: 'Repairs.', durationS: 600 } }],
  stackLockExtend: () => [{ body: { durationS: 600 } }],
  stackLockRelease: () => [{}],
  stackLockDelete: () => [{ status: 409 }], // it was released before
  stackLockBreak: () => [{ body: { reason: 'It is forgotten.', confirm: REF }, status: 409 }], // it was released before
  recoveryPlan: async (it) => [
    { body: await answered(it) },
    { body: { recovery: 'restore-version', basis: await it.basis(), choices: await choicesOf(it, 'restore-version') } },
  ],
  recoveryFile: async (it) => [{ body: await answered(it) }],
  recoveryRun: async (it) => [{ body: { ...(await answered(it)), ...WHY } }],
  recoveryView: async ({ latestId }) => [{ params: { id: await latestId() } }],
  recoveryUndo: async ({ latestId }) => [{ params: { id: await latestId() }, body: { reason: 'Too early.' } }],
  editPlan: async ({ basis }) => [{ body: { basis: await basis(), operation: PROTECT } }],
  editFile: async ({ basis }) => [{ body: { basis: await basis(), operation: PROTECT } }],
  editRun: async ({ basis }) => [{ body: { basis: await basis(), operation: PROTECT, ...WHY } }],
  stateCopies: () => [{ params: { org: MIRROR } }], // of stacks of connected backends only
  movePlan: async (it) => [{ body: await moved(it) }],
  moveRun: async (it) => [{ body: { ...(await moved(it)), ...WHY } }],
  // Its operation is still pending.
  orphanedUpdateResolve: ({ run }) => [{ body: { updateId: run.id, reason: 'Looked.' }, status: 409 }],
  importPlan: () => [{ body: { text: IMPORTED } }],
  importRun: async ({ basis }) => [{ body: { text: IMPORTED, basis: await basis(), ...WHY } }],
}
/** Returns the last problem for which a recovery has choices, with its last choice. */
async function choicesOf({ get }: World, recovery: string) {
  const { problems } = (await get(`${PATH}/recover/${recovery}`)) as {
    problems: { id: string; options: { id: string }[] }[]
  }
  return problems
    .slice(-1)
    .map(({ id, options }) => ({ problem: id, option: options.at(-1)?.id, inputs: {}, statement: 'Looked.' }))
}

const endpoints = Object.entries(api) as [keyof Api, Endpoint][]
const isOfStack = (name: keyof Api): name is StackEndpoint => name in REQUESTS
const order = Object.keys(REQUESTS) as StackEndpoint[]

/** Sends a request and reads the whole answer. */
async function send(
  { call }: World,
  { method, path }: { method: string; path: string },
  { params, query, body, status }: Asked,
) {
  const known: Record<string, string> = { org: 'organization', project: 'shop', stack: 'prod', ...params }
  const address = path.replace('/api/ui', '').replace(/:(\w+)/g, (_, name: string) => known[name] ?? 'none')
  const text = body && JSON.stringify(body)
  watch()
  const response = await call(
    method,
    `${address}?${new URLSearchParams(query)}`,
    text === undefined ? {} : { body: text },
  )
  const answer = await response.text()
  vi.restoreAllMocks()
  const expected = status ?? 200
  const surprise = response.status === expected ? '' : answer
  return { status: response.status, isBounded: longest < MAX_HERE, surprise }
}

let large: World
beforeAll(async () => {
  large = await world()
})

it('the stack of these tests has only large states', async () => {
  const { deps } = large
  const rows = await deps.store.read(async (reader) => {
    const stack = await reader.stack({ org: 'organization', project: 'shop', name: 'prod' })
    return stack ? reader.states(stack.id, { limit: 10, offset: 0 }) : []
  })
  expect(rows).toHaveLength(3)
  for (const { bytes } of rows) expect(bytes).toBeGreaterThan(LARGE_BYTES)
})

const expectBounded = async (where: { method: string; path: string }, asked: Asked) =>
  expect({ asked, ...(await send(large, where, asked)) }).toEqual({
    asked,
    status: asked.status ?? 200,
    isBounded: true,
    surprise: '',
  })

it.each(order.map((name) => [name]))('%s reads no large state on the main thread', async (name) => {
  for (const asked of await REQUESTS[name](large)) await expectBounded(api[name], asked)
})

it('a large state of the old layout is not read on the main thread', async () => {
  await expectBounded(api.backendLayout, { params: { backend: MIRROR } })
  expect(await large.get(`/backends/${MIRROR}/layout`)).toMatchObject({
    stacks: [{ name: 'old', newName: 'shop/old' }],
  })
})

it('a large state is returned as a file without being read on the main thread', async () => {
  const file = { method: 'GET', path: '/api/ui/stacks/:org/:project/:stack/state.json' }
  for (const query of [{}, { version: '1' }]) await expectBounded(file, { query })
})

it('a large state is not read while an update runs, and its current content is shown', async () => {
  const run = await large.cli.start(REF)
  await run.journal(began('new-bucket'))
  for (const name of order.filter((each) => api[each].method === 'GET' && each !== 'recoveryView'))
    for (const asked of await REQUESTS[name](large)) await expectBounded(api[name], asked)
  await run.complete('failed')
})

it('a large state is not read on the main thread when a lease is released', async () => {
  const basis = await large.basis()
  const run = await large.cli.start(REF)
  await run.journal(began('new-bucket'))
  const body = releaseRequest({ basis, updateId: run.id }, WHY)
  await expectBounded(api.recoveryPlan, { body })
  await expectBounded(api.recoveryRun, { body })
})

it('a large state is not read on the main thread when a stack is renamed or restored under another name', async () => {
  const { cli, deps } = large
  watch()
  await cli.send(`${REF}/rename`, { newName: 'renamed' })
  expect(longest).toBeLessThan(MAX_HERE)
  vi.restoreAllMocks()
  const name = { org: 'organization', project: 'shop', name: 'renamed' }
  const { id } = (await deps.store.read((reader) => reader.stack(name))) ?? {}
  await cli.send('organization/shop/renamed?force=true', {}, { method: 'DELETE' })
  await expectBounded(api.deletedStackRestore, { params: { id: String(id) }, body: { name: 'prod' } })
  const resources = await large.get(`${PATH}/resources`)
  expect(resources).toMatchObject({
    resources: expect.arrayContaining([expect.objectContaining({ urn: BUCKETS[0]?.urn })]),
  })
})

it.each(endpoints.flatMap(([name, { method }]) => (method === 'GET' && !isOfStack(name) ? [[name]] : [])))(
  '%s, which is not about a stack, reads no large state on the main thread',
  async (name) => {
    const { status, isBounded } = await send(large, api[name], {})
    expect({ isBounded, isServed: status < 500 }).toEqual({ isBounded: true, isServed: true })
  },
)
