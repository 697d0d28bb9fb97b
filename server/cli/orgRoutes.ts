import type { Deps } from '../deps.ts'
import { listAuditLog } from './lists/auditLog.ts'
import type { Ctx, CliContext, ServiceApp } from './cliContext.ts'
import { listMembers } from './lists/members.ts'

/**
 * Routes about an organization's members and audit log. Users and the audit log belong to the server, so both require
 * an administrator of the server, as in the console, and of the organization.
 */
export function mountOrganizations(app: ServiceApp, deps: Deps, { signedIn }: CliContext): void {
  const orgOf = (context: Ctx) => context.req.param('org') ?? ''
  app.get(
    '/api/orgs/:org/members',
    signedIn(async (context, { need }) => {
      need('admin', null)
      return context.json(await listMembers(deps, orgOf(context), context.req.query()))
    }),
  )
  const versions = [
    ['/api/orgs/:org/auditlogs', 1],
    ['/api/orgs/:org/auditlogs/v2', 2],
  ] as const
  for (const [path, version] of versions) {
    app.get(
      path,
      signedIn(async (context, { need }) => {
        need('admin', null)
        return context.json(await listAuditLog(deps, orgOf(context), context.req.query(), version))
      }),
    )
  }
}
