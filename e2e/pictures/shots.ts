import type { WorldName } from '#mocks/worlds.ts'

/** A page in a state that matters: its name on the sheet, the world of the demo, the address in it. */
export type Shot = { name: string; world: WorldName; path: string }

const SHOP = '/organization/shop/prod'

/** Every page, in the states in which people meet it. */
export const SHOTS: readonly Shot[] = [
  { name: 'home, quiet', world: 'healthy', path: '/' },
  { name: 'home, blocked', world: 'stuckLease', path: '/' },
  { name: 'home, interrupted', world: 'pendingCreates', path: '/' },
  { name: 'home, failed runs', world: 'halfDone', path: '/' },
  { name: 'home, first minute', world: 'empty', path: '/' },
  { name: 'stacks', world: 'halfDone', path: '/-/stacks' },
  { name: 'activity', world: 'halfDone', path: '/-/activity' },
  { name: 'leases', world: 'stuckLease', path: '/-/leases' },
  { name: 'stack graph', world: 'linked', path: '/-/graph' },
  { name: 'untracked', world: 'noRecord', path: '/-/untracked' },
  { name: 'stack, quiet', world: 'healthy', path: SHOP },
  { name: 'stack, running', world: 'midUpdate', path: SHOP },
  { name: 'stack, blocked', world: 'stuckLease', path: SHOP },
  { name: 'stack, interrupted', world: 'pendingCreates', path: SHOP },
  { name: 'updates', world: 'healthy', path: `${SHOP}/updates` },
  { name: 'update, succeeded', world: 'healthy', path: `${SHOP}/updates/1` },
  { name: 'update, running', world: 'midUpdate', path: `${SHOP}/updates/2` },
  { name: 'update, failed', world: 'halfDone', path: `${SHOP}/updates/2` },
  { name: 'update, interrupted', world: 'pendingCreates', path: `${SHOP}/updates/2` },
  { name: 'resources', world: 'healthy', path: `${SHOP}/resources` },
  { name: 'graph', world: 'healthy', path: `${SHOP}/graph` },
  { name: 'versions', world: 'healthy', path: `${SHOP}/versions` },
  { name: 'compare', world: 'healthy', path: `${SHOP}/compare` },
  { name: 'editor', world: 'healthy', path: `${SHOP}/edit` },
  { name: 'options', world: 'healthy', path: `${SHOP}/settings/options` },
  { name: 'recover, nothing', world: 'healthy', path: `${SHOP}/recover` },
  { name: 'recover, interrupted', world: 'pendingCreates', path: `${SHOP}/recover` },
  { name: 'recover, pending operations', world: 'pendingCreates', path: `${SHOP}/recover/pending-operations` },
  { name: 'recover, blocked', world: 'stuckLease', path: `${SHOP}/recover` },
  { name: 'recover, broken state', world: 'brokenIntegrity', path: `${SHOP}/recover` },
  { name: 'recover, a refresh lost', world: 'refreshLost', path: `${SHOP}/recover` },
  { name: 'diagnose', world: 'healthy', path: '/-/diagnose' },
  { name: 'open a state file', world: 'healthy', path: '/-/open' },
  { name: 'connect', world: 'empty', path: '/-/connect' },
  { name: 'access tokens', world: 'healthy', path: '/-/settings/tokens' },
  { name: 'sessions', world: 'healthy', path: '/-/settings/sessions' },
  { name: 'users', world: 'healthy', path: '/-/settings/users' },
  { name: 'audit', world: 'healthy', path: '/-/settings/audit' },
  { name: 'deleted stacks', world: 'healthy', path: '/-/settings/deleted' },
  { name: 'retention', world: 'healthy', path: '/-/settings/retention' },
  { name: 'no such page', world: 'healthy', path: '/-/nothing' },
]
