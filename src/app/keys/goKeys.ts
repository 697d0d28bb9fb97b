import type { StackRef } from '#contract/common.ts'
import { paths } from '#src/lib/paths.ts'

/** The keys after `g`, and the page that each opens. */
export const GO_KEYS = [
  { key: 'h', to: paths.home(), what: 'Home' },
  { key: 's', to: paths.stacks(), what: 'Stacks' },
  { key: 'a', to: paths.activity(), what: 'Activity' },
  { key: 'l', to: paths.leases(), what: 'Leases' },
  { key: 'u', to: paths.untracked(), what: 'Untracked resources' },
  { key: 'f', to: paths.search(), what: 'Search resources' },
  { key: 'm', to: paths.stackGraph(), what: 'Stack dependencies' },
  { key: 'd', to: paths.diagnose(), what: 'Diagnose an error or a log' },
  { key: 'o', to: paths.open(), what: 'Open a state file' },
  { key: 'c', to: paths.connect(), what: 'Connect' },
  { key: 't', to: paths.settings.tokens(), what: 'Access tokens' },
  { key: 'p', to: paths.settings.preferences(), what: 'Preferences' },
] as const

/** The tabs of a stack in their order: `g 1` opens the first. */
const TABS = [
  paths.stack,
  paths.updates,
  paths.resources,
  paths.graph,
  paths.versions,
  paths.recover,
  paths.options,
] as const
export const TAB_COUNT = TABS.length

/** The page that a key after `g` opens; `stack` is that of the current page. */
export const goTo = (key: string, stack: StackRef | undefined): string | undefined =>
  GO_KEYS.find((each) => each.key === key)?.to ??
  (stack && /^[1-9]$/.test(key) ? TABS[Number(key) - 1]?.(stack) : undefined)
