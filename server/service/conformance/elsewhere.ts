import { expect, it } from 'vitest'
import { outcome, type World } from '../../../fixtures/protocolWorld.ts'
import { AT, STACK } from './samples.ts'

/** What else the CLI may call (service-api 7), and what it is told so that it goes on. */
export function elsewherePoints(world: () => World): void {
  it.each([
    ['policy packs', '/api/orgs/organization/policypacks', { policyPacks: [] }],
    ['policy groups', '/api/orgs/organization/policygroups', { policyGroups: [] }],
    ['required policies', `${AT}/policypacks`, { requiredPolicies: [] }],
    ['schedules', `${AT}/deployments/schedules`, { schedules: [] }],
    ['drift', `${AT}/drift/status`, { driftDetected: false, latestDriftRun: '', runInProgress: false }],
    ['drift runs', `${AT}/drift/runs?page=1&pageSize=10`, { driftRuns: [], itemsPerPage: 10, total: 0 }],
    ['webhooks of a stack', `${AT}/hooks`, []],
    ['webhooks of an organisation', '/api/orgs/organization/hooks', []],
    ['packages', '/api/registry/packages?limit=499&name=aws', { packages: [] }],
    ['templates', '/api/registry/templates?limit=499', { templates: [] }],
    ['members', '/api/orgs/organization/members?type=backend', { members: [] }],
    ['teams', '/api/orgs/organization/teams', { teams: [] }],
    ['roles', '/api/orgs/organization/roles?uxPurpose=role', { roles: [] }],
  ])('is answered with the smallest thing that it can read: %s', async (_name, path, answer) => {
    const cli = await world().stack()
    expect(await cli.call('GET', path)).toEqual(answer)
    expect(await outcome(world().cli({ token: 'wrong' }).call('GET', path))).toMatch(/^\[401\]/)
  })

  it.each([
    ['GET', `${AT}/deployments/settings`],
    ['POST', `${AT}/deployments`],
    ['GET', `${AT}/deployments/some-id/logs`],
    ['POST', '/api/orgs/organization/policyresults/issues'],
    ['GET', '/api/esc/environments/organization'],
    ['GET', '/api/registry/packages/source/publisher/aws/versions/latest'],
    ['POST', '/api/ai/chat/preview'],
    ['GET', '/api/orgs/organization/search/resources'],
    ['GET', '/api/orgs/organization/auditlogs'],
    ['POST', '/api/log-encryption-session/init'],
    ['GET', '/api/agents/signup'],
    ['GET', '/api/openapi/pulumi-spec.json'],
    ['GET', '/api/console/orgs/organization/integrations/github-app'],
  ])('is not there, in words that it takes for an answer: %s %s', async (method, path) => {
    expect(await outcome((await world().stack()).call(method, path))).toMatch(/^\[404\] Not Found: /)
  })

  it('stack configuration by the service is refused when it is asked for, and nothing is missing without it', async () => {
    const cli = world().cli()
    const body = { stackName: 'remote', config: { environment: 'shop/prod' } }
    expect(await outcome(cli.call('POST', '/api/stacks/organization/shop', { body }))).toMatch(/^\[400\]/)
    expect(await outcome(cli.getStack({ ...STACK, stack: 'remote' }))).toMatch(/^\[404\]/)
    await cli.initStack(STACK)
    expect(await outcome(cli.call('PUT', `${AT}/config`, { body: { environment: 'shop/prod' } }))).toMatch(/^\[400\]/)
    expect(await outcome(cli.call('GET', `${AT}/config`))).toMatch(/^\[404\]/)
    expect(await outcome(cli.call('DELETE', `${AT}/config`))).toBe('ok')
    // A configuration here would make the CLI ignore the stack's own file (service-api 3.4).
    expect(await cli.getStack(STACK)).not.toHaveProperty('config')
  })
}
