import { Worker } from 'node:worker_threads'
import { bigState, bucketUrn } from '#testing/states/bigState.ts'
import type { Run } from '#mocks/cli.ts'
import type { Deeds, Orders } from './adversary.ts'
import { readersToken } from './readersToken.ts'
import type { ServerProcess } from './serverProcess.ts'

export const STACK = { org: 'organization', project: 'shop', stack: 'prod' }
const BIG = { ...STACK, stack: 'big' }

/** What is attacked: an update that runs, and beside it a stack with a state of this size in kilobytes. */
export async function target(
  server: ServerProcess,
  stateKB: number,
): Promise<{ run: Run; orders: Omit<Orders, 'seed'> }> {
  const cli = server.cli()
  await cli.initStack(BIG)
  await cli.importState(BIG, bigState(stateKB))
  await cli.initStack(STACK)
  const run = await cli.start(STACK)
  const urns = Array.from({ length: 100 }, (_, index) => bucketUrn(index * 7))
  const { url } = server
  const token = await readersToken(server)
  return { run, orders: { url, token, stack: BIG, updateId: run.id, urns, basis: { version: 1, hash: '' } } }
}

/** Runs a scene while an adversary is at work, from its first request to after the end of the scene. */
export async function underAttack<T>(orders: Orders, scene: () => Promise<T>): Promise<{ value: T; deeds: Deeds }> {
  const adversary = new Worker(new URL(import.meta.resolve('#testing/servers/adversary.ts')), { workerData: orders })
  const next = <M>() => new Promise<M>((done, failed) => void adversary.once('message', done).once('error', failed))
  await next<'begun'>()
  const deeds = next<Deeds>()
  try {
    return { value: await scene(), deeds: await stopped() }
  } finally {
    await stopped()
  }
  async function stopped() {
    adversary.postMessage('stop')
    return deeds
  }
}
