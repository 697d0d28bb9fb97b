import type { Deps } from '../deps.ts'
import { requestIdOf } from '../http/requestId.ts'
import { makeToken, revokeToken, type Maker } from '../core/access/accessTokens.ts'
import { badRequest } from './cliError.ts'
import type { Caller, Ctx, CliContext, ServiceApp } from './cliContext.ts'
import { listTokens, NewTokenRequest } from './lists/tokenList.ts'

/** Routes about the caller's own access tokens; creation and revocation follow the same rules as in the console. */
export function mountTokens(app: ServiceApp, deps: Deps, { signedIn, body }: CliContext): void {
  const makerOf = (context: Ctx, { user, token, by }: Caller): Maker => ({
    user,
    bound: token,
    session: null,
    by,
    requestId: requestIdOf(deps, context),
  })
  app.get(
    '/api/user/tokens',
    signedIn(async (context, { user }) => context.json(await listTokens(deps, user, context.req.query()))),
  )
  app.post(
    '/api/user/tokens',
    signedIn(async (context, caller) => {
      const { description: name, expires } = await body(context, NewTokenRequest)
      const expiresAt = expires ? expires * 1000 : null
      if (expiresAt !== null && expiresAt <= (await deps.store.now()))
        throw badRequest('expires must be a time to come, in seconds since 1970, or 0 for never.')
      const made = await makeToken(deps, makerOf(context, caller), caller.user, { name, expiresAt, source: 'api' })
      return context.json({ id: made.row.id, tokenValue: made.value })
    }),
  )
  app.delete(
    '/api/user/tokens/:tokenId',
    signedIn(async (context, caller) => {
      await revokeToken(deps, makerOf(context, caller), caller.user, context.req.param('tokenId') ?? '')
      return context.body(null, 204)
    }),
  )
}
