import { afterEach, beforeEach, describe } from 'vitest'
import { approvalSuite } from './approvals.ts'
import { activitySuite } from './activity.ts'
import { batchSuite } from './batches.ts'
import { backendSuite } from './backends.ts'
import { hiddenSuite } from './hidden.ts'
import { untrackedSuite } from './untracked.ts'
import { listSuite } from './lists.ts'
import { lockSuite } from './locks.ts'
import { logSuite } from './logs.ts'
import { peopleSuite } from './people.ts'
import type { Bench } from './rows.ts'
import { searchSuite } from './search.ts'
import { stackSuite } from './stacks.ts'
import { textSuite } from './texts.ts'
import { durabilitySuite, snapshotSuite, transactionSuite } from './transactions.ts'
import { updateSuite } from './updates.ts'

/** Tests that every store must pass. `open` returns an empty one for each test. */
export function storeSuite(name: string, open: () => Promise<Bench>): void {
  describe(`${name} as every store`, () => {
    const bench = benchFor(open)
    transactionSuite(bench)
    peopleSuite(bench)
    stackSuite(bench)
    listSuite(bench)
    lockSuite(bench)
    untrackedSuite(bench)
    searchSuite(bench)
    updateSuite(bench)
    activitySuite(bench)
    textSuite(bench)
    logSuite(bench)
    hiddenSuite(bench)
    backendSuite(bench)
    approvalSuite(bench)
    batchSuite(bench)
  })
}

/** Further tests for stores on a disk or a server. `reopen` closes and reopens the store. */
export function durableStoreSuite(name: string, open: () => Promise<Required<Bench>>): void {
  describe(`${name} as every durable store`, () => {
    const bench = benchFor(open)
    snapshotSuite(bench)
    durabilitySuite(bench)
  })
}

function benchFor<B extends Bench>(open: () => Promise<B>): () => B {
  let bench: B | undefined
  beforeEach(async () => {
    bench = await open()
  })
  afterEach(async () => {
    await bench?.store.close()
  })
  return () => {
    if (bench === undefined) throw new Error('the store is opened before each test')
    return bench
  }
}
