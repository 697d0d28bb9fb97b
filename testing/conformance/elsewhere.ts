import { expect, it } from 'vitest'
import { outcome, type World } from '#testing/protocolWorld.ts'
import { AT, STACK } from './samples.ts'

/** The smallest answers that the CLI can read and continue with. */
const ANSWERS: [path: string, answer: unknown][] = [
  ['/api/orgs/organization/policypacks', { policyPacks: [] }],
  ['/api/orgs/organization/policygroups', { policyGroups: [] }],
  [`${AT}/policypacks`, { requiredPolicies: [] }],
  [`${AT}/deployments/schedules`, { schedules: [] }],
  [`${AT}/drift/status`, { driftDetected: false, latestDriftRun: '', runInProgress: false }],
  [`${AT}/drift/runs?page=1&pageSize=10`, { driftRuns: [], itemsPerPage: 10, total: 0 }],
  [`${AT}/hooks`, []],
  ['/api/orgs/organization/hooks', []],
  ['/api/registry/packages?limit=499&name=aws', { packages: [] }],
  ['/api/registry/templates?limit=499', { templates: [] }],
  ['/api/orgs/organization/teams', { teams: [] }],
  ['/api/orgs/organization/roles?uxPurpose=role', { roles: [] }],
]

/** Endpoints that do not exist, for which the CLI accepts a 404. */
const ABSENT: [method: string, path: string][] = [
  ['GET', `${AT}/deployments/settings`],
  ['POST', `${AT}/deployments`],
  ['GET', `${AT}/deployments/some-id/logs`],
  ['POST', '/api/orgs/organization/policyresults/issues'],
  ['GET', '/api/esc/environments/organization'],
  ['GET', '/api/registry/packages/source/publisher/aws/versions/latest'],
  ['POST', '/api/ai/chat/preview'],
  ['GET', '/api/orgs/organization/search/resources'],
  ['GET', '/api/orgs/organization/auditlogs/export'],
  ['POST', '/api/log-encryption-session/init'],
  ['GET', '/api/agents/signup'],
  ['GET', '/api/console/orgs/organization/integrations/github-app'],
]

/** Other calls of the CLI (docs/protocol.md, Calls with a fixed answer). */
export function elsewherePoints(world: () => World): void {
  it('calls about unsupported features are answered so that the CLI continues, and only for signed-in callers', async () => {
    const cli = await world().stack()
    for (const [path, answer] of ANSWERS) {
      expect([path, await cli.call('GET', path)]).toEqual([path, answer])
      expect(await outcome(world().cli({ token: 'wrong' }).call('GET', path))).toMatch(/^\[401\]/)
    }
    for (const [method, path] of ABSENT)
      expect([path, await outcome(cli.call(method, path))]).toEqual([
        path,
        expect.stringMatching(/^\[404\] Not Found: /),
      ])
  })

  it('stack configuration by the service is refused on request, and not needed', async () => {
    const cli = world().cli()
    const body = { stackName: 'remote', config: { environment: 'shop/prod' } }
    expect(await outcome(cli.call('POST', '/api/stacks/organization/shop', { body }))).toMatch(/^\[400\]/)
    expect(await outcome(cli.getStack({ ...STACK, stack: 'remote' }))).toMatch(/^\[404\]/)
    await cli.initStack(STACK)
    expect(await outcome(cli.call('PUT', `${AT}/config`, { body: { environment: 'shop/prod' } }))).toMatch(/^\[400\]/)
    expect(await outcome(cli.call('GET', `${AT}/config`))).toMatch(/^\[404\]/)
    expect(await outcome(cli.call('DELETE', `${AT}/config`))).toBe('ok')
    // A configuration here would make the CLI ignore the stack's own file (docs/protocol.md, Stacks).
    expect(await cli.getStack(STACK)).not.toHaveProperty('config')
  })
}
