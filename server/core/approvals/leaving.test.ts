import { describe, expect, it } from 'vitest'
import { createServiceApp } from '#server/cli/routes.ts'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, HOLD, REF, REFUSE, type SentRule } from '#testing/approvals/world.ts'
import { haveOrganization } from '#testing/haveOrganization.ts'

// The one whom a rule stops cannot take the stack out of it.

const PRODUCTION: SentRule = { ...HOLD, where: { tags: { environment: 'prod*' } } }
const REFUSING: SentRule = { ...PRODUCTION, action: { kind: 'refuse' } }
const NAMED: SentRule = { ...REFUSE, where: { orgs: ['acme'], projects: ['shop'], stacks: ['prod'] } }

async function idleWorld(rules: readonly SentRule[]) {
  const world = await approvalWorld(rules)
  await world.run.complete('succeeded')
  const tagsOf = async (ref = REF) => (await world.stackRow(ref))?.tags
  const send = (token: string, path: string, body: unknown, method: string) =>
    answerOf(world.cli.send(`${REF}${path}`, body, { method, authorization: `token ${token}` }))
  /** Starts an update as the CLI does, with the tags of the project's configuration. */
  const started = async (token: string, tags: Record<string, string>, kind = 'update') => {
    const by = { authorization: `token ${token}` }
    const metadata = { message: '', environment: {} }
    const { updateID } = await world.cli.send(`${REF}/${kind}`, { name: 'x', runtime: 'nodejs', metadata }, by)
    const path = `${REF}/${kind}/${String(updateID)}`
    const answer = await createServiceApp(world.deps).request(`/api/stacks/${path}`, {
      method: 'POST',
      headers: { ...by, 'content-type': 'application/json' },
      body: JSON.stringify({ journalVersion: 1, tags }),
    })
    const lease = (await answer.json()) as { token: string } // the service's own answer
    const inside = { authorization: `update-token ${lease.token}` }
    return {
      status: answer.status,
      warning: answer.headers.get('X-Pulumi-Warning'),
      journal: (...entries: unknown[]) =>
        answerOf(world.cli.send(`${path}/journalentries`, { entries }, { ...inside, method: 'PATCH' })),
      complete: () => world.cli.send(`${path}/complete`, { status: 'failed' }, inside),
    }
  }
  const noted = async () => {
    const { entries } = (await world.get('/audit?action=stack.tags')) as { entries: { detail: string }[] } // its own answer
    return entries.map(({ detail }) => detail)
  }
  return { ...world, tagsOf, send, started, noted }
}

describe('while a rule concerns a stack by its tags', () => {
  it.each<[string, string, string, unknown]>([
    ['replaced', 'PATCH', '/tags', { environment: 'dev' }],
    ['left out', 'PATCH', '/tags', {}],
    ['changed by itself', 'PATCH', '/tags/environment', { value: 'dev' }],
    ['removed', 'DELETE', '/tags/environment', {}],
  ])('they are not %s by the one whom it stops', async (_, method, path, body) => {
    const { ada, send, tagsOf } = await idleWorld([PRODUCTION])
    const answer = await send(ada, path, body, method)
    expect(answer).toMatch(/^403/)
    expect(answer).toContain('no deletes of databases')
    expect(await tagsOf()).toMatchObject({ environment: 'production' })
  })

  it('a step that waits goes on waiting, whatever its runner sends', async () => {
    const { cli, ada, send, deleting, heldSteps } = await idleWorld([PRODUCTION])
    const run = await cli.start(REF, { as: ada })
    const call = answerOf(run.journal(deleting('orders')))
    await heldSteps()
    expect(await send(ada, '/tags', { environment: 'dev' }, 'PATCH')).toMatch(/^403/)
    expect(await heldSteps()).toMatchObject([{ status: 'waiting' }])
    await run.cancel()
    await call
  })

  it('they are not changed in the console, either, and the sentence says who can', async () => {
    const { call, ada } = await idleWorld([PRODUCTION])
    const headers = { authorization: `token ${ada}` }
    const answer = await call('POST', `/stacks/${REF}/tags`, { body: { tags: { environment: 'dev' } }, headers })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('This needs the role admin; ada has the role operator.')
  })

  it('tags that it does not use are changed as before, and so are all within its pattern', async () => {
    const { ada, send, tagsOf } = await idleWorld([PRODUCTION])
    expect(await send(ada, '/tags', { environment: 'prod-eu', team: 'core' }, 'PATCH')).toBe('stored')
    expect(await tagsOf()).toMatchObject({ environment: 'prod-eu', team: 'core' })
  })

  it('administrators change them, with a token that may change rules', async () => {
    const { token, call, send, tagsOf } = await idleWorld([PRODUCTION])
    const body = { name: 'laptop', scope: 'operate', expiresInDays: null }
    const made = (await (await call('POST', '/tokens', { body })).json()) as { value: string } // its own answer
    expect(await send(made.value, '/tags', { environment: 'dev' }, 'PATCH')).toContain('the scope admin')
    expect(await send(token, '/tags', { environment: 'dev' }, 'PATCH')).toBe('stored')
    expect(await tagsOf()).toMatchObject({ environment: 'dev' })
  })

  it('a rule that is off concerns nothing', async () => {
    const { ada, send } = await idleWorld([{ ...PRODUCTION, isOn: false }])
    expect(await send(ada, '/tags', { environment: 'dev' }, 'PATCH')).toBe('stored')
  })
})

describe('tags that a start sends', () => {
  it('change nothing about the rule, in this run and in the next one', async () => {
    const { ada, started, tagsOf, deleting } = await idleWorld([REFUSING])
    for (const tags of [{ environment: 'dev' }, {}]) {
      const run = await started(ada, tags)
      expect(run.status).toBe(200)
      expect(await run.journal(deleting('orders'))).toContain('does not allow deleting orders')
      await run.complete()
    }
    expect(await tagsOf()).toMatchObject({ environment: 'production' })
  })

  it('are kept for administrators, too: who wrote the configuration is not known', async () => {
    const { token, started, deleting } = await idleWorld([REFUSING])
    const run = await started(token, { environment: 'dev' })
    expect(await run.journal(deleting('orders'))).toContain('does not allow deleting orders')
  })

  it('say to the client and in the audit log what was kept', async () => {
    const { ada, started, noted } = await idleWorld([REFUSING])
    const { warning } = await started(ada, { environment: 'dev', team: 'core' })
    expect(warning).toContain('keeps its tag environment')
    expect(warning).toContain('no deletes of databases')
    expect(await noted()).toEqual(['update 3: team; kept for a rule: environment'])
  })

  it('are in the audit log without a rule, if they change something', async () => {
    const { ada, started, noted, tagsOf } = await idleWorld([])
    const run = await started(ada, { environment: 'dev' })
    expect(run.warning).toBeNull()
    await run.complete()
    await (await started(ada, { environment: 'dev' })).complete()
    expect(await tagsOf()).toMatchObject({ environment: 'dev' })
    expect(await noted()).toEqual(['update 3: environment'])
  })

  it('bring a stack under a rule', async () => {
    const { ada, started, deleting } = await idleWorld([{ ...REFUSING, where: { tags: { team: 'core' } } }])
    const run = await started(ada, { environment: 'production', team: 'core' })
    expect(await run.journal(deleting('orders'))).toContain('does not allow deleting orders')
  })
})

describe('while a rule concerns a stack by its name', () => {
  it.each<[string, string, object]>([
    ['renamed', '/rename', { newName: 'dev' }],
    ['given to another project', '/rename', { newProject: 'other' }],
    ['transferred', '/transfer', { toOrg: 'globex' }],
  ])('an operator cannot do this, but an administrator can: it is %s', async (_, path, body) => {
    const { deps, ada, token, send, stackRow } = await idleWorld([NAMED])
    await haveOrganization(deps, 'globex')
    expect(await send(ada, path, body, 'POST')).toMatch(/^403.*no deletes of databases/)
    expect(await stackRow(REF)).toBeDefined()
    expect(await send(token, path, body, 'POST')).toBe('stored')
  })

  it('an operator renames it within the pattern', async () => {
    const { ada, send } = await idleWorld([{ ...NAMED, where: { stacks: ['prod*'] } }])
    expect(await send(ada, '/rename', { newName: 'prod-eu' }, 'POST')).toBe('stored')
  })
})
