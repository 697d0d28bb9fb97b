import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Leases } from '#contract/leases.ts'
import type { Run } from '#mocks/cli.ts'
import { quietClock } from '#testing/processReadings.ts'
import { isLong, onlyLong } from '#testing/servers/faults.ts'
import type { LeaseHolderOptions } from '#testing/leaseHolder.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

if (isLong) vi.setConfig({ testTimeout: 600_000 })

let server: ServerProcess
const holders: ChildProcess[] = []
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  await server.remove()
})

/** Starts an update, and a process that holds its lease; resolves after its second call. */
async function hold(stack: string, more: Partial<LeaseHolderOptions> = {}) {
  const ref = { org: 'organization', project: 'shop', stack }
  const cli = server.cli()
  await cli.initStack(ref)
  return { ref, ...(await takeUp(await cli.start(ref), more)) }
}

async function takeUp(run: Run, more: Partial<LeaseHolderOptions> = {}) {
  const options: LeaseHolderOptions = { url: `${server.url}${run.at}`, leaseToken: run.lease, everyMs: 50, ...more }
  const script = fileURLToPath(import.meta.resolve('#testing/leaseHolder.ts'))
  const holder = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  let answers = ''
  await new Promise<void>((done, failed) => {
    holder.once('exit', (code) =>
      failed(new Error(`The client ended with ${code} before its second answer: ${answers}`)),
    )
    holder.stdout.on('data', (bytes: Buffer) => {
      answers += bytes.toString()
      if (/200\n200\n/.test(answers)) done()
    })
  })
  return { run, holder }
}

async function verdicts(): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}/api/ui/leases`, { headers: { authorization: `token ${server.token}` } })
  const { leases } = Leases.parse(await response.json())
  return Object.fromEntries(leases.map(({ stack, verdict }) => [stack.stack, verdict]))
}

const ENDS_A_HANG_MS = 120_000
/** How soon a killed client is noticed, on a quiet machine: two seconds of grace, and the closing of its sockets. */
const NOTICED_MS = 30_000

const becomes = (stack: string, verdict: string) =>
  expect.poll(async () => (await verdicts())[stack], { timeout: ENDS_A_HANG_MS }).toBe(verdict)

it('a killed client is disconnected within seconds, but not a stopped one, one behind a proxy or one without keep-alive', async () => {
  const stopped = await hold('stopped')
  const forwarded = await hold('forwarded', { headers: { 'x-forwarded-for': '192.0.2.7' } })
  const unkept = await hold('unkept', { headers: { connection: 'close' } })
  const killed = await hold('killed')

  stopped.holder.kill('SIGSTOP')
  forwarded.holder.kill('SIGKILL')
  unkept.holder.kill('SIGKILL')
  // Killed last: once this is detected, the earlier ones would have been.
  const tookMs = quietClock()
  killed.holder.kill('SIGKILL')
  await becomes('killed', 'disconnected')
  expect(tookMs()).toBeLessThan(NOTICED_MS)
  expect(await verdicts()).toEqual({
    killed: 'disconnected',
    stopped: 'alive',
    forwarded: 'alive',
    unkept: 'alive',
  })

  // The client comes back, with the same token.
  await takeUp(killed.run)
  await becomes('killed', 'alive')
})

it.runIf(isLong)(
  'a client that is idle for 100 s, and then closes its connection as the CLI does, is not disconnected',
  onlyLong,
  async () => {
    const idle = await hold('idle', { everyMs: 500_000, idleMs: 90_000 })
    const killed = await hold('killed-later')
    await new Promise((done) => setTimeout(done, 100_000))
    killed.holder.kill('SIGKILL')
    await becomes('killed-later', 'disconnected')
    expect((await verdicts())[idle.ref.stack]).toBe('alive')
  },
)
