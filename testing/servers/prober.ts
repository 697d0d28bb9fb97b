import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { clockWithoutQueue } from '../processReadings.ts'

/** One probe of a server's health: how long the answer took, without waiting for a CPU. */
export type Probe = { at: number; ms: number }

const EVERY_MS = 5

const { url, pid } = workerData as { url: string; pid: number }
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
  const [at, took] = [performance.now(), clockWithoutQueue(pid)]
  await answered()
  probes.push({ at, ms: took() })
  await pause(EVERY_MS)
}
agent.destroy()
parentPort?.postMessage(probes)
