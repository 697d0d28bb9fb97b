import { describe, expect, it } from 'vitest'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, database, HOLD, REF, REFUSE, type SentRule } from '#testing/approvals/world.ts'

// Rules judge a step by what was there before it: in the base of the run, and by what the run has reported since.

const NO_CREATES: SentRule = { ...REFUSE, what: { steps: ['create'], holdsData: true } }
const REPLACEMENTS: SentRule = { ...HOLD, what: { steps: ['replace'], holdsData: true } }

describe('a create after the refresh of the same run found the resource gone', () => {
  /** `up --refresh`: orders is gone. */
  const refreshed = async (rules: SentRule[]) => {
    const world = await approvalWorld(rules)
    const { entry } = world
    const found = [entry(0, 1, {}), entry(3, 1, { removeOld: 0, isRefresh: true }), entry(7, 0, {})]
    return { ...world, found }
  }

  it('is a create for rules', async () => {
    const { run, found, creating } = await refreshed([NO_CREATES])
    await run.journal(...found)
    expect(await answerOf(run.journal(creating('orders', 9)))).toContain('does not allow creating orders')
  })

  it('is one if its batch has the refresh, too', async () => {
    const { run, found, creating } = await refreshed([NO_CREATES])
    expect(await answerOf(run.journal(...found, creating('orders', 9)))).toContain('does not allow creating orders')
  })

  it('is no replacement that has to be allowed, but that of another resource is', async () => {
    const { run, found, creating, heldSteps } = await refreshed([REPLACEMENTS])
    await run.journal(...found)
    expect(await answerOf(run.journal(creating('orders', 9)))).toBe('stored')
    const call = answerOf(run.journal(creating('users', 10)))
    expect(await heldSteps()).toMatchObject([{ step: 'replace', name: 'users' }])
    await run.cancel()
    await call
  })
})

describe('an update that takes the protection off', () => {
  it('is one of a protected resource', async () => {
    const { run, cli, entry, get } = await approvalWorld([
      { ...REFUSE, what: { steps: ['update'], isProtected: true } },
    ])
    await run.complete('succeeded')
    const resources = [database('orders', { protect: true }), database('users')]
    await cli.import(REF, { manifest: { time: '2026-01-01T00:00:00Z', magic: '', version: '' }, resources })
    const next = await cli.start(REF)
    const updating = (name: string, id: number) =>
      entry(0, id, { operation: { type: 'updating', resource: database(name, { inputs: { engine: 'mysql' } }) } })
    expect(await answerOf(next.journal(updating('orders', 1)))).toContain('does not allow updating orders')
    expect(await get(`/stacks/${REF}/runs/${next.id}/approvals/details`)).toMatchObject({
      details: [{ isProtected: true }],
    })
    expect(await answerOf(next.journal(updating('users', 2)))).toBe('stored')
  })
})
