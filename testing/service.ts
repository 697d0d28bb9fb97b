import { createCli, type CliOptions } from '#mocks/cli.ts'
import { createServiceApp } from '#server/cli/routes.ts'
import { testDeps, testToken } from './deps.ts'

export const STACK = { org: 'organization', project: 'shop', stack: 'prod' }

/** The CLI's API on an in-memory store (or the one given), a clock moved by hand, and simulated clients. */
export async function testService(options: Parameters<typeof testDeps>[0] = {}) {
  const { deps, clock, lines } = testDeps(options)
  const token = await testToken(deps)
  const app = createServiceApp(deps)
  const fetch = async (request: Request) => app.fetch(request)
  const cli = (more: Partial<CliOptions> = {}) => createCli({ fetch, url: 'http://test', token, ...more })
  return { deps, clock, lines, token, app, fetch, cli }
}
