import { expect, it } from 'vitest'
import { AuditPage } from '#contract/audit.ts'
import { UpdatePage } from '#contract/updates.ts'
import { approvalWorld, HOLD, REF, REFUSE } from '#testing/approvals/world.ts'

type World = Awaited<ReturnType<typeof approvalWorld>>

const MINUTE_S = 60

/** What the row of the last run says in the history. */
const rowOf = async (world: World) => {
  const { updates } = UpdatePage.parse(await world.get(`/stacks/${REF}/updates`))
  return updates[0]?.approvals
}

/** What the audit log has about steps, oldest first, as it is exported. */
const logged = async ({ call }: World) =>
  (await (await call('GET', '/audit.jsonl')).text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { action: string; login: string; detail: string })
    .filter(({ action }) => action.startsWith('approval.'))
    .map(({ action, login, detail }) => [action, login, detail])

const STEP = 'deleting orders (aws:rds/instance:Instance)'

it('a decision is in the audit log and its export: who, about which run and step, why; and in the row of the run how long it waited', async () => {
  const world = await approvalWorld([HOLD])
  const { run, deleting, heldSteps, decide, ada, wait } = world
  const call = run.journal(deleting('orders'))
  const [approval] = await heldSteps()
  expect(await rowOf(world)).toEqual({ waitingSince: approval?.since, refused: 0, waitedMs: 0 })
  await wait(2 * MINUTE_S)
  await decide(ada, [approval?.id ?? ''], true, 'The backup is checked.')
  await call
  expect(await rowOf(world)).toEqual({ waitingSince: null, refused: 0, waitedMs: 120_000 })
  expect(await logged(world)).toEqual([
    ['approval.rules', 'admin', 'version 1; added no deletes of databases'],
    ['approval.ask', 'holdfast', `update 2, “no deletes of databases”: ${STEP}`],
    ['approval.allow', 'ada', `update 2: ${STEP}: “The backup is checked.”`],
  ])
  const { entries } = AuditPage.parse(await world.get('/audit?action=approval.allow'))
  expect(entries).toMatchObject([{ login: 'ada', stack: REF, started: null }])
})

it('a refusal by a user, by a rule and by time are told apart in the log, and counted in the row of the run', async () => {
  const world = await approvalWorld([HOLD])
  const { run, deleting, heldSteps, decide, ada, setRules, wait } = world
  const refused = run.journal(deleting('orders')).catch(() => 'refused')
  const [approval] = await heldSteps()
  await decide(ada, [approval?.id ?? ''], false, 'Not today.')
  expect(await refused).toBe('refused')

  const late = run.journal(deleting('users')).catch(() => 'late')
  await heldSteps()
  for (let minutes = 0; minutes < 30; minutes += 3) {
    await wait(3 * MINUTE_S)
    await run.renew()
  }
  expect(await late).toBe('late')

  await setRules([REFUSE])
  await run.journal(deleting('carts')).catch(() => 'stopped')
  await run.complete('failed')
  expect(await rowOf(world)).toEqual({ waitingSince: null, refused: 3, waitedMs: 30 * 60_000 })
  const refusals = (await logged(world)).filter(([action]) => action === 'approval.refuse')
  expect(refusals).toEqual([
    ['approval.refuse', 'ada', `update 2: ${STEP}: “Not today.”`],
    ['approval.refuse', 'holdfast', `update 2: nobody decided in time: ${STEP.replace('orders', 'users')}`],
    ['approval.refuse', 'holdfast', `update 2, “no deletes of databases”: ${STEP.replace('orders', 'carts')}`],
  ])
})

it('the time for which a run waited is added to the time from which it counts as slow', async () => {
  const world = await approvalWorld([HOLD])
  const { run, deps, deleting, heldSteps, decide, ada, wait } = world
  const from = (await deps.store.now()) + 60_000
  await deps.store.write((writer) => writer.patchUpdate(run.id, { slowFrom: from }))
  const call = run.journal(deleting('orders'))
  const [approval] = await heldSteps()
  await wait(2 * MINUTE_S)
  await decide(ada, [approval?.id ?? ''])
  await call
  await run.journal(world.deleted('orders'))
  expect(await deps.store.read((reader) => reader.update(run.id))).toMatchObject({ slowFrom: from + 120_000 })
})

it('the row of a run that no rule stopped says nothing about rules', async () => {
  const world = await approvalWorld([])
  await world.run.journal(world.deleting('orders'))
  await world.run.complete('succeeded')
  expect(await rowOf(world)).toBeNull()
})

it('the reason of an approval names no organization, project, user or token of its rule: readers may not see them', async () => {
  const where = { orgs: ['acme', 'hidden-org'], projects: ['shop', 'hidden-project'] }
  const who = { users: ['admin', 'hidden-user'] }
  const { run, deleting, heldSteps, decide, ada } = await approvalWorld([{ ...HOLD, where, who }])
  const call = run.journal(deleting('orders'))
  const [approval] = await heldSteps()
  expect(approval?.why).toBe(
    'Deletes and replacements of resources that hold data wait for an operator, for up to 30 minutes.',
  )
  await decide(ada, [approval?.id ?? ''])
  await call
})
