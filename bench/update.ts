import { initStack, play, resourceCount, type Client } from './client.ts'
import { type Call, recordedUpdate } from './recordedUpdate.ts'
import type { ServerProcess } from './serverProcess.ts'
import { median } from './statistics.ts'

export type Measured = {
  cpuS: number
  wallMs: number
  completeMs: number
  journalMs: number[]
  entries: number
}

type Options = { stack: string; copies?: number; calls?: Call[]; beforeEach?: () => Promise<unknown> }

/** Plays one recorded update of `copies` times 200 resources on a stack of its own, and checks that all are there. */
export async function update(
  server: ServerProcess,
  client: Client,
  { stack, copies = 1, calls = recordedUpdate(stack, copies), beforeEach }: Options,
): Promise<Measured> {
  await initStack(client, server.token, stack)
  const [cpu, since] = [server.cpu(), performance.now()]
  const timings = await play(client, server.token, calls, beforeEach)
  const wallMs = performance.now() - since
  const cpuS = server.cpu() - cpu
  const resources = await resourceCount(client, server.token, stack)
  if (resources !== 200 * copies) throw new Error(`the state has ${resources} resources instead of ${200 * copies}`)
  const of = (what: string) => timings.filter((timing) => timing.what === what).map(({ ms }) => ms)
  const entries = calls.reduce((sum, call) => sum + call.entries, 0)
  return { cpuS, wallMs, completeMs: median(of('complete')), journalMs: of('journal'), entries }
}
