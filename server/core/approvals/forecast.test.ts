import { describe, expect, it } from 'vitest'
import { RunApprovals } from '#contract/approvals.ts'
import { replyOf } from '#testing/consoleHarness.ts'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, database, HOLD, REF, type SentRule } from '#testing/approvals/world.ts'

const MANY: SentRule = { ...HOLD, id: 'many', what: { steps: ['delete'] }, moreThan: { count: 1, of: 'steps' } }
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:abc' }

/** The steps that a preview announces, and what rules would do with them. */
async function forecastFor(
  world: Awaited<ReturnType<typeof approvalWorld>>,
  steps: readonly (readonly [op: string, resource: object])[],
) {
  const preview = await world.cli.start(REF, { kind: 'preview' })
  const events = steps.map(([op, resource], index) => ({
    sequence: index + 1,
    timestamp: 1_767_225_600,
    resourcePreEvent: {
      metadata: {
        op,
        ...(resource as { urn: string; type: string }),
        ...(op === 'delete' ? { old: resource } : { new: resource }),
      },
    },
  }))
  await preview.events(...events)
  await preview.complete('succeeded')
  const { forecast } = await replyOf(RunApprovals, world.call('GET', `/stacks/${REF}/runs/${preview.id}/approvals`))
  return { forecast }
}

/** A stack on which nothing runs. */
async function idleWorld(rules: readonly SentRule[]) {
  const world = await approvalWorld(rules)
  await world.run.complete('succeeded')
  return world
}

const deletes = (...names: string[]) => names.map((name) => ['delete', database(name)] as const)

describe('the forecast for a preview', () => {
  it('has one line for a rule that counts, and says for how many steps it is', async () => {
    const world = await idleWorld([MANY])
    const { forecast } = await forecastFor(world, deletes('orders', 'users', 'carts'))
    expect(forecast).toMatchObject([{ action: 'hold', step: 'delete', steps: 2, urn: database('users').urn }])
  })

  it('still has a line for each step that another rule stops', async () => {
    const world = await idleWorld([MANY, { ...HOLD, what: { steps: ['delete'], urns: ['*::carts'] } }])
    const { forecast } = await forecastFor(world, deletes('orders', 'users', 'carts'))
    expect(forecast.map(({ rule, steps }) => [rule.id, steps])).toEqual([
      ['many', 2],
      [HOLD.id, 1],
    ])
  })

  it('counts a resource as protected that the update protects', async () => {
    const world = await idleWorld([{ ...HOLD, what: { steps: ['update'], isProtected: true } }])
    const { forecast } = await forecastFor(world, [
      ['update', database('orders', { protect: true })],
      ['update', database('users')],
    ])
    expect(forecast).toMatchObject([{ step: 'update', urn: database('orders').urn }])
  })

  it('says of a rule that counts and refuses where that begins', async () => {
    const world = await idleWorld([{ ...MANY, action: { kind: 'refuse' } }])
    const { forecast } = await forecastFor(world, deletes('orders', 'users', 'carts'))
    expect(forecast).toMatchObject([{ action: 'refuse', steps: 2 }])
  })

  it('leaves out what an approval in force allows, with the same inputs and of the same object', async () => {
    const world = await approvalWorld([{ ...HOLD, what: { steps: ['delete', 'create'] } }])
    const { run, deleting, creating, heldSteps, decide, ada } = world
    const inputs = { password: SECRET, size: 3 }
    const call = answerOf(run.journal(deleting('orders'), creating('queue', 9, { inputs })))
    const approvals = await heldSteps(2)
    await run.complete('failed')
    await decide(
      ada,
      approvals.map(({ id }) => id),
    )
    await call
    const queue = (size: number) => ({ ...database('queue'), id: '', inputs: { password: '[secret]', size } })
    const allowed = await forecastFor(world, [...deletes('orders', 'users'), ['create', queue(3)]])
    expect(allowed.forecast.map(({ urn }) => urn)).toEqual([database('users').urn])
    const other = await forecastFor(world, [
      ['delete', { ...database('orders'), id: 'a new one' }],
      ['create', queue(4)],
    ])
    expect(other.forecast).toHaveLength(2)
  })
})
