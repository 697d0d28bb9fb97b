import type { AccessToken } from '#contract/session.ts'
import type { Deps } from '../deps.ts'
import { createToken } from '../http/auth.ts'
import { ApiError } from '../http/problems.ts'
import type { TokenRow } from '../store/port.ts'
import type { Call, Handlers } from './handlers.ts'

/** Access tokens of the person who asks, `pulumi login` by browser included. */
export function tokenHandlers(deps: Deps): Pick<Handlers, 'tokenList' | 'tokenCreate' | 'tokenRevoke' | 'cliLogin'> {
  async function create({ user, requestId }: Call, name: string, source: TokenRow['source']) {
    const created = await deps.store.write(async (writer) => {
      const token = await createToken(deps, writer, { userId: user.id, name, source })
      const { hint, createdAt: at } = token.row
      const detail = `${name} (${hint}…)`
      await writer.appendAudit({ at, login: user.login, action: 'token.create', stackId: null, detail, requestId })
      return token
    })
    deps.bus.publish({ type: 'tokens' })
    return { token: toToken(created.row), value: created.value }
  }

  return {
    async tokenList(_, { user }) {
      return { tokens: (await deps.store.read((reader) => reader.tokens(user.id))).map(toToken) }
    },

    tokenCreate: ({ body }, call) => create(call, body.name, 'console'),

    cliLogin: ({ body }, call) => create(call, body.description || 'pulumi login', 'cli-login'),

    async tokenRevoke({ params }, { user, requestId }) {
      const at = await deps.store.now()
      await deps.store.write(async (writer) => {
        const token = (await writer.tokens(user.id)).find(({ id }) => id === params.id)
        if (token === undefined) throw new ApiError('not_found', 'You have no such access token.')
        if (token.source === 'environment') {
          const detail =
            'This token is set by HOLDFAST_ACCESS_TOKEN: take it out of the settings and restart the server.'
          throw new ApiError('conflict', detail)
        }
        await writer.patchToken(token.id, { revokedAt: at })
        const detail = `${token.name} (${token.hint}…)`
        await writer.appendAudit({ at, login: user.login, action: 'token.revoke', stackId: null, detail, requestId })
      })
      deps.bus.publish({ type: 'tokens' })
      return { ok: true }
    },
  }
}

const toToken = ({ id, name, hint, createdAt, lastUsedAt, source }: TokenRow): AccessToken => ({
  id,
  name,
  hint,
  createdAt,
  lastUsedAt,
  source,
})
