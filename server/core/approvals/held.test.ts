import { describe, expect, it, vi } from 'vitest'
import { Diagnosis } from '#contract/recoveries.ts'
import { bodyRoomOf } from '#server/http/bodyRoom.ts'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, HOLD, REFUSE, type SentRule } from '#testing/approvals/world.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'

// What happens around a step while it is held.

const TWO: SentRule = { ...HOLD, action: { kind: 'hold', persons: 2 } }
const HOLD_ALL: SentRule = { ...HOLD, what: { steps: ['create'] } }
const CONFIRMED = { reason: 'it is gone', confirm: 'acme/shop/prod', statement: 'asked by phone' }
const ORDERS = ['orders', 'users', 'carts']

/** A run of which one step is held; `begun` is what its client is told at last. */
async function held(rules: SentRule[] = [HOLD]) {
  const world = await approvalWorld(rules)
  const entry = world.deleting('orders')
  const begun = answerOf(world.run.journal(entry))
  const [approval] = await world.heldSteps()
  if (approval === undefined) throw new Error('nothing is held')
  return { ...world, entry, begun, ids: [approval.id] }
}

describe('decisions at once', () => {
  it('by two users are one, and the other one is told by whom', async () => {
    const { decide, ada, bob, ids, begun, ofRun } = await held()
    const answers = await Promise.all([decide(ada, ids, true), decide(bob, ids, false)])
    const [first, second] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect([first, second]).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const [row] = (await ofRun()).approvals
    expect(row?.decisions).toHaveLength(1)
    expect(await refused?.text()).toContain(row?.decisions[0]?.by.login)
    expect(await begun).toMatch(row?.status === 'allowed' ? /^stored/ : /refused deleting orders/)
  })

  it('of the same user count once, however often they are sent', async () => {
    const { decide, ada, ids, waiting, run } = await held([TWO])
    const answers = await Promise.all(Array.from({ length: 10 }, async () => decide(ada, ids)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await waiting()).approvals[0]?.decisions).toHaveLength(1)
    await run.cancel()
  })

  it('of a user who refused after allowing are not taken for a repetition when they allow again', async () => {
    const { decide, ada, ids, begun, ofRun } = await held([TWO])
    expect((await decide(ada, ids)).status).toBe(200)
    expect((await decide(ada, ids, false)).status).toBe(200)
    expect((await decide(ada, ids)).status).toBe(409)
    expect((await ofRun()).approvals).toMatchObject([{ status: 'refused' }])
    expect(await begun).toContain('ada refused deleting orders')
  })

  it('count again once a user who had lost the role has it back, also if nobody decides after that', async () => {
    const { decide, ada, bob, ids, setRole, begun, run } = await held([TWO])
    await decide(ada, ids)
    await setRole('ada', 'reader')
    await decide(bob, ids)
    await setRole('ada', 'operator')
    await run.renew()
    expect(await begun).toBe('stored')
  }, 20_000)

  it('about the same step of an earlier run let it pass, also if it waits by then', async () => {
    const { run, deleting, wait, decide, ada, ids, begun, cli, heldSteps, waiting } = await held()
    for (let minutes = 0; minutes < 30; minutes += 3) {
      await wait(180)
      await run.renew()
    }
    expect(await begun).toContain('nobody allowed deleting orders')
    await run.complete('failed')
    const next = await cli.start('acme/shop/prod')
    const again = answerOf(next.journal(deleting('orders')))
    await heldSteps()
    expect((await decide(ada, ids)).status).toBe(200)
    await next.renew()
    expect(await again).toBe('stored')
    expect((await waiting()).approvals).toEqual([])
    await next.complete('succeeded')
  }, 20_000)

  it('do not count from a user who has lost the role since', async () => {
    const { decide, ada, bob, ids, setRole, addUser, waiting, begun } = await held([TWO])
    await decide(ada, ids)
    await setRole('ada', 'reader')
    await decide(bob, ids)
    expect((await waiting()).approvals).toMatchObject([{ status: 'waiting', decisions: [{}, {}] }])
    expect((await decide(ada, ids, false)).status).toBe(403)
    await decide(await addUser('eve', 'operator'), ids)
    expect(await begun).toBe('stored')
  })
})

describe('a step whose run ends meanwhile', () => {
  type Held = Awaited<ReturnType<typeof held>>
  const ended = async ({ call, get, run }: Held) => {
    const { basis } = Diagnosis.parse(await get('/stacks/acme/shop/prod/recover'))
    const body = releaseRequest({ basis, updateId: run.id }, CONFIRMED)
    const answer = await call('POST', '/stacks/acme/shop/prod/recoveries', { body })
    if (!answer.ok) throw new Error(await answer.text())
  }

  it.each<[string, (world: Held) => Promise<unknown>, string]>([
    ['is cancelled', ({ run }) => run.cancel(), '409'],
    ['is over because its lease expired', ({ wait }) => wait(301), '403'],
    ['completes without it', ({ run }) => run.complete('failed'), '409'],
    ['is ended in the console', ended, '409'],
  ])('%s: it did not run, and waits for nobody', async (_, end, status) => {
    const world = await held()
    await end(world)
    expect((await world.begun).slice(0, 3)).toBe(status)
    expect(await world.left()).toEqual({ resources: ORDERS, pending: [] })
    expect((await world.waiting()).approvals).toEqual([])
    expect((await world.ofRun()).approvals).toMatchObject([{ status: 'ended' }])
  })

  it('is refused when its access token is revoked', async () => {
    const { deps, begun, get, run, call } = await held()
    const { tokens } = (await get('/tokens')) as { tokens: { id: string; name: string }[] }
    const own = tokens.find(({ name }) => name === "admin's token")
    expect((await call('DELETE', `/tokens/${own?.id}`)).ok).toBe(true)
    expect((await begun).slice(0, 3)).toMatch(/40[139]/)
    expect(await deps.store.read((reader) => reader.journal(run.id))).toEqual([])
  }, 15_000)
})

describe('a client that sends a held begin again', () => {
  it('fifty times at once has one record, and every call goes on with the decision', async () => {
    const { run, entry, decide, ada, ids, begun, ofRun, deps, left } = await held()
    const calls = Array.from({ length: 50 }, () => answerOf(run.journal(entry)))
    await vi.waitFor(() => expect(deps.bus.listeners()).toBeGreaterThanOrEqual(51))
    expect((await ofRun()).approvals).toHaveLength(1)
    await decide(ada, ids)
    expect(new Set(await Promise.all([begun, ...calls]))).toEqual(new Set(['stored']))
    expect((await left()).pending).toEqual(['orders'])
    expect(deps.bus.listeners()).toBe(0)
  })

  it('after it closed its connection fifty times, finds what was decided meanwhile', async () => {
    const { run, entry, decide, ada, ids, begun, ofRun, deps } = await held()
    for (let times = 0; times < 50; times += 1) {
      const closing = new AbortController()
      const cut = answerOf(run.journalThrough({ signal: closing.signal }, entry))
      closing.abort()
      expect((await cut).slice(0, 3)).toBe('503')
    }
    expect((await ofRun()).approvals).toHaveLength(1)
    await decide(ada, ids)
    expect(await begun).toBe('stored')
    expect(await answerOf(run.journal(entry))).toBe('stored')
    expect(deps.bus.listeners()).toBe(0)
  })
})

it('while a step is held its body takes no room, and nobody is slowed down for it', async () => {
  const { deps, deleting, run, heldSteps } = await approvalWorld([HOLD])
  let told = 0
  const begun = answerOf(run.journalThrough({ env: { waits: () => void (told += 1) } }, deleting('orders')))
  await heldSteps()
  await vi.waitFor(() => expect(told).toBe(1))
  expect(Object.values(bodyRoomOf(deps).lease).map((pool) => pool.isEmpty())).toEqual([true, true, true])
  await run.cancel()
  expect((await begun).slice(0, 3)).toBe('409')
})

it('calls that wait take no more memory than the largest body: another one is refused, and the first goes on', async () => {
  const { deps, run, creating, heldSteps, decide, ada, left } = await approvalWorld([HOLD_ALL], {
    settings: { maxBodyBytes: 100_000 },
  })
  const entry = creating('large', 9, { inputs: { text: 'x'.repeat(60_000) } })
  const begun = answerOf(run.journal(entry))
  const ids = (await heldSteps()).map(({ id }) => id)
  await vi.waitFor(() => expect(deps.caches.waitingBatches.bytes).toBeGreaterThan(60_000))
  expect(await answerOf(run.journal(entry))).toContain('Service Unavailable: too many large steps wait')
  await decide(ada, ids)
  expect(await begun).toBe('stored')
  expect(deps.caches.waitingBatches.bytes).toBe(0)
  expect((await left()).pending).toEqual(['large'])
})

it('a refused step leaves what was said in the same batch, however often it is sent', async () => {
  const { run, creating, created, deleting, left } = await approvalWorld([REFUSE])
  const web = { type: 'a:b:C', urn: 'urn:pulumi:prod::shop::a:b:C::web' }
  await run.journal(creating('web', 9, web))
  const batch = [created('web', 9), deleting('orders')]
  const answers = await Promise.all([1, 2, 3].map(() => answerOf(run.journal(...batch))))
  for (const answer of answers) expect(answer).toContain('does not allow deleting orders')
  await run.complete('failed')
  expect(await left()).toEqual({ resources: ['web', ...ORDERS], pending: [] })
})
