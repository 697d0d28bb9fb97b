import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Backend } from './backend.ts'
import { createClient, initStack, startUpdate, type Client } from './client.ts'
import type { Figure } from './figures.ts'
import { largeState, type LargeState } from './largeState.ts'
import type { ServerProcess } from './serverProcess.ts'
import { median, percentile } from './statistics.ts'

const LARGE = 30_000
const SMALL = 3_000
const DELTAS = 5
const FULL_SAVES = 3

/** Imports, exports, delta saves and ends with a state of 100 MB, beside calls of others; then the same with 10 MB. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    const state = largeState('large', LARGE)
    const others = await startOthers(server)
    const large = await run(server, client, { stack: 'large', state })
    const { reads, writes } = await others.stop()
    const peakMB = server.peak()
    const besideFull = await startOthers(server)
    const fullMs = await saveFull(server, client, 'large', state.text())
    const full = await besideFull.stop()
    const besidePages = await startOthers(server)
    const pages = await openPages(server, client, 'large', urnIn(state))
    const opened = await besidePages.stop()
    const pagesPeakMB = server.peak()
    const small = await run(server, client, { stack: 'small', state: largeState('small', SMALL) })
    return [
      { what: 'size of the large state', value: large.megabytes, unit: 'MB' },
      { what: 'large: import', value: large.importMs / 1000, unit: 's', bound: { most: 6 } },
      { what: 'large: import, CPU of all threads', value: large.importCpuS, unit: 's' },
      { what: 'large: import again, a percent changed', value: large.againMs / 1000, unit: 's' },
      { what: 'large: export', value: large.exportMs / 1000, unit: 's', bound: { most: 2 } },
      { what: 'large: export, CPU', value: large.exportCpuS, unit: 's' },
      { what: 'large: first save of an update (verbatim)', value: large.verbatimMs / 1000, unit: 's' },
      { what: 'large: delta save', value: large.deltaMs / 1000, unit: 's', bound: { most: 0.5 } },
      { what: 'large: full save', value: fullMs / 1000, unit: 's' },
      { what: 'reads of others during full saves, 99 of 100', value: percentile(full.reads, 0.99), unit: 'ms' },
      { what: 'reads of others during full saves, slowest', value: Math.max(...full.reads), unit: 'ms' },
      { what: 'writes of others during full saves, 99 of 100', value: percentile(full.writes, 0.99), unit: 'ms' },
      ...pages.flatMap(({ page, firstMs, againMs }) => [
        { what: `large: ${page}`, value: firstMs / 1000, unit: 's' },
        { what: `large: ${page}, again`, value: againMs / 1000, unit: 's' },
      ]),
      { what: 'large: peak of the process with pages and full saves', value: pagesPeakMB, unit: 'MB' },
      { what: 'reads of others while pages are opened, 99 of 100', value: percentile(opened.reads, 0.99), unit: 'ms' },
      { what: 'reads of others while pages are opened, slowest', value: Math.max(...opened.reads), unit: 'ms' },
      {
        what: 'writes of others while pages are opened, 99 of 100',
        value: percentile(opened.writes, 0.99),
        unit: 'ms',
      },
      { what: 'large: complete, saved by deltas', value: large.completeMs / 1000, unit: 's' },
      { what: 'large: complete, by a journal', value: large.replayMs / 1000, unit: 's' },
      { what: 'large: peak of the process', value: peakMB, unit: 'MB', bound: { most: 900 } },
      { what: 'reads of others meanwhile, median', value: median(reads), unit: 'ms' },
      { what: 'reads of others meanwhile, 99 of 100', value: percentile(reads, 0.99), unit: 'ms', bound: { most: 60 } },
      { what: 'reads of others meanwhile, slowest', value: Math.max(...reads), unit: 'ms' },
      {
        what: 'writes of others meanwhile, 99 of 100',
        value: percentile(writes, 0.99),
        unit: 'ms',
        bound: { most: 60 },
      },
      { what: 'writes of others meanwhile, slowest', value: Math.max(...writes), unit: 'ms' },
      { what: 'size of the small state', value: small.megabytes, unit: 'MB' },
      { what: 'small: import', value: small.importMs / 1000, unit: 's', bound: { most: 0.6 } },
      { what: 'small: export', value: small.exportMs / 1000, unit: 's', bound: { most: 0.2 } },
      { what: 'small: delta save', value: small.deltaMs / 1000, unit: 's' },
    ]
  } finally {
    client.close()
    await server.stop()
  }
}

async function run(server: ServerProcess, client: Client, { stack, state }: { stack: string; state: LargeState }) {
  await initStack(client, server.token, stack)
  const text = state.text()
  const cpu = [server.cpu()]
  const importMs = await importText(server, client, stack, text)
  cpu.push(server.cpu())
  const exportMs = await exportText(server, client, stack, text)
  cpu.push(server.cpu())
  const [before = 0, imported = 0, exported = 0] = cpu
  const cpuS = { importCpuS: imported - before, exportCpuS: exported - imported }
  state.change(0.01)
  const changed = state.text()
  const againMs = await importText(server, client, stack, changed)
  const saved = await saves(server, client, stack, changed)

  const journalled = await startUpdate(client, server.token, stack, { isJournal: true })
  const entry = (sequenceID: number) => ({
    version: 1,
    kind: 0,
    sequenceID,
    operationID: sequenceID,
    operation: {
      type: 'creating',
      resource: { urn: `urn:pulumi:${stack}::webshop::a:b:C::new-${sequenceID}`, type: 'a:b:C' },
    },
  })
  await journalled('PATCH', 'journalentries', { entries: [1, 2, 3].map(entry) })
  const { ms: replayMs } = await journalled('POST', 'complete', { status: 'failed' })
  return { megabytes: text.length / 1e6, importMs, againMs, exportMs, replayMs, ...cpuS, ...saved }
}

async function importText(server: ServerProcess, client: Client, stack: string, text: Buffer): Promise<number> {
  const path = `/api/stacks/organization/webshop/${stack}/import`
  const headers = { authorization: `token ${server.token}`, 'content-type': 'application/json' }
  const { status, body, ms } = await client.send({ method: 'POST', path, body: text, headers })
  if (status !== 200) throw new Error(`an import returned ${status}: ${body.toString()}`)
  return ms
}

async function exportText(server: ServerProcess, client: Client, stack: string, text: Buffer): Promise<number> {
  const path = `/api/stacks/organization/webshop/${stack}/export`
  const { body, ms } = await client.send({ method: 'GET', path, headers: { authorization: `token ${server.token}` } })
  if (!body.equals(text)) throw new Error('an export differs from what was imported')
  return ms
}

/** An update that saves the state once in full, then by deltas that change one tag each. */
async function saves(server: ServerProcess, client: Client, stack: string, text: Buffer) {
  const call = await startUpdate(client, server.token, stack, { isJournal: false })
  const body = Buffer.concat([
    Buffer.from('{"version":3,"sequenceNumber":1,"untypedDeployment":'),
    text,
    Buffer.from('}'),
  ])
  const { ms: verbatimMs } = await call('PATCH', 'checkpointverbatim', body)
  let saved = text
  const deltas: number[] = []
  for (let sequenceNumber = 2; sequenceNumber < 2 + DELTAS; sequenceNumber++) {
    const at = saved.indexOf('"acme:team":"', Math.floor((saved.length * sequenceNumber) / (DELTAS + 2))) + 13
    const end = saved.indexOf('"', at)
    const newText = `team ${sequenceNumber}`
    saved = Buffer.concat([saved.subarray(0, at), Buffer.from(newText), saved.subarray(end)])
    const checkpointHash = createHash('sha256').update(saved).digest('hex')
    const edit = { Span: { start: { offset: at }, end: { offset: end } }, NewText: newText }
    const { ms } = await call('PATCH', 'checkpointdelta', {
      version: 3,
      checkpointHash,
      sequenceNumber,
      deploymentDelta: [edit],
    })
    deltas.push(ms)
  }
  const { ms: completeMs } = await call('POST', 'complete', { status: 'succeeded' })
  await exportText(server, client, stack, saved)
  return { verbatimMs, deltaMs: median(deltas), completeMs }
}

/** An update that saves the full state several times, as a CLI without deltas does; returns the duration of a save. */
async function saveFull(server: ServerProcess, client: Client, stack: string, text: Buffer): Promise<number> {
  const call = await startUpdate(client, server.token, stack, { isJournal: false })
  const body = Buffer.concat([Buffer.from('{"isInvalid":false,'), text.subarray(1)])
  const times: number[] = []
  for (let save = 0; save < FULL_SAVES; save++) times.push((await call('PATCH', 'checkpoint', body)).ms)
  await call('POST', 'complete', { status: 'succeeded' })
  return median(times)
}

/** The URN of a resource in the middle. */
const urnIn = ({ resources }: LargeState): string =>
  (JSON.parse(resources[Math.floor(resources.length / 2)] ?? '{}') as { urn: string }).urn

/** The requests of the console for a stack; it is compared with its first version. */
const PAGES = {
  'its page': '',
  resources: '/resources',
  graph: '/graph',
  'one resource': '/resource?urn=',
  compare: '/compare?from=1',
  'what is wrong': '/recover',
}

/** Opens each page of a stack twice, one after the other, as a browser does. */
async function openPages(server: ServerProcess, client: Client, stack: string, urn: string) {
  const headers = { authorization: `token ${server.token}`, 'accept-encoding': 'gzip' }
  const open = async (path: string) => {
    const address = path.endsWith('=') ? path + encodeURIComponent(urn) : path
    const { status, body, ms } = await client.send({
      method: 'GET',
      path: `/api/ui/stacks/organization/webshop/${stack}${address}`,
      headers,
    })
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString()}`)
    return ms
  }
  const pages: { page: string; firstMs: number; againMs: number }[] = []
  for (const [page, path] of Object.entries(PAGES))
    pages.push({ page, firstMs: await open(path), againMs: await open(path) })
  return pages
}

type Probed = { reads: number[]; writes: number[] }

/** Other clients of the same server, until they are stopped. */
async function startOthers(server: ServerProcess): Promise<{ stop(): Promise<Probed> }> {
  const { url, token } = server
  const worker = new Worker(new URL('./probe.ts', import.meta.url), { workerData: { url, token } })
  const message = <T>() => new Promise<T>((done, failed) => void worker.once('message', done).once('error', failed))
  await message()
  return {
    async stop() {
      const answer = message<Probed>()
      worker.postMessage('stop')
      return answer
    },
  }
}
