import type { Page } from '@playwright/test'
import type { OverlayName } from '#mocks/overlays.ts'
import type { WorldName } from '#mocks/worlds.ts'

/** A page in a state that matters: its name on the sheet, the world of the demo, the address in it, and what is done there first. */
export type Shot = {
  name: string
  world: WorldName
  path: string
  network?: OverlayName
  does?: (page: Page) => Promise<void>
  /** Its first view depends on the window, so each width is loaded by itself. */
  fits?: true
}

const SHOP = '/organization/shop/prod'
const BROKEN = (project: string) => `/organization/${project}/prod/graph?overlay=integrity`

/** Every page, in the states in which users meet it. */
export const SHOTS: readonly Shot[] = [
  { name: 'home, quiet', world: 'healthy', path: '/' },
  { name: 'home, blocked', world: 'stuckLease', path: '/' },
  { name: 'home, interrupted', world: 'pendingCreates', path: '/' },
  { name: 'home, failed runs', world: 'halfDone', path: '/' },
  { name: 'home, first minute', world: 'empty', path: '/' },
  { name: 'stacks', world: 'halfDone', path: '/-/stacks' },
  { name: 'activity', world: 'halfDone', path: '/-/activity' },
  { name: 'stacks, a fleet in groups', world: 'fleet', path: '/-/stacks?group=project' },
  { name: 'stacks, nothing matches', world: 'halfDone', path: '/-/stacks?search=nothing' },
  { name: 'organization', world: 'healthy', path: '/organization' },
  { name: 'activity, nothing matches', world: 'halfDone', path: '/-/activity?result=running' },
  { name: 'activity, first minute', world: 'empty', path: '/-/activity' },
  { name: 'search', world: 'healthy', path: '/-/search?q=bucket' },
  { name: 'leases', world: 'stuckLease', path: '/-/leases' },
  { name: 'leases, none held', world: 'healthy', path: '/-/leases' },
  { name: 'stack graph', world: 'linked', path: '/-/graph', fits: true },
  { name: 'untracked', world: 'noRecord', path: '/-/untracked' },
  { name: 'untracked, none', world: 'healthy', path: '/-/untracked' },
  { name: 'stack, quiet', world: 'healthy', path: SHOP },
  { name: 'stack, running', world: 'midUpdate', path: SHOP },
  { name: 'stack, blocked', world: 'stuckLease', path: SHOP },
  { name: 'stack, interrupted', world: 'pendingCreates', path: SHOP },
  { name: 'updates', world: 'healthy', path: `${SHOP}/updates` },
  { name: 'update, succeeded', world: 'healthy', path: `${SHOP}/updates/1` },
  { name: 'update, running', world: 'midUpdate', path: `${SHOP}/updates/2` },
  { name: 'update, failed', world: 'halfDone', path: `${SHOP}/updates/2` },
  { name: 'update, interrupted', world: 'pendingCreates', path: `${SHOP}/updates/2` },
  { name: 'update, a provider’s error', world: 'halfDone', path: '/organization/uploads/prod/updates/3' },
  { name: 'update, timeline', world: 'healthy', path: `${SHOP}/updates/1?tab=timeline` },
  { name: 'update, log', world: 'healthy', path: `${SHOP}/updates/1?tab=log` },
  { name: 'update, config', world: 'healthy', path: `${SHOP}/updates/1?tab=config` },
  { name: 'resources', world: 'healthy', path: `${SHOP}/resources` },
  { name: 'graph', world: 'healthy', path: `${SHOP}/graph`, fits: true },
  { name: 'graph, half of a state', world: 'brokenIntegrity', path: BROKEN('archive'), fits: true },
  { name: 'graph, missing parents', world: 'brokenIntegrity', path: BROKEN('billing'), fits: true },
  { name: 'graph, duplicates', world: 'brokenIntegrity', path: BROKEN('catalog'), fits: true },
  { name: 'graph, a cycle', world: 'brokenIntegrity', path: BROKEN('mailer'), fits: true },
  { name: 'versions', world: 'healthy', path: `${SHOP}/versions` },
  { name: 'compare', world: 'healthy', path: `${SHOP}/compare` },
  { name: 'editor', world: 'healthy', path: `${SHOP}/edit` },
  { name: 'options', world: 'healthy', path: `${SHOP}/settings/options` },
  { name: 'recover, nothing', world: 'healthy', path: `${SHOP}/recover` },
  { name: 'recover, interrupted', world: 'pendingCreates', path: `${SHOP}/recover` },
  {
    name: 'wizard, pending operations',
    world: 'pendingCreates',
    path: `${SHOP}/recover/resolve-operations?step=answer`,
  },
  { name: 'wizard, restore a version', world: 'healthy', path: `${SHOP}/recover/restore-version?version=2` },
  { name: 'recover, a reader', world: 'forbidden', path: `${SHOP}/recover` },
  { name: 'recover, blocked', world: 'stuckLease', path: `${SHOP}/recover` },
  { name: 'recover, broken state', world: 'brokenIntegrity', path: `${SHOP}/recover` },
  { name: 'recover, a refresh lost', world: 'refreshLost', path: `${SHOP}/recover` },
  { name: 'diagnose', world: 'healthy', path: '/-/diagnose' },
  { name: 'a problem', world: 'pendingCreates', path: '/-/diagnose/interrupted-update' },
  { name: 'open a state file', world: 'healthy', path: '/-/open' },
  { name: 'import a state', world: 'healthy', path: '/-/import' },
  { name: 'connect', world: 'empty', path: '/-/connect' },
  { name: 'access tokens', world: 'healthy', path: '/-/settings/tokens' },
  { name: 'sessions', world: 'healthy', path: '/-/settings/sessions' },
  { name: 'users', world: 'healthy', path: '/-/settings/users' },
  { name: 'organizations', world: 'healthy', path: '/-/settings/organizations' },
  { name: 'audit', world: 'healthy', path: '/-/settings/audit' },
  { name: 'audit, a reader', world: 'forbidden', path: '/-/settings/audit' },
  { name: 'deleted stacks', world: 'healthy', path: '/-/settings/deleted' },
  { name: 'retention', world: 'healthy', path: '/-/settings/retention' },
  { name: 'sign in', world: 'healthy', path: '/login' },
  { name: 'no such stack', world: 'healthy', path: '/organization/shop/nothing' },
  { name: 'no such update', world: 'healthy', path: `${SHOP}/updates/4711` },
  { name: 'no such page', world: 'healthy', path: '/-/nothing' },
  { name: 'no such organization', world: 'healthy', path: '/nothing' },
  { name: 'no such problem', world: 'healthy', path: '/-/diagnose/nothing' },
  { name: 'compare, two versions', world: 'pendingCreates', path: `${SHOP}/compare?from=1&to=2` },
  { name: 'compare, another stack', world: 'pendingCreates', path: `${SHOP}/compare?of=organization/billing/prod` },
  { name: 'compare, no version yet', world: 'fleet', path: '/organization/orders-01/dev-1/compare' },
  { name: 'stacks, a fleet', world: 'fleet', path: '/-/stacks' },
  { name: 'home, a fleet', world: 'fleet', path: '/' },
  { name: 'leases, a fleet', world: 'fleet', path: '/-/leases' },
  { name: 'organization, a fleet', world: 'fleet', path: '/organization' },
  { name: 'home, ten thousand updates', world: 'busy', path: '/' },
  { name: 'activity, ten thousand', world: 'busy', path: '/-/activity' },
  { name: 'updates, ten thousand', world: 'busy', path: '/organization/storefront/prod/updates' },
  { name: 'update, a long log', world: 'longLog', path: `${SHOP}/updates/2?tab=log` },
  { name: 'update, failed at a provider', world: 'failed', path: '/organization/web/prod/updates/2' },
  { name: 'update, timeline of a failed run', world: 'failed', path: '/organization/web/prod/updates/2?tab=timeline' },
  { name: 'update, timeline of a run', world: 'midUpdate', path: `${SHOP}/updates/2?tab=timeline` },
  { name: 'home, failed at five providers', world: 'failed', path: '/' },
  { name: 'resources, one selected', world: 'secrets', path: `${SHOP}/resources`, does: opensFirstRow },
  { name: 'outputs and secrets', world: 'secrets', path: SHOP },
  { name: 'names that do not fit, stacks', world: 'renamed', path: '/-/stacks' },
  { name: 'editor, an entry', world: 'healthy', path: `${SHOP}/edit?do=state` },
  { name: 'home, a reader', world: 'forbidden', path: '/' },
  { name: 'stack, a reader', world: 'forbidden', path: SHOP },
  { name: 'leases, a reader', world: 'forbidden', path: '/-/leases' },
  { name: 'connect, a reader', world: 'forbidden', path: '/-/connect' },
  { name: 'options, a reader', world: 'forbidden', path: `${SHOP}/settings/options` },
  { name: 'editor, a reader', world: 'forbidden', path: `${SHOP}/edit` },
  { name: 'access tokens, a reader', world: 'forbidden', path: '/-/settings/tokens' },
  { name: 'users, a reader', world: 'forbidden', path: '/-/settings/users' },
  { name: 'deleted stacks, a reader', world: 'forbidden', path: '/-/settings/deleted' },
  { name: 'retention, a reader', world: 'forbidden', path: '/-/settings/retention' },
  { name: 'home, server away', world: 'healthy', path: '/', network: 'offline' },
  { name: 'stack, server away', world: 'healthy', path: SHOP, network: 'offline' },
  { name: 'stacks, server fails', world: 'healthy', path: '/-/stacks', network: 'fails' },
  { name: 'update, waiting', world: 'healthy', path: `${SHOP}/updates/1`, network: 'slow' },
  { name: 'stack, waiting', world: 'healthy', path: SHOP, network: 'slow' },
  { name: 'stack, server fails', world: 'healthy', path: SHOP, network: 'fails' },
  { name: 'recover, waiting', world: 'healthy', path: `${SHOP}/recover`, network: 'slow' },
  { name: 'leases, waiting', world: 'healthy', path: '/-/leases', network: 'slow' },
  { name: 'activity, waiting', world: 'healthy', path: '/-/activity', network: 'slow' },
  { name: 'audit, waiting', world: 'healthy', path: '/-/settings/audit', network: 'slow' },
  { name: 'home, waiting', world: 'healthy', path: '/', network: 'slow' },
  { name: 'stacks, waiting', world: 'healthy', path: '/-/stacks', network: 'slow' },
  { name: 'graph, waiting', world: 'healthy', path: `${SHOP}/graph`, network: 'slow' },
  { name: 'graph, of an interrupted stack', world: 'pendingCreates', path: `${SHOP}/graph`, fits: true },
  { name: 'search, nothing matches', world: 'healthy', path: '/-/search?q=nothing-like-this' },
  { name: 'search, first minute', world: 'empty', path: '/-/search' },
  { name: 'stacks, first minute', world: 'empty', path: '/-/stacks' },
  { name: 'leases, first minute', world: 'empty', path: '/-/leases' },
  { name: 'stack graph, first minute', world: 'empty', path: '/-/graph', fits: true },
  { name: 'versions, interrupted', world: 'pendingCreates', path: `${SHOP}/versions` },
  { name: 'lease, refused', world: 'refused', path: SHOP },
  { name: 'release a lease', world: 'stuckLease', path: `${SHOP}/recover/release-lease` },
  { name: 'a state of a newer CLI', world: 'newerState', path: SHOP },
  { name: 'names that do not fit, recover', world: 'renamed', path: `${SHOP}/recover` },
  { name: 'update, timeline after an interruption', world: 'pendingCreates', path: `${SHOP}/updates/2?tab=timeline` },
  {
    name: 'sign in a CLI',
    world: 'healthy',
    path: `/cli-login?cliSessionPort=41234&cliSessionNonce=${'00112233445566778899aabbccddeeff'.repeat(2)}`,
  },
  { name: 'signed in', world: 'healthy', path: '/welcome/cli' },
  { name: 'palette', world: 'pendingCreates', path: SHOP, does: opensDialog('Control+k') },
  { name: 'keys', world: 'healthy', path: SHOP, does: opensDialog('?') },
]

async function opensFirstRow(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /ledger/ })
    .first()
    .click({ timeout: 5_000 })
}

function opensDialog(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor({ timeout: 5_000 })
  }
}
