import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const REF = 'organization/shop/prod'
const PATH = `/stacks/${REF}/reviews`
type Seen = { reviews: { login: string; recovery: string; step: string; since: number }[] }

async function world() {
  const harness = await createHarness()
  await harness.cli.createStack(REF)
  const grace = { authorization: `token ${await harness.addUser('grace', 'operator')}` }
  const events: LiveEvent[] = []
  harness.deps.bus.subscribe((event) => events.push(event))
  const report = (page: string, step: string | null, headers?: Record<string, string>, recovery = 'clear-create') =>
    harness.call('POST', PATH, { body: { page, recovery, step }, ...(headers && { headers }) })
  const seen = async (page: string, headers?: Record<string, string>) =>
    ((await (await harness.call('GET', `${PATH}?page=${page}`, headers ? { headers } : {})).json()) as Seen).reviews
  return { ...harness, grace, events, report, seen }
}

describe('open recoveries', () => {
  it('are shown to others with their current step, and not to the page itself', async () => {
    const it = await world()
    const since = it.now()
    await it.report('a', 'known')
    await it.wait(15)
    await it.report('a', 'confirm')
    expect(await it.seen('b', it.grace)).toMatchObject([
      { login: 'admin', recovery: 'clear-create', step: 'confirm', since },
    ])
    expect(await it.seen('a')).toEqual([])
    expect(await it.seen('another')).toHaveLength(1) // the same user, in another tab
    expect(await it.seen('a', it.grace)).toHaveLength(1) // another page with the same id
  })

  it('are removed when the page is closed, and a minute after its last report', async () => {
    const it = await world()
    await it.report('a', 'answer')
    await it.report('b', 'known', it.grace)
    await it.report('b', null, it.grace)
    await it.wait(40)
    await it.report('a', 'answer')
    await it.wait(59)
    expect((await it.seen('c')).map(({ login }) => login)).toEqual(['admin'])
    await it.wait(1)
    expect(await it.seen('c')).toEqual([])
  })

  it('are announced at each step, and not at each heartbeat of a page', async () => {
    const it = await world()
    for (const step of ['known', 'known', 'answer', 'answer', null]) await it.report('a', step)
    const ref = { org: 'organization', project: 'shop', stack: 'prod' }
    expect(it.events.filter(({ type }) => type === 'review')).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ type: 'review', stack: ref }) as unknown),
    )
  })

  it('keep two simultaneous pages, and a limited number per stack', async () => {
    const it = await world()
    await Promise.all(Array.from({ length: 25 }, async (_, page) => it.report(`p${page}`, 'known')))
    expect(await it.seen('none')).toHaveLength(20)
    await it.report('p3', 'confirm')
    expect((await it.seen('none')).filter(({ step }) => step === 'confirm')).toHaveLength(1)
  })

  it('are reported only by users who may recover, and for existing stacks', async () => {
    const it = await world()
    const reader = { authorization: `token ${await it.addUser('eve', 'reader')}` }
    expect((await it.report('a', 'known', reader)).status).toBe(403)
    expect((await it.call('GET', '/stacks/organization/shop/none/reviews')).status).toBe(404)
    expect((await it.report('a', 'nonsense')).status).toBe(400)
    expect(await it.seen('b')).toEqual([])
  })
})
