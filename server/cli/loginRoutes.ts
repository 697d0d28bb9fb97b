import type { Deps } from '../deps.ts'
import { serviceDocument } from './api/document.ts'
import type { CliContext, ServiceApp } from './cliContext.ts'
import { FIRST_ORGANIZATION } from '../core/stacks/organizations.ts'

/** Routes about the caller and the server's capabilities (docs/protocol.md, Signing in). */
export function mountLogin(app: ServiceApp, deps: Deps, { signedIn }: CliContext): void {
  app.get(
    '/api/user',
    signedIn(async (context, { user }) =>
      context.json({
        id: user.id,
        githubLogin: user.login,
        name: user.name,
        email: '',
        avatarUrl: '',
        organizations: [{ githubLogin: FIRST_ORGANIZATION, name: FIRST_ORGANIZATION, avatarUrl: '' }],
        identities: [],
        siteAdmin: user.role === 'admin',
      }),
    ),
  )
  app.get(
    '/api/user/organizations/default',
    signedIn(async (context) => context.json({ GitHubLogin: FIRST_ORGANIZATION, Messages: [] })),
  )
  app.get('/api/capabilities', (context) => context.json({ capabilities: capabilities(deps) }))
  let document: ReturnType<typeof serviceDocument> | undefined // built at the first request
  app.get('/api/openapi/pulumi-spec.json', (context) => context.json((document ??= serviceDocument(deps.settings))))
  app.get('/api/cli/version', (context) =>
    context.json({ latestVersion: 'v3.0.0', oldestWithoutWarning: 'v3.0.0', latestDevVersion: '' }),
  )
}

/**
 * The capabilities offered to the CLI. Delta uploads work but carry no pending operations, so they are not offered by
 * default (docs/protocol.md, Capabilities).
 */
const capabilities = (deps: Deps) => [
  { capability: 'batch-encrypt' },
  { capability: 'deployment-schema-version', version: 1, configuration: { version: 4 } },
  ...(deps.settings.advertiseDelta
    ? [
        {
          capability: 'delta-checkpoint-uploads-v2',
          version: 2,
          configuration: { checkpointCutoffSizeBytes: 1_048_576 },
        },
      ]
    : []),
]
