import { parentPort, threadId, workerData } from 'node:worker_threads'
import { createClient, initStack, startUpdate } from './client.ts'

/**
 * How long other clients wait meanwhile: reads of a stack and writes (renewals of a lease), in a thread of its own, so
 * that the work of the bench is not measured. Reports its measurements when it is stopped.
 */
const PAUSE_MS = 5
const { url, token } = workerData as { url: string; token: string } // as passed by `others` in largeStates.ts
const client = createClient(url)
const [reads, writes]: [number[], number[]] = [[], []]
let isOver = false
parentPort?.on('message', () => (isOver = true))

const stack = `probe-${threadId}`
await initStack(client, token, stack)
const call = await startUpdate(client, token, stack, { isJournal: true })
const headers = { accept: 'application/vnd.pulumi+9', authorization: `token ${token}` }
parentPort?.postMessage('ready')
while (!isOver) {
  reads.push((await client.send({ method: 'GET', path: `/api/stacks/organization/webshop/${stack}`, headers })).ms)
  writes.push((await call('POST', 'renew_lease', { duration: 300 })).ms)
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
await call('POST', 'complete', { status: 'succeeded' })
client.close()
parentPort?.postMessage({ reads, writes })
parentPort?.close()
