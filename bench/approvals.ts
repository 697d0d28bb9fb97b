import { CreatedToken } from '#contract/session.ts'
import type { Backend } from './backend.ts'
import { createClient, initStack, play, type Client } from './client.ts'
import type { Figure } from './figures.ts'
import { recordedUpdate } from './recordedUpdate.ts'
import type { ServerProcess } from './serverProcess.ts'
import { median } from './statistics.ts'
import { update } from './update.ts'

const WARM_UP = 4
const UPDATES = 12
const HELD = 100
/** Smaller batches than the recorded ones, as of a program whose resources depend on one another. */
const CALLS = 100

const rule = (id: string, more: object) => ({ id, name: id, action: { kind: 'hold' }, ...more })
const many = (count: number, more: object) => Array.from({ length: count }, (_, at) => rule(`rule-${at}`, more))
const ELSEWHERE = { where: { stacks: ['prod-*'], tags: { environment: 'prod*' } }, what: { steps: ['delete'] } }
/** Concerns the run, and none of its steps. */
const HERE = { what: { steps: ['create'], types: ['azure:*/database:*', 'gcp:sql/*'], holdsData: true } }

/** `server/main.ts` of another version, to measure it in the same run. */
const OTHER = process.env['HOLDFAST_BENCH_OTHER']

const VARIANTS: Record<string, object[]> = {
  'no rules': [],
  '10 rules for other stacks': many(10, ELSEWHERE),
  '200 rules for other stacks': many(200, ELSEWHERE),
  '10 rules for the stack, none for its steps': many(10, HERE),
  '200 rules for the stack, none for its steps': many(200, HERE),
}

/**
 * A call of the journal under rules, one service for each variant: their calls take turns, so that other load on the
 * machine affects all of them. Then without rules for its stack, while steps of a hundred other stacks are held.
 */
export async function measure(backend: Backend): Promise<Figure[]> {
  const variants = await Promise.all(
    Object.entries(VARIANTS).map(async ([what, rules]) => {
      const server = await backend.startServer()
      await addApprover(server)
      await api(server, 'PUT', '/approval-rules', { rules })
      return variantOf(what, server)
    }),
  )
  if (OTHER !== undefined) variants.push(variantOf('the other version', await backend.startServer({ args: [OTHER] })))
  try {
    for (let at = 0; at < WARM_UP + UPDATES; at++) await inTurns(variants, `one-${at}`, at >= WARM_UP)
    const [none] = variants
    return none === undefined ? [] : [...variants.flatMap((each) => figuresOf(each, none)), ...(await whileHeld(none))]
  } finally {
    for (const { client } of variants) client.close()
    await Promise.all(variants.map(({ server }) => server.stop()))
  }
}

type Variant = { what: string; server: ServerProcess; client: Client; journalMs: number[]; cpuS: number }

const variantOf = (what: string, server: ServerProcess): Variant => ({
  what,
  server,
  client: createClient(server.url),
  journalMs: [],
  cpuS: 0,
})

/** The same update on each of the services, call by call in turn. */
async function inTurns(variants: readonly Variant[], stack: string, isCounted: boolean): Promise<void> {
  for (const { client, server } of variants) await initStack(client, server.token, stack)
  const turns = createTurns(variants.length)
  await Promise.all(
    variants.map(async (variant, index) => {
      const { client, server } = variant
      const before = server.cpu()
      const timings = await play(client, server.token, recordedUpdate(stack, 1, CALLS), () => turns.take(index))
      turns.leave(index)
      if (!isCounted) return
      variant.cpuS += server.cpu() - before
      variant.journalMs.push(...timings.flatMap(({ what, ms }) => (what === 'journal' ? [ms] : [])))
    }),
  )
}

/** Lets one of several go on at a time, in order, from one `take` to its next. */
function createTurns(count: number) {
  const waiting = new Map<number, () => void>()
  const active = new Set(Array.from({ length: count }, (_, index) => index))
  let last = -1
  const grant = () => {
    if (waiting.size < active.size) return
    const next = [...active].find((index) => index > last) ?? [...active][0]
    if (next === undefined) return
    last = next
    const go = waiting.get(next)
    waiting.delete(next)
    go?.()
  }
  return {
    take: (index: number) =>
      new Promise<void>((go) => {
        waiting.set(index, go)
        grant()
      }),
    leave(index: number) {
      active.delete(index)
      grant()
    },
  }
}

function figuresOf({ what, journalMs, cpuS }: Variant, none: Variant): Figure[] {
  const figures: Figure[] = [{ what: `${what}: journal call, median`, value: median(journalMs), unit: 'ms' }]
  if (what === none.what) return figures
  const times = (value: number): Pick<Figure, 'value' | 'unit' | 'bound'> => ({
    value,
    unit: '×',
    bound: { most: 1.05 },
  })
  return [
    ...figures,
    { what: `${what}: the same, times that without rules`, ...times(median(journalMs) / median(none.journalMs)) },
    { what: `${what}: CPU of all calls, times that without rules`, ...times(cpuS / none.cpuS) },
  ]
}

/** The same service, alternately with and without a hundred held steps of other stacks. */
async function whileHeld({ server, client }: { server: ServerProcess; client: Client }): Promise<Figure[]> {
  const approver = await addApprover(server, 'bob')
  await api(server, 'PUT', '/approval-rules', {
    rules: [rule('creates', { what: { steps: ['create'] }, where: { stacks: ['held-*'] } })],
  })
  const [free, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    const measured = async (to: number[]) => {
      for (let at = 0; at < 4; at++) {
        const stack = `beside-${round}-${to === free ? 'free' : 'busy'}-${at}`
        to.push(...(await update(server, client, { stack, calls: recordedUpdate(stack, 1, CALLS) })).journalMs)
      }
    }
    await measured(free)
    const held = await holdSteps(server, approver, round)
    await measured(busy)
    await held.end()
  }
  return [
    { what: 'beside no held step: journal call, median', value: median(free), unit: 'ms' },
    { what: `beside ${HELD} held steps: journal call, median`, value: median(busy), unit: 'ms' },
    { what: `beside ${HELD} held steps: times that without`, value: median(busy) / median(free), unit: '×' },
  ]
}

/** Runs whose first step is held; `end` refuses them all. */
async function holdSteps(server: ServerProcess, approver: string, round: number) {
  const clients = Array.from({ length: HELD }, () => createClient(server.url))
  const runs = clients.map(async (client, at) => {
    const stack = `held-${round}-${at}`
    await initStack(client, server.token, stack)
    await play(client, server.token, recordedUpdate(stack, 1, CALLS)).catch(() => undefined) // refused at the end
  })
  const waiting = async () => {
    const { approvals } = (await api(server, 'GET', '/approvals')) as {
      approvals: { id: string; stack: { stack: string } }[]
    }
    return approvals
  }
  while (new Set((await waiting()).map(({ stack }) => stack.stack)).size < HELD)
    await new Promise((done) => setTimeout(done, 50))
  return {
    async end() {
      for (const { id, stack } of await waiting())
        await api(
          server,
          'POST',
          `/stacks/organization/webshop/${stack.stack}/approvals/decide`,
          { ids: [id], allow: false, reason: 'The measurement is over.' },
          approver,
        ).catch(() => undefined) // its batch was refused before
      await Promise.all(runs)
      for (const client of clients) client.close()
    },
  }
}

/** Adds a user who may allow steps; returns a token of theirs. */
async function addApprover(server: ServerProcess, login = 'ada'): Promise<string> {
  const user = (await api(server, 'POST', '/users', { login, name: login, role: 'operator' })) as { id: string }
  return CreatedToken.parse(await api(server, 'POST', `/users/${user.id}/tokens`, { name: 'bench', scope: 'operate' }))
    .value
}

/** A call of the console's API. */
async function api(
  { url, token }: ServerProcess,
  method: string,
  to: string,
  body?: unknown,
  as = token,
): Promise<unknown> {
  const headers = { authorization: `token ${as}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/ui${to}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${to} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
