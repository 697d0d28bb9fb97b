import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import type { View } from '#domain/graphLayout/layout.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import { startThread, type Thread } from '#src/lib/thread.ts'
import type { GraphModel } from '../model.ts'
import { layoutWorker } from './ahead.ts'
import { packed } from './packed.ts'
import type * as work from './work.ts'

type Work = Pick<typeof work, 'group' | 'hold' | 'lay'>

/** The worker that groups and lays out, one request after the other; it keeps the models of earlier requests. */
type LayoutWorker = { thread: Thread<Work>; pendingCalls: number; hasAnswered: boolean }
let current: LayoutWorker | undefined

const start = (): LayoutWorker => ({
  thread: startThread<Work>(layoutWorker, () => import('./work.ts')),
  pendingCalls: 0,
  hasAnswered: false,
})

/**
 * Starts the worker before there is anything to lay out, so that it is ready when the data arrives. If the
 * browser refuses it, it refuses the first request as well, and that reports the reason.
 */
export function warmUp(): void {
  if (typeof Worker === 'undefined') return
  try {
    current ??= start()
  } catch {
    current = undefined
  }
}

/**
 * Calls a function of the worker. A failed worker gets no further calls; it ends after its last answer. One that worked
 * before is replaced, once.
 */
async function ask<T>(call: (thread: Thread<Work>) => Promise<T>, isAgain = false): Promise<T> {
  const worker = (current ??= start())
  worker.pendingCalls++
  try {
    const answer = await call(worker.thread)
    worker.hasAnswered = true
    return answer
  } catch (error) {
    if (current === worker) current = undefined
    if (isAgain || !worker.hasAnswered) throw error
    return await ask(call, true)
  } finally {
    worker.pendingCalls--
    if (current !== worker && worker.pendingCalls === 0) worker.thread.close()
  }
}

/** Groups in a worker, and lays out the first view if it is known. */
export const groupInWorker = (topology: Topology, grouping: Grouping, view?: View): Promise<work.GroupedGraph> =>
  ask((thread) => thread.call('group', packed(topology), grouping, view))

/** Lays out in a worker. */
export async function layoutInWorker({ topology, tree, hash }: GraphModel, view: View): Promise<Positions> {
  const first = await ask((thread) => thread.call('lay', hash, view))
  if (first) return first
  const { edgeFrom, edgeTo } = topology
  const dependencies = { edgeFrom, edgeTo }
  const model = { dependencies, tree: { ...tree, groupNames: new Map<number, string>() } }
  const positions = await ask(async (thread) => {
    await thread.call('hold', hash, model)
    return thread.call('lay', hash, view)
  })
  if (!positions) throw new Error('The layout was lost.') // too many other models came in between
  return positions
}
