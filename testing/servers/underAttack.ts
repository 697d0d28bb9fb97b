import { Worker } from 'node:worker_threads'
import type { Deeds, Orders } from './adversary.ts'

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
