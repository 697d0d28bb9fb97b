import { createCli } from '#mocks/cli.ts'
import { bucket, LAPTOP, urnsBefore } from '#mocks/scenes.ts'

/**
 * A client in the middle of its update, as a process that tests kill: `node interruptedClient.ts '{"url": …}'`. It
 * starts to create three buckets, prints a line, and never finishes them.
 */
export type InterruptedClientOptions = {
  url: string
  token: string
  stack: { org: string; project: string; stack: string }
}

const { url, token, stack } = JSON.parse(process.argv[2] ?? '{}') as InterruptedClientOptions
const cli = createCli({ fetch: (request) => fetch(request), url, token, environment: LAPTOP })
const run = await cli.start(stack, { message: 'Buckets for receipts' })
await run.keeps(...urnsBefore(run))
for (const name of ['receipts', 'invoices', 'exports']) await run.begin('creating', bucket(run, name))
process.stdout.write('creating\n')
setInterval(() => undefined, 60_000)
