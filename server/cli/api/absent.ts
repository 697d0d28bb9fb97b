import { z } from 'zod'
import { STACK } from '../../http/addresses.ts'
import type { Route, Routes } from './route.ts'

/**
 * Features that this server does not have, and the smallest answer with which the CLI continues without them
 * (docs/protocol.md, Calls with a fixed answer). Everything else under `/api` is a 404 in the CLI's error format.
 */
export const ABSENT: readonly [path: string, id: string, tag: string, answer: object][] = [
  ['/api/orgs/:org/policypacks', 'ListPolicyPacks_orgs', 'PolicyPacks', { policyPacks: [] }],
  ['/api/orgs/:org/policygroups', 'ListPolicyGroups', 'PolicyGroups', { policyGroups: [] }],
  ['/api/orgs/:org/teams', 'ListTeams', 'Organizations', { teams: [] }],
  ['/api/orgs/:org/roles', 'ListRolesByOrgIDAndUXPurpose', 'Organizations', { roles: [] }],
  ['/api/orgs/:org/hooks', 'ListOrganizationWebhooks', 'Webhooks', []],
  [
    '/api/orgs/:org/templates',
    'GetOrgTemplates',
    'Organizations',
    { templates: {}, orgHasTemplates: false, hasAccessError: false, hasUpstreamError: false },
  ],
  ['/api/registry/packages', 'ListPackages', 'Registry', { packages: [] }],
  ['/api/registry/templates', 'ListTemplates', 'Registry', { templates: [] }],
  [`${STACK}/policypacks`, 'GetStackPolicyPacks', 'StackPolicy', { requiredPolicies: [] }],
  [`${STACK}/hooks`, 'ListStackWebhooks', 'Webhooks', []],
  [`${STACK}/deployments/schedules`, 'ListScheduledDeployment', 'Schedules', { schedules: [] }],
]

export const absentRoutes: Routes = Object.fromEntries(
  ABSENT.map(([path, id, tag, answer]): [string, Route] => [
    `GET ${path}`,
    { needs: 'read', id, summary: 'Not supported: the answer is always the same.', tag, reply: exactly(answer) },
  ]),
)

/** Returns the schema that accepts exactly this value. */
function exactly(value: unknown): z.ZodType {
  if (Array.isArray(value)) return z.array(z.unknown()).length(0)
  if (typeof value !== 'object' || value === null) return z.literal(value as string | number | boolean)
  return z.strictObject(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactly(member)])))
}
