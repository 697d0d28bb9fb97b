import { Hono } from 'hono'
import { allowedAt } from '../http/methods.ts'
import { ANSWER_HEADERS } from '../http/headers.ts'
import { causeOf } from '../http/problems.ts'
import { requestIdOf } from '../http/requestId.ts'
import type { Deps } from '../deps.ts'
import { missingFeatureAt } from './api/features.ts'
import { jsonOnly } from './contentType.ts'
import { methodNotAllowed, notFound } from './cliError.ts'
import { asCliError } from './presentRefusal.ts'
import { mountHistory } from './historyRoutes.ts'
import { createCliContext, type ServiceApp } from './cliContext.ts'
import { mountLogin } from './loginRoutes.ts'
import { mountMinimal } from './minimal.ts'
import { mountOrganizations } from './orgRoutes.ts'
import { mountSecrets } from './secretRoutes.ts'
import { mountStacks } from './stackRoutes.ts'
import { mountTags } from './tagRoutes.ts'
import { mountTokens } from './tokenRoutes.ts'
import { mountUpdates } from './updateRoutes.ts'

/** The API that the CLI calls. As lenient as the CLI requires; errors always in the CLI's format. */
export function createServiceApp(deps: Deps): ServiceApp {
  const app: ServiceApp = new Hono()
  app.use('/api/*', async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) context.res.headers.set(name, value)
  })
  app.onError((error, context) => {
    const requestId = requestIdOf(deps, context)
    const refusal = asCliError(error, deps.settings)
    if (refusal !== undefined) {
      return context.json({ code: refusal.status, message: refusal.message }, refusal.status as 400, refusal.headers)
    }
    deps.log.error({ requestId, path: context.req.path, ...causeOf(error) }, 'request failed')
    const message = 'Internal Server Error: something went wrong here, and nothing was changed half way; try again.'
    return context.json({ code: 500, message }, 500)
  })
  app.use('/api/*', jsonOnly)
  const cliContext = createCliContext(deps)
  mountLogin(app, deps, cliContext)
  mountStacks(app, deps, cliContext)
  mountTags(app, deps, cliContext)
  mountSecrets(app, deps, cliContext)
  mountHistory(app, deps, cliContext)
  mountUpdates(app, deps, cliContext)
  mountTokens(app, deps, cliContext)
  mountOrganizations(app, deps, cliContext)
  mountMinimal(app, cliContext)
  app.all('/api/*', (context) => {
    const { path } = context.req
    const missing = missingFeatureAt(path)
    const allow = allowedAt(app, path)
    if (allow !== undefined) throw methodNotAllowed(allow, missing)
    throw notFound(missing ?? 'there is nothing at this address')
  })
  return app
}
