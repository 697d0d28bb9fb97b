import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { dispatchTo } from './dispatch.ts'
import { admit } from '../http/admit.ts'
import { answer } from '../http/answer.ts'
import { inNameOf } from '../http/inNameOf.ts'
import { allowedAt } from '../http/methods.ts'
import { openApiDocument } from '../http/openapi.ts'
import { ApiError } from '../http/apiError.ts'
import type { RequestVariables } from '../http/requestId.ts'
import { missingRight } from '../core/access/rights.ts'
import { TO_DECRYPT } from '../core/secrets/readableSecrets.ts'
import { activityHandlers } from './stacks/activity.ts'
import { alarmHandlers } from './untracked/alarms.ts'
import { approvalHandlers } from './approvals/approvals.ts'
import { backendHandlers } from './backends/backends.ts'
import { auditHandlers, auditLines } from './access/audit.ts'
import { dashboardHandlers } from './stacks/dashboard.ts'
import { deletedStackHandlers } from './stacks/deletedStacks.ts'
import { browserSessionHandlers } from './access/browserSessions.ts'
import { credentialChangeHandlers } from './access/credentialChanges.ts'
import { compareHandlers } from './states/compare.ts'
import { editHandlers, stateFile } from './edits/edits.ts'
import type { Handlers } from './handlers.ts'
import { leaseBoardHandlers } from './leases/leaseBoard.ts'
import { leaseHandlers } from './leases/leases.ts'
import { liveStream } from './live.ts'
import { lockHandlers } from './leases/locks.ts'
import { logHandlers } from './updates/log.ts'
import { timelineHandlers } from './updates/timeline.ts'
import { organizationHandlers } from './stacks/organizations.ts'
import { previousRunHandlers } from './updates/previousRun.ts'
import { untrackedHandlers } from './untracked/untracked.ts'
import { recoveryHandlers } from './recoveries/recoveries.ts'
import { preferenceHandlers } from './access/preferences.ts'
import { resourceHandlers } from './states/resources.ts'
import { resourceHistoryHandlers } from './states/resourceHistory.ts'
import { retentionHandlers } from './stacks/retention.ts'
import { searchHandlers } from './search/search.ts'
import { reviewHandlers } from './recoveries/reviews.ts'
import { sessionHandlers } from './access/session.ts'
import { stackGraphHandlers } from './stacks/stackGraph.ts'
import { stackReaderHandlers } from './stacks/stackReaders.ts'
import { stackSettingHandlers } from './stacks/settings.ts'
import { stackHandlers } from './stacks/stacks.ts'
import { tokenHandlers } from './access/tokens.ts'
import { updateHandlers } from './updates/updates.ts'
import { userHandlers } from './access/users.ts'
import { versionHandlers } from './states/versions.ts'

const handlersOf = (deps: Deps): Handlers => ({
  ...sessionHandlers(deps),
  ...credentialChangeHandlers(deps),
  ...browserSessionHandlers(deps),
  ...tokenHandlers(deps),
  ...userHandlers(deps),
  ...organizationHandlers(deps),
  ...auditHandlers(deps),
  ...backendHandlers(deps),
  ...stackHandlers(deps),
  ...stackSettingHandlers(deps),
  ...preferenceHandlers(deps),
  ...dashboardHandlers(deps),
  ...deletedStackHandlers(deps),
  ...retentionHandlers(deps),
  ...activityHandlers(deps),
  ...stackGraphHandlers(deps),
  ...stackReaderHandlers(deps),
  ...searchHandlers(deps),
  ...leaseHandlers(deps),
  ...leaseBoardHandlers(deps),
  ...lockHandlers(deps),
  ...updateHandlers(deps),
  ...logHandlers(deps),
  ...timelineHandlers(deps),
  ...previousRunHandlers(deps),
  ...versionHandlers(deps),
  ...resourceHandlers(deps),
  ...resourceHistoryHandlers(deps),
  ...recoveryHandlers(deps),
  ...reviewHandlers(deps),
  ...untrackedHandlers(deps),
  ...alarmHandlers(deps),
  ...editHandlers(deps),
  ...compareHandlers(deps),
  ...approvalHandlers(deps),
})

/** The console's API: everything under `/api/ui`. */
export function createUiApp(deps: Deps): Hono<{ Variables: RequestVariables }> {
  const app = dispatchTo(deps, handlersOf(deps))
  app.get('/api/ui/openapi.json', (context) =>
    answer(deps, context, async () => Response.json(openApiDocument(deps.settings.version))),
  )
  app.get('/api/ui/stacks/:org/:project/:stack/state.json', (context) =>
    answer(deps, context, async () => {
      const { org, project, stack } = context.req.param()
      const identity = await admit(deps, context, 'reader')
      const sealed = identity && missingRight(identity, TO_DECRYPT, org)
      const asked = { version: context.req.query('version'), request: context.req.raw }
      return inNameOf(deps, identity, context.req.raw, () => stateFile(deps, sealed, { org, project, stack }, asked))
    }),
  )
  app.get('/api/ui/audit.jsonl', (context) =>
    answer(deps, context, async () => {
      const { user } = await admit(deps, context, 'admin')
      return auditLines(deps, context.req.raw, user)
    }),
  )
  app.get('/api/ui/live', (context) =>
    answer(deps, context, async () => {
      const { user } = await admit(deps, context, 'reader')
      return liveStream(deps, context.req.raw, user)
    }),
  )
  app.all('/api/ui/*', (context) =>
    answer(deps, context, () => {
      const allow = allowedAt(app, context.req.path)
      if (allow !== undefined)
        throw new ApiError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } })
      throw new ApiError('not_found', 'The console’s API has no such call.')
    }),
  )
  return app
}
