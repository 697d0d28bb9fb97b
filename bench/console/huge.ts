import type { Browser } from '@playwright/test'
import { createCli } from '#mocks/cli.ts'
import type { Figure } from '../figures.ts'
import { largeState } from '../largeState.ts'
import type { ServerProcess } from '../serverProcess.ts'
import { addressOf, longestTask, open, signedIn } from './browser.ts'

const STACK = { org: 'organization', project: 'webshop', stack: 'huge' }

/** Two versions of 30,000 resources, a percent of them changed. */
export async function measure(browser: Browser, server: ServerProcess): Promise<Figure[]> {
  const cli = createCli({ fetch: (request) => fetch(request), url: addressOf(server), token: server.token })
  await cli.initStack(STACK)
  const state = largeState('huge', 30_000)
  await cli.importState(STACK, JSON.parse(state.text().toString()))
  state.change(0.01)
  await cli.importState(STACK, JSON.parse(state.text().toString()))
  const context = await signedIn(browser, server)
  try {
    const page = await context.newPage()
    const [frame = 0, shown = NaN] = await open(page, '/organization/webshop/huge/compare?from=1&to=2', [
      'header nav',
      'main [role=treeitem], main [role=row], main tbody tr, main details, main article, main li button, main [role=option]',
    ])
    return [
      { what: 'comparing two states of 30,000 resources: on screen', value: shown, unit: 'ms', bound: { most: 1500 } },
      {
        what: 'comparing two states of 30,000 resources: longest task once the page’s frame is there',
        value: await longestTask(page, frame),
        unit: 'ms',
        bound: { most: 50 },
      },
    ]
  } finally {
    await context.close()
  }
}
