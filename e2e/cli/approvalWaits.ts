import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type Approving, approvalWorld, fails, holding, refusing, succeeds, thing } from './approvalWorld.ts'
import type { CliStep } from './cliStep.ts'
import type { Pulumi } from './pulumi.ts'
import { timeLimitProxy } from './timeLimitProxy.ts'

/** The same client with another environment. */
type Client = (environment: Record<string, string>) => Pulumi

/** The limit of a proxy that is shorter than most, and longer than the pause between interim answers. */
const SILENCE_MS = 30_000

/** How many attempts of a call the client makes (docs/protocol.md, Requests and retries). */
const ATTEMPTS = 4

/** What ends, stops or hides a client, a server or a connection while a step waits. */
export function approvalWaits(given: Approving, client: Client, proxyLimitMs: number): CliStep[] {
  const limit = `${proxyLimitMs / 1000} s`
  return [
    {
      title: 'Ctrl-C while held: the client waits for the answer; refused, it is cancelled',
      run: () => interrupted(given, 1),
    },
    {
      title: 'Ctrl-C twice while held: it ends with the answer, and nothing is pending',
      run: () => interrupted(given, 2),
    },
    { title: 'pulumi cancel while held ends it, and nothing is pending', run: () => cancelled(given) },
    { title: 'a client that is killed while held leaves nothing pending', run: () => killed(given) },
    {
      title: 'the service is killed while held, and started again: the wait goes on',
      run: () => restarted(given, 'SIGKILL'),
    },
    {
      title: 'the service is stopped while held, and started again: the wait goes on',
      run: () => restarted(given, 'SIGTERM'),
    },
    {
      title: `through a proxy that ends requests after ${limit}: allowed at the third attempt, it goes on`,
      run: () => proxied(given, client, proxyLimitMs),
    },
    {
      title: `through a proxy that ends requests after ${limit}: undecided, it fails, and the next run finds the approval`,
      run: () => outwaited(given, client, proxyLimitMs),
    },
    {
      title: `through a proxy that ends requests after ${SILENCE_MS / 1000} s without a byte: it waits in one request`,
      run: () => keptOpen(given, client),
    },
    {
      title: 'a client without a journal: rules do not stop its steps, and can refuse its start',
      run: () => withoutJournal(given, client),
    },
  ]
}

/** An update of which `target` waits, beside one that was made before. */
async function waitingRun(given: Approving, stack: string, other?: Pulumi) {
  const world = await approvalWorld(given, stack)
  const { things, rules, run, start, as, held } = world
  await rules()
  await things.declare([thing('before')])
  await succeeds(run('up'))
  await things.declare([thing('before'), thing('target')])
  await rules(holding())
  const running = other === undefined ? start('up') : as(other).start('up')
  return { ...world, running, steps: await held() }
}

async function interrupted(given: Approving, times: 1 | 2): Promise<void> {
  const { running, steps, decide, untouched, isAs, held, run } = await waitingRun(given, `ap-interrupt-${times}`)
  const said = times === 1 ? /\^C received; cancelling/ : /\^C received; terminating/
  for (let time = 0; time < times; time += 1) {
    running.signal('SIGINT')
    await wait(2_000) // as a person who sees that it does not end
  }
  for (const deadline = Date.now() + 10_000; !said.test(running.output()); await wait(100)) {
    assert.ok(Date.now() < deadline, running.output())
  }
  assert.equal((await held()).length, 1)
  await decide(steps, false)
  const { code, output } = await running.ended
  assert.notEqual(code, 0, output)
  await untouched('target')
  await isAs([thing('before')])
  const preview = await succeeds(run('preview'))
  assert.match(preview, /1 to create/)
}

async function cancelled(given: Approving): Promise<void> {
  const { running, untouched, isAs, ref, ofStack } = await waitingRun(given, 'ap-cancel')
  await succeeds(given.pulumi.run('cancel', ref, '--yes'))
  await fails(running.ended, /409/)
  await untouched('target')
  await isAs([thing('before')])
  assert.deepEqual(
    (await ofStack()).map(({ status }) => status),
    ['ended'],
  )
}

async function killed(given: Approving): Promise<void> {
  const { running, untouched, isAs, ref, state, steps, decide, run } = await waitingRun(given, 'ap-killed')
  running.kill()
  await running.ended
  assert.deepEqual((await state()).pending, [])
  await succeeds(given.pulumi.run('cancel', ref, '--yes'))
  await untouched('target')
  await isAs([thing('before')])
  // What was asked can still be allowed, and the next run does not ask again.
  await decide(steps)
  await succeeds(run('up'))
  await isAs([thing('before'), thing('target')])
}

async function restarted(given: Approving, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { running, untouched, decide, held, isAs, ofStack } = await waitingRun(given, `ap-${signal.toLowerCase()}`)
  await given.server.kill(signal)
  await given.server.start()
  await wait(8_000) // by then the client has made its last attempt
  await untouched('target')
  const steps = await held()
  await decide(steps)
  await succeeds(running.ended)
  await isAs([thing('before'), thing('target')])
  assert.equal((await ofStack()).length, 1)
}

async function proxied(given: Approving, client: Client, limitMs: number): Promise<void> {
  const proxy = await timeLimitProxy(given.server.url, limitMs)
  try {
    const other = client({ PULUMI_BACKEND_URL: proxy.url })
    const { running, untouched, decide, held, isAs, ofStack } = await waitingRun(given, 'ap-proxied', other)
    const timeouts = () => proxy.journalCalls().filter(({ status }) => status === 504).length
    for (const deadline = Date.now() + 4 * limitMs + 10_000; timeouts() < 2; await wait(50)) {
      assert.ok(Date.now() < deadline, 'the proxy ended no request')
    }
    await wait(2_500) // the third attempt starts 2 s after the second
    await untouched('target')
    await decide(await held())
    await succeeds(running.ended)
    await isAs([thing('before'), thing('target')])
    assert.equal((await ofStack()).length, 1)
  } finally {
    proxy.close()
  }
}

async function outwaited(given: Approving, client: Client, limitMs: number): Promise<void> {
  const proxy = await timeLimitProxy(given.server.url, limitMs)
  try {
    const other = client({ PULUMI_BACKEND_URL: proxy.url })
    const { running, steps, untouched, decide, isAs, ofStack, run } = await waitingRun(given, 'ap-outwaited', other)
    await fails(running.ended, /504/)
    const attempts = proxy.journalCalls().filter(({ status }) => status === 504)
    assert.equal(attempts.length, ATTEMPTS)
    const seconds = attempts.map(({ at }) => ((at - (attempts[0]?.at ?? 0)) / 1000).toFixed(1))
    console.log(`  attempts after ${seconds.join(', ')} s, each ended after ${limitMs / 1000} s`)
    await untouched('target')
    await isAs([thing('before')])
    assert.deepEqual(
      (await ofStack()).map(({ status }) => status),
      ['ended'],
    )
    await decide(steps)
    await succeeds(run('up'))
    await isAs([thing('before'), thing('target')])
  } finally {
    proxy.close()
  }
}

async function keptOpen(given: Approving, client: Client): Promise<void> {
  const proxy = await timeLimitProxy(given.server.url, SILENCE_MS, { of: 'silence' })
  try {
    const other = client({ PULUMI_BACKEND_URL: proxy.url })
    const { running, untouched, decide, held, isAs } = await waitingRun(given, 'ap-kept-open', other)
    for (const deadline = Date.now() + 3 * SILENCE_MS; proxy.interimAnswers() < 2; await wait(50)) {
      assert.ok(Date.now() < deadline, 'there were no interim answers')
    }
    await untouched('target')
    await decide(await held())
    await succeeds(running.ended)
    await isAs([thing('before'), thing('target')])
    assert.deepEqual(
      proxy.journalCalls().filter(({ status }) => status !== 204),
      [],
    )
  } finally {
    proxy.close()
  }
}

async function withoutJournal(given: Approving, client: Client): Promise<void> {
  const { as, rules, things, isAs } = await approvalWorld(given, 'ap-journal')
  const { run } = as(client({ PULUMI_DISABLE_JOURNALING: 'true' }))
  await things.declare([thing('target')])
  await rules(refusing('journals only', { needsJournal: true }))
  const refusal = /"journals only" refuses updates of clients that keep no journal/
  const output = await fails(run('up'), refusal)
  console.log(
    `  | ${output
      .split('\n')
      .find((line) => refusal.test(line))
      ?.trim()}`,
  )
  await isAs([])
  await rules(refusing())
  await succeeds(run('up'))
  await isAs([thing('target')])
}
