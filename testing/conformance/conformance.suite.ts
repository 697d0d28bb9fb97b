import { afterEach, beforeEach, describe, expect } from 'vitest'
import { protocolWorld, type OpenStore, type World } from '#testing/protocolWorld.ts'
import { elsewherePoints } from './elsewhere.ts'
import { historyPoints } from './history.ts'
import { leasePoints } from './leases.ts'
import { loginPoints } from './login.ts'
import { robustnessPoints } from './robustness.ts'
import { secretPoints } from './secrets.ts'
import { stackPoints } from './stacks.ts'
import { updatePoints } from './updates.ts'
import { uploadPoints } from './uploads.ts'

/**
 * The 60 points of conformance, by number, on the caller's store. `open` returns an empty one for each test. Points
 * about the CLI's output and exit codes check the answer that causes them. Points 6 and 57 are also checked for every
 * answer of every test.
 */
export function conformanceSuite(name: string, open: OpenStore): void {
  describe(`what the CLI relies on, with ${name}`, () => {
    let current: World | undefined
    beforeEach(async () => {
      current = await protocolWorld(open)
    })
    afterEach(async () => {
      await current?.close()
      expect(current?.faults).toEqual([])
    })
    const world = (): World => {
      if (current === undefined) throw new Error('the world is created before each test, and used only in tests')
      return current
    }
    loginPoints(world)
    stackPoints(world)
    secretPoints(world)
    updatePoints(world)
    uploadPoints(world)
    leasePoints(world)
    historyPoints(world)
    robustnessPoints(world)
    elsewherePoints(world)
  })
}
