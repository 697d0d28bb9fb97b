import type { Kit } from './kit.ts'
import type { ServiceApp } from './routes.ts'

/**
 * Answers for what the CLI may ask of features that this server has not: each is the smallest one that makes it go on
 * (service-api 7). Everything else under `/api` is a 404 in the CLI's error shape.
 */
export const EMPTY_ANSWERS: readonly [path: string, body: unknown][] = [
  ['/api/orgs/:org/policypacks', { policyPacks: [] }],
  ['/api/orgs/:org/policygroups', { policyGroups: [] }],
  ['/api/orgs/:org/teams', { teams: [] }],
  ['/api/orgs/:org/roles', { roles: [] }],
  ['/api/orgs/:org/hooks', []],
  [
    '/api/orgs/:org/templates',
    { templates: {}, orgHasTemplates: false, hasAccessError: false, hasUpstreamError: false },
  ],
  ['/api/registry/packages', { packages: [] }],
  ['/api/registry/templates', { templates: [] }],
  ['/api/stacks/:org/:project/:stack/policypacks', { requiredPolicies: [] }],
  ['/api/stacks/:org/:project/:stack/hooks', []],
  ['/api/stacks/:org/:project/:stack/deployments/schedules', { schedules: [] }],
  ['/api/stacks/:org/:project/:stack/drift/status', { driftDetected: false, latestDriftRun: '', runInProgress: false }],
  ['/api/stacks/:org/:project/:stack/drift/runs', { driftRuns: [], itemsPerPage: 10, total: 0 }],
]

export function mountMinimal(app: ServiceApp, { signedIn }: Kit): void {
  for (const [path, body] of EMPTY_ANSWERS) {
    app.get(
      path,
      signedIn(async (context) => context.json(body)),
    )
  }
}
