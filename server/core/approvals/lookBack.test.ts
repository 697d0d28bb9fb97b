import { expect, it } from 'vitest'
import { ApprovalRule, LookBack } from '#contract/approvals.ts'
import { replyOf } from '#testing/consoleHarness.ts'
import type { Roles } from '#server/core/access/rights.ts'
import { lookBack } from './lookBack.ts'
import { approvalWorld, database, HOLD, REFUSE, REF, type SentRule, urnOf } from '#testing/approvals/world.ts'

/** A run that deletes `users` and replaces `orders`, the new one first, and one that is still running. */
async function worldWithRuns() {
  const world = await approvalWorld([])
  const { run, cli, deleting, deleted, entry } = world
  await run.journal(deleting('users'))
  await run.journal(deleted('users'))
  await run.journal(entry(0, 7, { operation: { type: 'creating', resource: { ...database('orders'), id: '' } } }))
  await run.journal(entry(1, 7, { state: database('orders', { id: 'new' }), deleteOld: 0 }))
  await run.journal(entry(0, 8, { operation: { type: 'deleting', resource: database('orders', { delete: true }) } }))
  await run.journal(entry(1, 8, { removeOld: 0 }))
  await run.complete('succeeded')
  await cli.start(REF)
  const look = (...rules: SentRule[]) =>
    replyOf(LookBack, world.call('POST', '/approval-rules/look-back', { body: { rules } }))
  return { ...world, look }
}

it('counts what rules would have stopped, a replacement once, and names the update', async () => {
  const { look } = await worldWithRuns()
  const deletes = { ...REFUSE, id: 'deletes', what: { steps: ['delete'] } }
  const creates = { ...REFUSE, id: 'creates', what: { steps: ['create'] } }
  const found = await look(HOLD, deletes, creates)
  expect(found).toMatchObject({ runs: 1, skipped: 2 })
  expect(found.rules.map(({ rule, runs, steps }) => [rule, runs, steps])).toEqual([
    [HOLD.id, 1, 2],
    ['deletes', 1, 1],
    ['creates', 0, 0],
  ])
  expect(found.rules[0]?.examples).toMatchObject([
    { step: 'delete', urn: urnOf('users') },
    { step: 'replace', urn: urnOf('orders'), stack: { org: 'acme', project: 'shop', stack: 'prod' } },
  ])
})

it('counts a run as skipped for which no time is left', async () => {
  const { deps, look } = await worldWithRuns()
  const admin: Roles = { role: 'admin', roles: {}, closedOrgs: [] }
  expect(await lookBack(deps, [ApprovalRule.parse(HOLD)], admin, { limitMs: 0 })).toMatchObject({ runs: 0, skipped: 3 })
  expect(await look(HOLD)).toMatchObject({ runs: 1, skipped: 2 })
})

it('lets other calls go first while it reads a large journal', async () => {
  const { deps, run, creating } = await approvalWorld([])
  const many = Array.from({ length: 10_000 }, (_, index) =>
    creating(`db-${index}`, index + 1, { inputs: { text: 'x'.repeat(300) } }),
  )
  while (many.length > 0) await run.journal(...many.splice(0, 500))
  await run.complete('failed')
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const admin: Roles = { role: 'admin', roles: {}, closedOrgs: [] }
  const found = await lookBack(deps, [ApprovalRule.parse({ ...HOLD, what: { steps: ['create'] } })], admin, {
    limitMs: 60_000,
  })
  clearInterval(counting)
  expect(found.rules[0]?.steps).toBe(10_000)
  expect(turns).toBeGreaterThan(2)
})

it('looks at a rule that is off as if it were on', async () => {
  const { look } = await worldWithRuns()
  expect((await look({ ...HOLD, isOn: false })).rules).toMatchObject([{ steps: 2 }])
})
