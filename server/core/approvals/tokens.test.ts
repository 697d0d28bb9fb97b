import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { replyOf } from '#testing/consoleHarness.ts'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, HOLD, REF, REFUSE, type SentRule } from '#testing/approvals/world.ts'

// A token can make others: none of them is a way out of a rule, or to decide about a run of another one of them.

const OWN: SentRule = { ...HOLD, action: { kind: 'hold', ownRuns: true } }

/** A world without a run, in which tokens make others and start sessions. */
async function tokenWorld(rules: readonly SentRule[]) {
  const world = await approvalWorld(rules)
  await world.run.complete('succeeded')
  const origin = 'http://localhost:3000'
  return {
    ...world,
    /** Another token, made with one of the same user. */
    made: async (by: string, name: string) => {
      const body = { name, scope: 'operate', expiresInDays: null }
      const headers = { authorization: `token ${by}` }
      return (await replyOf(z.object({ value: z.string() }), world.call('POST', '/tokens', { body, headers }))).value
    },
    /** The headers of a browser in which a user signed in with a token. */
    browserOf: async (token: string) => {
      const started = await world.call('POST', '/session', { body: { token }, headers: { origin } })
      return { origin, cookie: (started.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
    },
    /** The answer to an approval, of all steps that wait. */
    allowed: async (headers: Record<string, string>) => {
      const ids = (await world.heldSteps()).map(({ id }) => id)
      const answer = await world.call('POST', `/stacks/${REF}/approvals/decide`, {
        body: { ids, allow: true, reason: '' },
        headers,
      })
      return answer.ok ? 'allowed' : answer.text()
    },
  }
}

describe('the user who runs an update and may allow it', () => {
  it.each<[string, 'first' | 'second' | 'third', 'first' | 'second' | 'third']>([
    ['with the token of the run', 'first', 'first'],
    ['with the token that made it', 'second', 'first'],
    ['with a token that it made', 'first', 'second'],
    ['with another one that the same token made', 'second', 'third'],
  ])('cannot in a session started %s', async (_, runs, decides) => {
    const { ada, made, browserOf, allowed, cli, deleting } = await tokenWorld([OWN])
    const tokens = { first: ada, second: await made(ada, 'second'), third: await made(ada, 'third') }
    const run = await cli.start(REF, { as: tokens[runs] })
    const begun = answerOf(run.journal(deleting('orders')))
    expect(await allowed(await browserOf(tokens[decides]))).toContain('The access token that runs the update')
    await run.cancel()
    await begun
  })

  it('can in one started with a token of another root', async () => {
    const { ada, made, addToken, browserOf, allowed, cli, deleting } = await tokenWorld([OWN])
    const run = await cli.start(REF, { as: await made(ada, 'second') })
    const begun = answerOf(run.journal(deleting('orders')))
    expect(await allowed(await browserOf(await addToken('ada')))).toBe('allowed')
    expect(await begun).toBe('stored')
  })
})

describe('a rule about a token', () => {
  const RULE: SentRule = { ...REFUSE, who: { tokens: ["ada's token"] } }

  it('concerns tokens that were made with it, and with those', async () => {
    const { ada, made, cli, deleting } = await tokenWorld([RULE])
    const child = await made(ada, 'x')
    for (const token of [child, await made(child, 'y')]) {
      const run = await cli.start(REF, { as: token })
      expect(await answerOf(run.journal(deleting('orders')))).toContain('does not allow deleting orders')
      await run.complete('failed')
    }
  })

  it('concerns no other token of the user', async () => {
    const { addToken, cli, deleting } = await tokenWorld([RULE])
    const run = await cli.start(REF, { as: await addToken('ada') })
    expect(await answerOf(run.journal(deleting('orders')))).toBe('stored')
  })

  it('refuses the start without a journal, too', async () => {
    const { ada, made, cli } = await tokenWorld([{ ...RULE, needsJournal: true }])
    const by = { authorization: `token ${await made(ada, 'x')}` }
    const metadata = { message: '', environment: {} }
    const { updateID } = await cli.send(`${REF}/update`, { name: 'x', runtime: 'nodejs', metadata }, by)
    expect(await answerOf(cli.send(`${REF}/update/${String(updateID)}`, {}, by))).toContain('keep no journal')
  })
})
