/** A feature of the public API that this server does not have: what it is, and the beginnings of its addresses. */
type Feature = { name: string; at: readonly string[]; instead?: string }

const ORG = '/api/orgs/*'
const STACK = '/api/stacks/*/*/*'

/**
 * Features that this server does not have (docs/protocol.md, Features that are not here). A call of one is refused with
 * its name, so that it does not look like a wrong address. `*` is one part of an address; more parts may follow.
 */
export const MISSING_FEATURES: readonly Feature[] = [
  {
    name: 'environments (Pulumi ESC)',
    at: ['/api/esc', '/api/preview/environments', `${ORG}/environments`, `${ORG}/secrets`],
  },
  {
    name: 'deployments (runs on the server), schedules or integrations with version control',
    at: [
      `${STACK}/deployments`,
      `${ORG}/deployments`,
      '/api/deployments',
      `${ORG}/agent-pools`,
      '/api/console/orgs/*/integrations',
      '/api/user/vcs',
      '/api/user/github',
      '/api/user/gitlab-app',
    ],
  },
  {
    name: 'Neo (agents and chat)',
    at: ['/api/preview/agents', '/api/ai', `${ORG}/neo`, '/api/console/orgs/*/neo', '/api/agents'],
  },
  {
    name: 'search of an organization by the CLI',
    at: [`${ORG}/search`],
    instead: 'The console has one: Tools → Search resources.',
  },
  {
    name: 'insights (accounts, scans, discovered resources)',
    at: [
      '/api/preview/insights',
      `${ORG}/insights-scans`,
      `${ORG}/discovered-resources`,
      `${ORG}/resources`,
      `${ORG}/packages/usage`,
    ],
  },
  {
    name: 'policy packs, groups or results',
    at: [
      `${ORG}/policypacks`,
      `${ORG}/policygroups`,
      `${ORG}/policyresults`,
      `${ORG}/registry/policypacks`,
      '/api/registry/policypacks',
      `${STACK}/policypacks`,
      `${STACK}/policygroups`,
    ],
  },
  { name: 'a registry (packages and modules)', at: ['/api/registry', '/api/preview/registry'] },
  { name: 'templates of an organization', at: [`${ORG}/templates`, `${ORG}/template`] },
  { name: 'teams', at: [`${ORG}/teams`], instead: 'Users have a role, also for each organization.' },
  { name: 'custom roles', at: [`${ORG}/roles`], instead: 'There are reader, operator and administrator.' },
  { name: 'webhooks', at: [`${ORG}/hooks`, `${STACK}/hooks`] },
  {
    name: 'drift detection of its own',
    at: [`${STACK}/drift`],
    instead: 'Its drift/status tells what the last pulumi refresh --preview-only found.',
  },
  {
    name: 'single sign-on, OAuth or invitations',
    at: ['/api/oauth', `${ORG}/saml`, `${ORG}/oidc`, `${ORG}/auth`, `${ORG}/invites`, '/api/user/pending-invites'],
  },
  { name: 'tokens of an organization or a team', at: [`${ORG}/tokens`], instead: 'Tokens belong to users.' },
  { name: 'change requests', at: ['/api/change-requests', '/api/change-gates'] },
  { name: 'a service catalogue', at: [`${ORG}/services`] },
  { name: 'customer-managed keys', at: [`${ORG}/cmk`], instead: 'The master key is yours: see npm run keys.' },
  { name: 'configuration kept by the service', at: [`${STACK}/config`], instead: 'It is in Pulumi.STACK.yaml.' },
  { name: 'logs of running programs', at: [`${STACK}/logs`] },
]

const patterns = MISSING_FEATURES.flatMap((feature) =>
  feature.at.map((address) => ({
    feature,
    pattern: new RegExp(`^${address.replaceAll('*', '[^/]+')}(?:/|$)`),
  })),
)

/** What is missing at an address, in a sentence; undefined if it is of no known feature. */
export function missingFeatureAt(path: string): string | undefined {
  const found = patterns.find(({ pattern }) => pattern.test(path))?.feature
  return found && [`Holdfast has no ${found.name}.`, ...(found.instead === undefined ? [] : [found.instead])].join(' ')
}
