import { deployed, urnsBefore } from '../scenes.ts'
import { runQuietStory } from '../quietStory.ts'
import { ref } from '../story.ts'

const LINES = 200_000
const AT_ONCE = 2_000

/** An update whose program wrote 200,000 lines, with colours and markup, and two errors among them. */
export const longLog = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const shop = ref('organization/shop/prod')
    await deployed(ci, shop, { resources: 40, wait })
    await wait('1h')
    const run = await laptop.start(shop, { message: 'Migrate the catalogue' })
    await run.keeps(...urnsBefore(run))
    for (let from = 0; from < LINES; from += AT_ONCE) {
      await run.events(Array.from({ length: AT_ONCE }, (_, at) => line(from + at)))
      await wait('2s')
    }
    await run.complete('failed', (LINES / AT_ONCE) * 2)
  })

const COLOURS = ['\u001B[36m', '\u001B[33m', '\u001B[1;32m', '']

function line(number: number): Record<string, unknown> {
  const isError = number === 120_003 || number === 187_500
  const colour = COLOURS[number % COLOURS.length] ?? ''
  const message = isError
    ? `item ${number}: error: duplicate key value violates unique constraint "catalogue_pkey"`
    : number % 997 === 0
      ? `<b>progress</b> 10 %\r20 %\r${number} of ${LINES}`
      : `${colour}item ${number}${colour && '\u001B[0m'} migrated to /var/catalogue/${(number * 7919) % LINES}.json in ${number % 41} ms`
  return {
    diagnosticEvent: {
      prefix: '',
      message: `${message}\n`,
      color: 'raw',
      severity: isError ? 'error' : number % 1_501 === 0 ? 'warning' : number % 7 === 0 ? 'debug' : 'info',
    },
  }
}
