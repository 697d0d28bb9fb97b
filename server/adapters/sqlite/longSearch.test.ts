import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { INDEX_RULES } from '#domain/search/indexedResource.ts'
import { parseSearch } from '#domain/search/searchQuery.ts'
import { findResources } from '#server/core/search/findResources.ts'
import type { Store } from '#server/store/port.ts'
import { aStack, gate } from '#testing/store/rows.ts'
import { openSqliteStore } from './sqlite.ts'

const ROWS = 20_000
const TYPE = 'aws:cloudwatch/metricAlarm:MetricAlarm'

let directory = ''
let store: Store
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
  store = await openSqliteStore({ path: path.join(directory, 'holdfast.db'), clock: () => 0 })
  const add = Array.from({ length: ROWS }, (_, n) => ({
    name: `alarm-${n}`,
    type: TYPE,
    parentType: '',
    resourceId: null,
    provider: null,
    isProtected: false,
    oddUrn: null,
  }))
  await store.write(async (writer) => {
    await writer.insertStack(aStack())
    await writer.changeIndex('stack-1', { step: 0, remove: [], add, done: { stateId: null, rules: INDEX_RULES } })
  })
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

/** A word that no resource has, but whose trigrams all have. */
const NOWHERE = 'metalametala'
/** It, and substrings of a type that every resource has, as many as a query takes. */
const parts = Array.from({ length: TYPE.length - 7 }, (_, n) => TYPE.slice(n, n + 7).toLowerCase())
const hostile = [...parts, ...parts.map((part) => part.slice(1)), NOWHERE].join(' ')

const search = (query: string, { examine = ROWS, signal }: { examine?: number; signal?: AbortSignal } = {}) =>
  store.read((reader) => findResources(reader, parseSearch(query), { limit: 100, examine }), {
    share: 'searches',
    ...(signal && { signal }),
  })

/** Processor time of this process for a search, in milliseconds: the least of several, because other work can only add to it. */
async function cpuOf(query: string): Promise<number> {
  let least = Infinity
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    await search(query)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

describe('a search of many rows', () => {
  it('costs about the same whether it has three words or as many as fit into a query', async () => {
    const few = await cpuOf(`${parts.slice(0, 2).join(' ')} ${NOWHERE}`)
    const many = await cpuOf(hostile)
    expect(many / few).toBeLessThan(5)
  })

  it('lets other calls go first, again and again', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      if (isOver) return
      turns += 1
      setImmediate(count)
    }
    setImmediate(count)
    const { rows } = await search(hostile)
    isOver = true
    expect(rows).toEqual([])
    expect(turns).toBeGreaterThan(ROWS / 2_000)
  })

  it('ends at its limit of rows, and says that there may be more', async () => {
    expect(await search(`metricalarm ${NOWHERE}`, { examine: 5_000 })).toEqual({ rows: [], isComplete: false })
    expect(await search(`metricalarm ${NOWHERE}`, { examine: 5 * ROWS })).toEqual({ rows: [], isComplete: true })
  })

  it('ends when its caller has gone, and does not begin if it still waits', async () => {
    const caller = new AbortController()
    const begun = gate()
    const isRunning = store.read(
      async (reader) => {
        begun.open()
        await findResources(reader, parseSearch(hostile), { limit: 100 })
        return 'found'
      },
      { share: 'searches', signal: caller.signal },
    )
    const ended = isRunning.catch((error: unknown) => error)
    await begun.opened
    const others = gate()
    const busy = [1, 2].map(() => store.read(() => others.opened, { share: 'searches' }))
    let hasBegun = false
    const waiting = store.read(async () => (hasBegun = true), { share: 'searches', signal: caller.signal })
    const refused = waiting.catch((error: unknown) => error)
    caller.abort()
    for (const outcome of [ended, refused]) expect(await outcome).toBe(caller.signal.reason)
    others.open()
    await Promise.all(busy)
    expect(hasBegun).toBe(false)
    expect((await search('alarm-7')).isComplete).toBe(true)
  })
})
