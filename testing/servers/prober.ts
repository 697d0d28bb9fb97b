import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** One probe of a server's health: when it was sent, and how long the answer took. */
export type Probe = { at: number; ms: number }

const EVERY_MS = 5

const { url } = workerData as { url: string }
const agent = new Agent({ keepAlive: true })
const probes: Probe[] = []
let isStopped = false

const answered = () =>
  new Promise<void>((done, failed) => {
    request(`${url}/healthz`, { agent }, (response) => void response.resume().once('end', done))
      .once('error', failed)
      .end()
  })

parentPort?.once('message', () => void (isStopped = true))
while (!isStopped) {
  const at = performance.now()
  await answered()
  probes.push({ at, ms: performance.now() - at })
  await pause(EVERY_MS)
}
agent.destroy()
parentPort?.postMessage(probes)
