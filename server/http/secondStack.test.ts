import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { StateSource } from '#contract/edits.ts'
import { RecoveryRecord } from '#contract/recoveries.ts'
import type { Role, Scope } from '#contract/session.ts'
import { ROUTES } from '../cli/api/table.ts'
import { createServiceApp } from '../cli/routes.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { STACK } from './addresses.ts'
import { TOUCHED_STACKS } from '../ui/stacks/touchedStacks.ts'
import { createToken } from '../core/access/credentials.ts'

const HERE = 'organization/shop/prod'
const THERE = 'acme/shop/prod'
const URN = 'urn:pulumi:prod::shop::random:index/randomId:RandomId::id'

const CLI_TRANSFER = `POST ${STACK}/transfer`

type Needs = 'read' | 'operate'
/** The required scope in each of two stacks: duplicated here, so that a mistake in one place shows. */
const TABLE: Record<string, { here: Needs; there: Needs }> = {
  compare: { here: 'read', there: 'read' },
  movePlan: { here: 'read', there: 'read' },
  moveRun: { here: 'operate', there: 'operate' },
  stackTransfer: { here: 'operate', there: 'operate' },
  recoveryUndo: { here: 'operate', there: 'operate' },
  [CLI_TRANSFER]: { here: 'operate', there: 'operate' },
}

const ROLES: Role[] = ['reader', 'operator', 'admin']
const SCOPES: Scope[] = ['metrics', 'read', 'preview', 'operate', 'admin']
const REACH = { reader: 'read', operator: 'operate', admin: 'admin' } as const satisfies Record<Role, Scope>
const may = (role: Role, scope: Scope, needed: Needs) =>
  SCOPES.indexOf(needed) <= Math.min(SCOPES.indexOf(REACH[role]), SCOPES.indexOf(scope))

/**
 * Two stacks in two organizations, a move from one to the other, and a caller for every pair of roles and every scope.
 */
async function world() {
  const harness = await createHarness()
  const { cli, deps, call } = harness
  const service = createServiceApp(deps)
  for (const ref of [HERE, THERE, 'acme/shop/other']) await cli.createStack(ref)
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  await cli.import(HERE, {
    manifest,
    resources: [
      { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', custom: false, type: 'pulumi:pulumi:Stack' },
      { urn: URN, custom: false, type: 'random:index/randomId:RandomId' },
    ],
  })
  await cli.import(THERE, { manifest })
  const basisOf = async (ref: string) => StateSource.parse(await harness.get(`/stacks/${ref}/state`)).basis
  const move = {
    basis: await basisOf(HERE),
    destination: { org: 'acme', project: 'shop', stack: 'prod' },
    destinationBasis: await basisOf(THERE),
    urns: [URN],
    reason: 'It belongs there.',
    confirm: HERE,
    statement: 'Both programs are changed.',
  }
  const moved = await call('POST', `/stacks/${HERE}/moves`, { body: move })
  const { id } = RecoveryRecord.parse(await moved.json())

  const callers: { here: Role; there: Role; scope: Scope; value: string }[] = []
  await deps.store.write(async (writer) => {
    for (const here of ROLES)
      for (const there of ROLES)
        for (const scope of SCOPES) {
          const [userId, login] = [deps.newId(), `${here}-${there}-${scope}`]
          const user = { id: userId, login, name: login, role: here, roles: { acme: there } }
          await writer.insertUser({ ...user, createdAt: 1, removedAt: null })
          const { value } = await createToken(deps, writer, { userId, name: login, scope, source: 'terminal' })
          callers.push({ here, there, scope, value })
        }
  })
  const send = (route: string, value: string) => {
    const headers = { authorization: `token ${value}` }
    if (route === 'compare') return call('GET', `/stacks/${HERE}/compare?of=${THERE}`, { headers })
    if (route === 'movePlan') return call('POST', `/stacks/${HERE}/moves/plan`, { headers, body: move })
    if (route === 'moveRun') return call('POST', `/stacks/${HERE}/moves`, { headers, body: move })
    if (route === 'recoveryUndo')
      return call('POST', `/stacks/${HERE}/recoveries/${id}/undo`, { headers, body: { reason: 'Too early.' } })
    if (route === 'stackTransfer') return call('POST', `/stacks/${HERE}/transfer`, { headers, body: { org: 'acme' } })
    const body = JSON.stringify({ toOrg: 'acme' })
    return service.request(`/api/stacks/${HERE}/transfer`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  }
  return { harness, callers, send }
}

/** Endpoints and routes that declare a second stack. */
const DECLARED = [
  ...Object.entries(TOUCHED_STACKS).flatMap(([name, touched]) => (typeof touched === 'string' ? [] : [name])),
  ...Object.entries(ROUTES).flatMap(([route, { second }]) => (second ? [route] : [])),
]

it('the table has a row for every endpoint and route that declares a second stack', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(DECLARED.toSorted())
})

/** What a request may contain that names a stack or an organization. */
const NAMING = /org|stack|project|destination|partner|^of$|^ref$/i
/** Requests that contain such a name but touch no second stack, and why. */
const ONE_STACK: Record<string, string> = {
  backendLook: 'a stack of the backend in the address, whose organization the caller has to see',
  'GET /api/user/stacks': 'a filter of a list that every role may read',
  'POST /api/stacks/:org/:project': 'the name of the only stack',
  [`POST ${STACK}/rename`]: 'the new name in the same organization',
  stackRename: 'the new name in the same organization',
  auditLog: 'a filter',
  retentionRun: 'stacks of the organization in the address',
  untrackedList: 'a filter',
  untrackedCount: 'a filter',
  alarmList: 'a filter',
  approvalRulesChange: 'patterns, for administrators of the server',
  approvalLookBack: 'patterns, for administrators of the server',
  stackList: 'a filter',
  activity: 'a filter',
  favouriteChange: 'only marks it for the caller',
}

const namesIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([key, value]) =>
        key === 'properties' ? [...Object.keys(value), ...Object.values(value).flatMap(namesIn)] : namesIn(value),
      )
    : []
const inputOf = (schema: z.ZodType | undefined) =>
  schema ? namesIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })) : []

it('an endpoint that names a stack or an organization declares it as the second one, or is known to touch only one', () => {
  const requests: [string, { query?: z.ZodType; body?: z.ZodType }][] = [
    ...Object.entries(api),
    ...Object.entries(ROUTES),
  ]
  const naming = requests.flatMap(([name, { query, body }]) =>
    [...inputOf(query), ...inputOf(body)].some((each) => NAMING.test(each)) ? [name] : [],
  )
  // An undo names the other stack by the update in the address.
  const known = [...DECLARED.filter((name) => name !== 'recoveryUndo'), ...Object.keys(ONE_STACK)]
  expect(naming.toSorted()).toEqual(known.toSorted())
})

it.each(Object.entries(api))(
  '%s has an organization in its path exactly when it is about one stack',
  (name, { path }) => {
    const touched = TOUCHED_STACKS[name as keyof typeof api]
    expect(path.includes(':org')).toBe(touched !== 'none' && touched !== 'all')
  },
)

describe('a call about two stacks needs the right in both', () => {
  it.each(Object.entries(TABLE))('for %s', async (route, needs) => {
    const { callers, send, harness } = await world()
    const before = await harness.get(`/stacks/${THERE}/versions`)
    for (const { here, there, scope, value } of callers) {
      const isAllowed = may(here, scope, needs.here) && may(there, scope, needs.there)
      if (isAllowed) continue
      expect((await send(route, value)).status, `${here} here, ${there} there, with ${scope}`).toBe(403)
    }
    expect(await harness.get(`/stacks/${THERE}/versions`)).toEqual(before)
    for (const { here, there, scope, value } of callers) {
      if (!may(here, scope, needs.here) || !may(there, scope, needs.there)) continue
      expect([401, 403], `${here} here, ${there} there, with ${scope}`).not.toContain((await send(route, value)).status)
    }
  })
})
