import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role, Scope } from '#contract/session.ts'
import { createServiceApp } from '../cli/routes.ts'
import type { TokenScope } from '../store/port/access.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { createCode, createToken } from '../core/access/credentials.ts'
import { openPostgresStore } from '../adapters/postgres/postgres.ts'
import type { Store } from '../store/port.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'

/** `public`: no credential. `lease`: the lease token of a running update, nothing else. */
type Needed = TokenScope | 'public' | 'lease' | 'preview; operate unless it is a dry run' | 'preview of any role'
/** About the caller's own sessions: the role does not matter. */
const OWN = 'preview of any role'
const DRY = 'preview; operate unless it is a dry run'

const S = '/api/stacks/:org/:project/:stack'
const U = `${S}/:kind{update|preview|refresh|destroy}/:updateID`
const V = '/api/ui/stacks/:org/:project/:stack'

/** Every route of the server and its required scope: duplicated here, so that a mistake in one place shows. */
const TABLE: Record<string, Needed> = {
  'GET /api/capabilities': 'public',
  'GET /api/cli/version': 'public',
  'GET /api/openapi/pulumi-spec.json': 'public',
  'GET /api/user': 'read',
  'GET /api/user/organizations/default': 'read',
  'GET /api/user/stacks': 'read',
  'GET /api/user/tokens': 'read',
  'POST /api/user/tokens': 'read',
  'DELETE /api/user/tokens/:tokenId': 'read',
  'GET /api/stacks/:org/:project': 'read',
  'POST /api/stacks/:org/:project': 'operate',
  [`GET ${S}`]: 'read',
  [`DELETE ${S}`]: 'operate',
  [`POST ${S}/transfer`]: 'operate',
  [`POST ${S}/rename`]: 'operate',
  [`GET ${S}/config`]: 'read',
  [`PUT ${S}/config`]: 'operate',
  [`DELETE ${S}/config`]: 'operate',
  [`GET ${S}/export`]: 'read',
  [`GET ${S}/export/:version`]: 'read',
  [`POST ${S}/import`]: 'operate',
  [`PATCH ${S}/tags`]: 'operate',
  [`POST ${S}/tags`]: 'operate',
  [`PATCH ${S}/tags/:tag`]: 'operate',
  [`DELETE ${S}/tags/:tag`]: 'operate',
  [`POST ${S}/encrypt`]: 'preview',
  [`POST ${S}/decrypt`]: 'preview',
  [`POST ${S}/batch-encrypt`]: 'preview',
  [`POST ${S}/batch-decrypt`]: 'preview',
  [`POST ${S}/decrypt/log-decryption`]: 'preview',
  [`POST ${S}/decrypt/log-batch-decryption`]: 'preview',
  [`GET ${S}/updates`]: 'read',
  [`GET ${S}/updates/:version`]: 'read',
  [`GET ${S}/updates/:version/previews`]: 'read',
  [`GET ${S}/updates/:version/summary`]: 'read',
  [`GET ${S}/updates/:version/timeline`]: 'read',
  [`GET ${S}/previews/:updateID`]: 'read',
  [`GET ${S}/previews/:updateID/summary`]: 'read',
  [`POST ${S}/update`]: DRY,
  [`POST ${S}/preview`]: 'preview',
  [`POST ${S}/refresh`]: DRY,
  [`POST ${S}/destroy`]: DRY,
  [`POST ${U}`]: DRY,
  [`GET ${U}`]: 'read',
  [`GET ${U}/events`]: 'read',
  [`POST ${U}/cancel`]: DRY,
  [`POST ${U}/renew_lease`]: 'lease',
  [`PATCH ${U}/checkpoint`]: 'lease',
  [`PATCH ${U}/checkpointverbatim`]: 'lease',
  [`PATCH ${U}/checkpointdelta`]: 'lease',
  [`PATCH ${U}/journalentries`]: 'lease',
  [`POST ${U}/events/batch`]: 'lease',
  [`POST ${U}/events`]: 'lease',
  [`POST ${U}/complete`]: 'lease',
  'GET /api/orgs/:org/policypacks': 'read',
  'GET /api/orgs/:org/policygroups': 'read',
  'GET /api/orgs/:org/members': 'admin',
  'GET /api/orgs/:org/auditlogs': 'admin',
  'GET /api/orgs/:org/auditlogs/v2': 'admin',
  'GET /api/orgs/:org/teams': 'read',
  'GET /api/orgs/:org/roles': 'read',
  'GET /api/orgs/:org/hooks': 'read',
  'GET /api/orgs/:org/templates': 'read',
  'GET /api/registry/packages': 'read',
  'GET /api/registry/templates': 'read',
  [`GET ${S}/policypacks`]: 'read',
  [`GET ${S}/hooks`]: 'read',
  [`GET ${S}/deployments/schedules`]: 'read',
  [`GET ${S}/drift/status`]: 'read',
  [`GET ${S}/drift/runs`]: 'read',

  'GET /api/ui/openapi.json': 'public',
  'POST /api/ui/session': 'public',
  'GET /api/ui/session': 'read',
  'DELETE /api/ui/session': 'public',
  'GET /api/ui/sessions': 'read',
  'DELETE /api/ui/sessions': OWN,
  'DELETE /api/ui/sessions/:id': OWN,
  'GET /api/ui/credential-changes': 'read',
  'POST /api/ui/credential-changes/seen': 'read',
  'GET /api/ui/connect': 'read',
  'GET /api/ui/tokens': 'read',
  'POST /api/ui/tokens': 'read',
  'DELETE /api/ui/tokens/:id': 'read',
  'GET /api/ui/tokens/:id/revocation': 'read',
  'POST /api/ui/cli-login': 'read',
  'GET /api/ui/users': 'admin',
  'POST /api/ui/users': 'admin',
  'POST /api/ui/users/:id': 'admin',
  'DELETE /api/ui/users/:id': 'admin',
  'DELETE /api/ui/users/:id/sessions': 'admin',
  'POST /api/ui/users/:id/sign-in-link': 'admin',
  'GET /api/ui/users/:id/tokens': 'admin',
  'POST /api/ui/users/:id/tokens': 'admin',
  'DELETE /api/ui/users/:id/tokens/:token': 'admin',
  'GET /api/ui/users/:id/removal': 'admin',
  'GET /api/ui/users/:id/tokens/:token/revocation': 'admin',
  'GET /api/ui/approval-rules': 'admin',
  'PUT /api/ui/approval-rules': 'admin',
  'GET /api/ui/approval-rules/versions': 'admin',
  'POST /api/ui/approval-rules/look-back': 'admin',
  'GET /api/ui/approvals': 'read',
  'GET /api/ui/stacks/:org/:project/:stack/runs/:run/approvals': 'read',
  'GET /api/ui/stacks/:org/:project/:stack/runs/:run/approvals/details': 'read',
  'POST /api/ui/stacks/:org/:project/:stack/approvals/decide': 'operate',
  'GET /api/ui/backends': 'admin',
  'POST /api/ui/backends': 'admin',
  'POST /api/ui/backends/probe': 'admin',
  'GET /api/ui/backends/:backend/layout': 'admin',
  'GET /api/ui/backends/:backend/size': 'admin',
  'POST /api/ui/backends/:backend/look': 'read',
  'DELETE /api/ui/backends/:backend': 'admin',
  'GET /api/ui/organizations': 'admin',
  'POST /api/ui/organizations': 'admin',
  'DELETE /api/ui/organizations/:name': 'admin',
  'GET /api/ui/audit': 'admin',
  'GET /api/ui/audit.jsonl': 'admin',
  'GET /api/ui/orgs/:org/deleted-stacks': 'admin',
  'POST /api/ui/orgs/:org/deleted-stacks/:id/restore': 'admin',
  'GET /api/ui/orgs/:org/retention': 'admin',
  'POST /api/ui/orgs/:org/retention': 'admin',
  'GET /api/ui/orgs/:org/retention/preview': 'admin',
  'POST /api/ui/orgs/:org/retention/run': 'admin',
  'GET /api/ui/live': 'read',
  'GET /api/ui/attention': 'read',
  'GET /api/ui/dashboard': 'read',
  'GET /api/ui/people': 'read',
  'GET /api/ui/preferences': 'read',
  'GET /api/ui/favourites': 'read',
  'POST /api/ui/favourites': 'read',
  'POST /api/ui/views': 'read',
  'DELETE /api/ui/views/:name': 'read',
  'GET /api/ui/lease-board': 'read',
  'GET /api/ui/search/resources': 'read',
  'GET /api/ui/search/runs': 'read',
  'GET /api/ui/stacks': 'read',
  'GET /api/ui/leases': 'read',
  'GET /api/ui/untracked': 'read',
  'GET /api/ui/untracked/count': 'read',
  'GET /api/ui/alarms': 'read',
  'GET /api/ui/activity': 'read',
  'GET /api/ui/stack-graph': 'read',
  'GET /api/ui/stack-names': 'read',
  [`GET ${V}`]: 'read',
  [`GET ${V}/outputs`]: 'read',
  [`GET ${V}/updates`]: 'read',
  [`GET ${V}/updates/:version`]: 'read',
  [`GET ${V}/previews/:updateId`]: 'read',
  [`GET ${V}/runs/:run/before`]: 'read',
  [`GET ${V}/runs/:run/changes`]: 'read',
  [`GET ${V}/runs/:run/progress`]: 'read',
  [`GET ${V}/runs/:run/timeline`]: 'read',
  [`GET ${V}/runs/:run/log`]: 'read',
  [`GET ${V}/versions`]: 'read',
  [`GET ${V}/resources`]: 'read',
  [`GET ${V}/resource`]: 'read',
  [`GET ${V}/resource-history`]: 'read',
  [`GET ${V}/graph-notes`]: 'read',
  [`GET ${V}/readers`]: 'read',
  [`GET ${V}/graph`]: 'read',
  [`GET ${V}/compare`]: 'read',
  [`GET ${V}/entry`]: 'read',
  [`GET ${V}/state`]: 'read',
  [`GET ${V}/state.json`]: 'read',
  [`GET ${V}/copies`]: 'read',
  [`POST ${V}/edits/plan`]: 'read',
  [`POST ${V}/edits/file`]: 'operate',
  [`POST ${V}/edits`]: 'operate',
  [`POST ${V}/import/plan`]: 'read',
  [`POST ${V}/import`]: 'operate',
  [`POST ${V}/moves/plan`]: 'read',
  [`POST ${V}/moves`]: 'operate',
  [`POST ${V}/lock`]: 'operate',
  [`POST ${V}/tags`]: 'operate',
  [`POST ${V}/rename`]: 'operate',
  [`POST ${V}/transfer`]: 'operate',
  [`POST ${V}/remove`]: 'operate',
  [`POST ${V}/lock/extend`]: 'operate',
  [`POST ${V}/lock/release`]: 'operate',
  [`DELETE ${V}/lock`]: 'operate',
  [`POST ${V}/lock/break`]: 'operate',
  [`GET ${V}/lease/wait`]: 'operate',
  [`GET ${V}/lease/log`]: 'read',
  [`GET ${V}/recover`]: 'read',
  [`GET ${V}/recover/:recovery`]: 'read',
  [`POST ${V}/orphaned-update/resolve`]: 'operate',
  [`POST ${V}/untracked/answer`]: 'operate',
  [`POST ${V}/alarms/:alarm/acknowledge`]: 'operate',
  [`POST ${V}/recoveries/plan`]: 'read',
  [`POST ${V}/recoveries/file`]: 'operate',
  [`POST ${V}/recoveries`]: 'operate',
  [`GET ${V}/recoveries`]: 'read',
  [`GET ${V}/reviews`]: 'read',
  [`POST ${V}/reviews`]: 'operate',
  [`GET ${V}/recoveries/:id`]: 'read',
  [`POST ${V}/recoveries/:id/undo`]: 'operate',
}

const ROLES: Role[] = ['reader', 'operator', 'admin']
const SCOPES: Scope[] = ['metrics', 'read', 'preview', 'operate', 'admin']
const REACH: Record<Role, Scope> = { reader: 'read', operator: 'operate', admin: 'admin' }
const may = (role: Role, scope: Scope, needed: TokenScope) =>
  SCOPES.indexOf(needed) <= Math.min(SCOPES.indexOf(REACH[role]), SCOPES.indexOf(scope))

/** A server with one stack, one update and one preview, neither of them started, and every kind of caller. */
async function world(openStore?: Parameters<typeof createHarness>[1]) {
  const harness = await createHarness({}, openStore)
  const { deps } = harness
  const service = createServiceApp(deps)
  await harness.cli.createStack('organization/shop/prod')
  const create = (kind: string) =>
    harness.cli.send(`organization/shop/prod/${kind}`, { name: 'x', runtime: 'nodejs', metadata: { message: '' } })
  const ids = {
    update: String((await create('update'))['updateID']),
    preview: String((await create('preview'))['updateID']),
  }
  const callers = ROLES.flatMap((role) => SCOPES.map((scope) => ({ role, scope })))
  const tokens = await deps.store.write(async (writer) => {
    const made: { role: Role; scope: Scope; value: string; userId: string }[] = []
    for (const { role, scope } of callers) {
      const [id, login] = [deps.newId(), `${role}-${scope}`]
      await writer.insertUser({ id, login, name: login, role, roles: {}, createdAt: 1, removedAt: null })
      const { value } = await createToken(deps, writer, { userId: id, name: login, scope, source: 'terminal' })
      made.push({ role, scope, value, userId: id })
    }
    return made
  })
  const send = (route: string, headers: Record<string, string>, { body = {}, run = ids.preview }: Sent = {}) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern
      .replace(':org/:project/:stack', 'organization/shop/prod')
      .replace(/:kind\{.*?\}/, 'update')
      .replace(/:updateI[Dd]|:run/, run)
      .replace(':org', 'organization')
      .replace(':project', 'shop')
      .replace(':version', '1')
      .replace(/:\w+/g, 'x')
      .replace(/\/lease\/wait$/, '$&?timeout=0')
    const app = path.startsWith('/api/ui/') ? harness.ui : service
    return app.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
  }
  return { harness, service, tokens, send, ids }
}
type World = Awaited<ReturnType<typeof world>>
type Sent = { body?: unknown; run?: string }

/** The requests that test whether a route opens: two if the scope depends on the request. */
const casesOf = (needed: Needed, ids: { update: string; preview: string }): [TokenScope, Sent][] =>
  needed === DRY
    ? [
        ['preview', { body: { options: { dryRun: true } }, run: ids.preview }],
        ['operate', { run: ids.update }],
      ]
    : needed === 'public' || needed === 'lease'
      ? []
      : [[needed === OWN ? 'preview' : needed, {}]]

const registered = async () => {
  const { harness, service } = await world()
  return [...harness.ui.routes, ...service.routes]
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
}

it('the table has a row for every route of the server, and no other row', async () => {
  expect([...new Set(await registered())].toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

/** Each role with each scope may call the route, or is refused in its caller's format. */
async function expectMatrix({ tokens, send, ids }: World, route: string, needed: Needed): Promise<void> {
  expect((await send(route, {})).status).toBe(401)
  for (const { value, role, scope } of tokens) {
    for (const [least, sent] of casesOf(needed, ids)) {
      const response = await send(route, { authorization: `token ${value}` }, sent)
      expect(await refusalIn(response, route), `${role} with ${scope}`).toEqual(
        may(needed === OWN ? 'admin' : role, scope, least)
          ? undefined
          : { status: 403, isNamed: true, isInShape: true },
      )
    }
  }
}

/** Returns the refusal in the caller's format; undefined if it was not refused. */
async function refusalIn(response: Response, of: string) {
  if (![401, 403].includes(response.status)) {
    await response.body?.cancel()
    return undefined
  }
  const answer = (await response.json()) as { message?: string; detail?: string; code: unknown }
  const isOurs = of.includes(' /api/ui/')
  const text = (isOurs ? answer.detail : answer.message) ?? ''
  const isNamed = /the (scope (read|preview|operate|admin)|role (operator|admin))\b/.test(text)
  return { status: response.status, isNamed, isInShape: answer.code === (isOurs ? 'forbidden' : 403) }
}

const rows = Object.entries(TABLE)
const rowsOf = (kind: Needed) => rows.filter(([, needed]) => needed === kind)

describe('access to a route', () => {
  it.each(rowsOf('public'))('needs no credential: %s (%s)', async (route) => {
    const { send } = await world()
    expect([401, 403]).not.toContain((await send(route, {})).status)
  })

  it.each(rowsOf('lease'))('needs a lease token: %s (%s)', async (route) => {
    const { tokens, send } = await world()
    expect((await send(route, {})).status).toBe(401)
    for (const { value } of tokens) expect((await send(route, { authorization: `token ${value}` })).status).toBe(403)
  })

  it.each(rows.filter(([, needed]) => needed !== 'public' && needed !== 'lease'))(
    'needs both the role of the caller and the scope of the token: %s (%s)',
    async (route, needed) => {
      await expectMatrix(await world(), route, needed)
    },
  )

  it('is refused with the name of the scope that the token lacks', async () => {
    const { tokens, send, ids } = await world()
    const reading = tokens.find(({ role, scope }) => role === 'admin' && scope === 'read')
    const headers = { authorization: `token ${reading?.value}` }
    expect(await (await send(`POST ${S}/preview`, headers)).json()).toEqual({
      code: 403,
      message: 'Forbidden: This needs the scope preview; the access token “admin-read” has the scope read.',
    })
    const real = (await (await send(`POST ${U}`, headers, { run: ids.update })).json()) as { message: string }
    expect(real.message).toContain('the scope operate')
    expect(await (await send('GET /api/ui/users', headers)).json()).toMatchObject({
      code: 'forbidden',
      params: { needs: 'admin', has: 'read' },
    })
  })
})

describe('access to a route, with PostgreSQL', () => {
  let postgres: PostgresServer
  let here: World
  const stores: Store[] = []
  // One database for all routes: a call that is answered may change what others find, but not who may call.
  beforeAll(async () => {
    postgres = await startPostgres()
    const url = await postgres.createDatabase()
    here = await world(async ({ clock }) => {
      const store = await openPostgresStore({ url, offset: () => clock() - Date.now() })
      stores.push(store)
      return store
    })
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await postgres.stop()
  })

  // First those that examine an update, which others remove.
  const inOrder = rows.toSorted(([, a], [, b]) => Number(b === DRY) - Number(a === DRY))
  it.each(inOrder.filter(([, needed]) => needed !== 'public' && needed !== 'lease'))(
    'needs the same: %s (%s)',
    async (route, needed) => expectMatrix(here, route, needed),
  )

  it.each(rowsOf('lease'))('needs a lease token: %s (%s)', async (route) => {
    for (const { value } of here.tokens)
      expect((await here.send(route, { authorization: `token ${value}` })).status).toBe(403)
  })
})

describe('a cookie', () => {
  const cookieOf = async ({ harness }: Awaited<ReturnType<typeof world>>) => {
    const admin = await harness.deps.store.read((reader) => reader.userByLogin('admin'))
    const code = await createCode(harness.deps, admin?.id ?? '')
    const origin = 'http://localhost:3000'
    const response = await harness.call('POST', '/session', { headers: { origin }, body: { code } })
    return response.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const isWrite = ([route]: [string, Needed]) => route.includes(' /api/ui/') && !route.startsWith('GET ')

  it.each(Object.entries(TABLE).filter(isWrite))('is ignored from a foreign page: %s', async (route) => {
    const here = await world()
    const cookie = await cookieOf(here)
    for (const origin of ['https://evil.example', 'http://localhost:3001', 'null']) {
      const response = await here.send(route, { cookie, origin })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'wrong_origin' })
    }
  })

  // Signing in requires no session: a leftover cookie must not prevent a script from it.
  const needsSession = (row: [string, Needed]) => isWrite(row) && row[0] !== 'POST /api/ui/session'
  it.each(rows.filter(needsSession))('is ignored without an origin: %s', async (route) => {
    const here = await world()
    expect((await here.send(route, { cookie: await cookieOf(here) })).status).toBe(403)
  })

  it('takes no place in a queue when another site opens the address, only for a page of the console', async () => {
    const here = await world()
    const cookie = await cookieOf(here)
    const wait = 'GET /api/ui/stacks/:org/:project/:stack/lease/wait'
    for (const site of [undefined, 'cross-site', 'same-site', 'none']) {
      const response = await here.send(wait, { cookie, ...(site !== undefined && { 'sec-fetch-site': site }) })
      expect(response.status).toBe(403)
    }
    const own = await here.send(wait, { cookie, 'sec-fetch-site': 'same-origin' })
    expect(own.status).not.toBe(403)
    await own.body?.cancel()
  })

  it.each(['POST /api/ui/tokens', 'POST /api/ui/users'])(
    'is ignored with a content type that a form can send: %s',
    async (route) => {
      const here = await world()
      const form = { cookie: await cookieOf(here), origin: 'http://localhost:3000', 'content-type': 'text/plain' }
      expect((await here.send(route, form)).status).toBe(403)
    },
  )

  it.each(Object.entries(TABLE).filter(([route, needed]) => !route.includes(' /api/ui/') && needed !== 'public'))(
    'gives no access to the CLI’s API: %s',
    async (route) => {
      const here = await world()
      const cookie = await cookieOf(here)
      expect((await here.send(route, { cookie, origin: 'http://localhost:3000' })).status).toBe(401)
    },
  )
})
