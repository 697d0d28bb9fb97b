import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pass } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { seeded } from '#mocks/seeded.ts'
import type { Run } from '#mocks/cli.ts'
import { ref } from '#mocks/story.ts'
import { quietClock } from '#testing/processReadings.ts'
import { isLong } from '#testing/servers/faults.ts'
import { expect, signInByToken, test, watch } from './fixtures.ts'

const SHOP = ref('organization/shop/prod')
/**
 * A page that misses events does so in the first rounds. More rounds: HOLDFAST_FAULTS=long npm run test:journeys --
 * liveUnderLoad
 */
const ROUNDS = isLong ? 100 : 30
const SEED = 54
/** How long an event may take to appear on a screen that says it is live, beyond what the load costs. */
const NEWS_MS = 2_000
/** A reload and an event of the same round are at most this far apart. */
const SPREAD_MS = 300

// A recording of two hundred page loads costs more than the page loads.
test.use({ trace: 'off' })

let loops: ChildProcess[] = []
/** Loads every core of a small machine until `unloadMachine`. The loops end by themselves if this process dies. */
function loadMachine(): void {
  const busy = 'const end = Date.now() + 240_000; while (Date.now() < end);'
  loops = [0, 1].map(() => spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }))
}
function unloadMachine(): void {
  for (const loop of loops.splice(0)) loop.kill('SIGKILL')
}
test.afterEach(unloadMachine)

test('a page that says it is live receives every event, however often pages are reloaded on a busy machine', async ({
  signedIn: page,
  context,
  browser,
  server,
}) => {
  const random = seeded(SEED)
  const ci = server.cli()
  await ci.initStack(SHOP)
  let run: Run | undefined
  /** An update starts and holds the lease, or ends. */
  const happens = async () => {
    if (run) await run.completeOnly('succeeded')
    run = run ? undefined : await ci.start(SHOP)
  }
  const errors: string[] = []
  const secondTab = await context.newPage()
  const colleague = await (await browser.newContext()).newPage()
  for (const each of [secondTab, colleague]) watch(each, errors)
  await signInByToken(colleague, server)
  const pages = [page, secondTab, colleague]
  for (const each of pages) await each.goto(`${server.url}/-/leases`)
  for (const each of pages) await isLive(each)

  // Which page is reloaded in which round, at random.
  const places = Array.from({ length: pages.length * ROUNDS }, (_, place) => ({ place, lot: random() }))
  const reloaded = new Set(
    places
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, ROUNDS)
      .map(({ place }) => place),
  )
  loadMachine() // the pages are open and live: the test is about the rounds
  for (let round = 0; round < ROUNDS; round += 1) {
    const event = pass(random() * SPREAD_MS).then(happens)
    const reloads = pages.map(async (each, index) => {
      if (!reloaded.has(pages.length * round + index)) return
      await pass(random() * SPREAD_MS)
      await each.reload({ waitUntil: 'commit' })
      await isLive(each)
    })
    await Promise.all([event, ...reloads])
    const words = run ? '1 held' : '0 held'
    const tookMs = quietClock()
    await Promise.all(pages.map((each) => each.getByText(words, { exact: true }).waitFor()))
    expect(tookMs(), `round ${round}`).toBeLessThan(NEWS_MS)
  }
  unloadMachine()
  expect(errors).toEqual([])
})

const isLive = (page: Page) => expect(page.getByText('live', { exact: true })).toBeVisible()
