import { expect, it } from 'vitest'
import { Health } from '#contract/stacks.ts'
import { healthReason } from './healthWords.ts'
import { type HealthFacts, stackHealth } from './stackHealth.ts'

const state = { resourceCount: 3, pendingCount: 0, pendingCreates: 0, unknownOutputs: 0, unhealthy: 0, finding: null }
const latest = { kind: 'update', status: 'succeeded', endedBy: null, resolvedAt: null }
const failed = { ...latest, status: 'failed' }
const healthy: HealthFacts = {
  state,
  latest,
  orphanedUpdate: undefined,
  holder: undefined,
  judged: undefined,
  blocked: [],
  isSlow: false,
  openAlarms: 0,
  brokenReferences: [],
}
const TOO_NEW = "this stack's deployment needs support for the following features: timeTravel"
const holder = { kind: 'destroy', requestedBy: 'ada' }

/** Each stack has the condition of its row and of all rows before it. */
const ladder = [
  [{}, 'ok', 'The state is valid; nothing is pending.'],
  [{ state: { ...state, resourceCount: 0 } }, 'empty', 'No resources.'],
  [{ holder }, 'running', 'ada is running a destroy.'],
  [{ isSlow: true }, 'slow', 'ada is running a destroy, which is taking much longer than usual.'],
  [
    { blocked: ['grace', 'alan'] },
    'blocking',
    '2 users were blocked: ada is running a destroy, which is taking much longer than usual.',
  ],
  [
    { judged: { verdict: 'notProgressing', notProgressingAfterS: 900 }, blocked: ['grace'] },
    'notProgressing',
    'Renewing on schedule, but no progress for over 15m. grace was blocked.',
  ],
  [
    { holder: { ...holder, awaiting: { since: 0, until: 1, steps: 1, persons: 1, role: 'operator' } } },
    'awaitingApproval',
    'A step waits for an operator. grace was blocked.',
  ],
  [
    { brokenReferences: ['acme/network/prod', 'acme/shop/dev', 'acme/shop/prod'] },
    'brokenReferences',
    'Reads acme/network/prod, which does not exist here, and 2 more under such names: updates fail.',
  ],
  [
    { state: { ...state, finding: TOO_NEW } },
    'tooNew',
    'A newer CLI wrote the state: Holdfast doesn’t know timeTravel. Upgrade Holdfast before you change it here.',
  ],
  [{ latest: failed }, 'failed', 'The last update failed.'],
  [
    { state: { ...state, finding: TOO_NEW, pendingCount: 2 } },
    'pending',
    '2 operations have an unknown outcome. A newer CLI wrote the state: Holdfast doesn’t know timeTravel. Upgrade Holdfast before you change it here.',
  ],
  [{ state: { ...state, pendingCount: 2, pendingCreates: 1 } }, 'pendingCreates', '1 create has an unknown outcome.'],
  [
    { state: { ...state, pendingCount: 2, pendingCreates: 1, unknownOutputs: 1 } },
    'unknownOutputs',
    'The outputs of 1 adopted resource are unknown: refresh it before the next update.',
  ],
  [
    { state: { ...state, finding: 'two parents', pendingCount: 2, pendingCreates: 1, unknownOutputs: 1 } },
    'broken',
    'two parents. 2 operations have an unknown outcome.',
  ],
  [
    { openAlarms: 1 },
    'alarm',
    'Resources disappeared from the state, are tracked twice, or would be deleted by the next update.',
  ],
  [
    { judged: { verdict: 'notResponding', because: 'overdue' } },
    'notResponding',
    'Renewal overdue: the process may be dead, asleep or offline. grace was blocked.',
  ],
  [
    { orphanedUpdate: { kind: 'refresh' } },
    'orphaned',
    'The last refresh was interrupted: 2 operations have an unknown outcome.',
  ],
] as const satisfies [Partial<HealthFacts>, Health, string][]

it('a failure because of an outage says so, and what to do', () => {
  const outage = { run: { kind: 'update', version: 2 }, downMs: 23_000 } as const
  expect(healthReason(stackHealth({ ...healthy, latest: failed }), { cause: 'connection refused', outage })).toBe(
    'Update 2 failed because Holdfast was down for 23s. Run it again.',
  )
  expect(healthReason(stackHealth({ ...healthy, latest: failed }), { outage: { ...outage, unsure: 'invoices' } })).toBe(
    'Update 2 failed because Holdfast was down for 23s. Check invoices, then run it again.',
  )
})

it('a stack that reads one stack that does not exist names it', () => {
  expect(healthReason(stackHealth({ ...healthy, brokenReferences: ['acme/network/prod'] }))).toBe(
    'Reads acme/network/prod, which does not exist here: updates fail.',
  )
})

it.each(ladder.map(([, health, reason], index) => ({ health, reason, index })))(
  'a stack is $health when its worst problem is: $reason',
  ({ health, reason, index }) => {
    const facts: HealthFacts = Object.assign({ ...healthy }, ...ladder.slice(0, index + 1).map(([trouble]) => trouble))
    const found = stackHealth(facts)
    expect([found.health, healthReason(found)]).toEqual([health, reason])
  },
)

it('every health has a row in the table', () => {
  expect(ladder.map(([, health]) => health).toSorted()).toEqual(Health.options.toSorted())
})

const VPC = 'urn:pulumi:prod::shop::acme:net:Network$aws:ec2/vpc:Vpc::main'
const PROVIDER = 'urn:pulumi:prod::shop::pulumi:providers:aws::default_6_72_0'

it.each([
  ['nothing was ever deployed', { state: null, latest: null }, null, 'Nothing has been deployed yet.'],
  ['the cause of a failure is known', { latest: failed }, 'Bucket is taken', 'Bucket is taken'],
  [
    'the cause names a resource by its URN',
    { latest: failed },
    'resource "urn:pulumi:prod::shop::aws:s3/bucket:Bucket::archive" cannot be deleted',
    'resource "archive" cannot be deleted',
  ],
  [
    'another client cancelled the update',
    { latest: { ...failed, status: 'cancelled', endedBy: 'ada' } },
    null,
    'The last update was cancelled by Ada Lovelace.',
  ],
  [
    'its own client cancelled the update',
    { latest: { ...failed, status: 'cancelled' } },
    null,
    'The last update was cancelled.',
  ],
  [
    'nothing was in flight',
    { orphanedUpdate: { kind: 'update' } },
    null,
    'The last update was interrupted: nothing was in flight.',
  ],
  [
    'the state is invalid: names instead of URNs',
    { state: { ...state, finding: `resource ${VPC} refers to unknown provider ${PROVIDER}::0f7c` } },
    null,
    '“main” refers to a provider that isn’t in the state.',
  ],
  [
    'resources report errors',
    { state: { ...state, unhealthy: 13 } },
    null,
    'The state is valid; 13 resources report errors.',
  ],
  ['an update runs', { holder: { ...holder, kind: 'update' } }, null, 'Ada Lovelace is running an update.'],
] as const)('the health is explained when %s', (_, facts, cause, reason) => {
  expect(healthReason(stackHealth({ ...healthy, ...facts }), { cause, names: { ada: 'Ada Lovelace' } })).toBe(reason)
})

it('open alarms are said in their own words', () => {
  const alarms = ['21 resources disappeared from the state in version 2', 'The next update would delete checkout-logs']
  expect(healthReason(stackHealth({ ...healthy, openAlarms: 2 }), { alarms })).toBe(
    '21 resources disappeared from the state in version 2. The next update would delete checkout-logs.',
  )
})

it('an update would delete resources whose URNs name another stack: a backend that is only read has no alarm for it', () => {
  const found = stackHealth({
    ...healthy,
    elsewhere: { word: null, stateProblem: null, mark: '1', otherNames: { count: 21, only: 'shop/prod' } },
  })
  expect(found.health).toBe('alarm')
  expect(healthReason(found)).toBe('The next update would delete 21 resources, whose URNs name shop/prod.')
})

it('a stack that is read by its earlier name is said with both, without the organization of the reader', () => {
  const stack = stackHealth({ ...healthy, brokenReferences: ['acme/network/prod'] })
  const renamed = (name: string) => new Map([['acme/network/prod', name]])
  expect(healthReason(stack, { org: 'acme', renamed: renamed('acme/net/live') })).toBe(
    'Reads network/prod, now called net/live: updates fail.',
  )
  expect(healthReason(stack, { org: 'acme', renamed: renamed('other/net/live') })).toBe(
    'Reads network/prod, now called other/net/live: updates fail.',
  )
})

it('a running update is named with its job and its number, as its lease card names it', () => {
  const running = stackHealth({ ...healthy, holder: { ...holder, kind: 'update' } })
  const run = { version: 2, ci: { system: 'GitHub Actions', build: '136' } }
  expect(healthReason(running, { run })).toBe('GitHub Actions 136 is running update 2.')
  expect(healthReason(running, { run: { version: 2, ci: null } })).toBe('ada is running update 2.')
})
