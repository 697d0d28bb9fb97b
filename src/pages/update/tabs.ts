import type { StackDetail } from '#contract/stacks.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { whyNot } from '#src/api/whyNot.ts'

const TABS = ['changes', 'timeline', 'log', 'config'] as const
export type Tab = (typeof TABS)[number]

export const tabTitles = {
  changes: 'Changes',
  timeline: 'Timeline',
  log: 'Log',
  config: 'Config',
} as const satisfies Record<Tab, string>

/** The tab in an address. A search or a line of the log selects the log: older links have only that. */
export function tabOf(search: URLSearchParams): Tab {
  const named = TABS.find((tab) => tab === search.get('tab'))
  if (named) return named
  return ['log', 'level', 'line'].some((name) => search.has(name)) ? 'log' : 'changes'
}

/** What a run in a connected backend has, which keeps no events: neither a timeline nor a log. */
const WITHOUT_EVENTS: readonly Tab[] = ['changes', 'config']

type Parts = {
  /** Why the run has no events; undefined if it has. */
  withoutEvents: string | undefined
  tabs: readonly Tab[]
  tab: Tab
}

/** The tabs of a run of an engine, and the one that is shown. Undefined for other runs, which have none. */
export function partsOf(
  run: Pick<UpdateDetail, 'kind'>,
  elsewhere: StackDetail['elsewhere'] | undefined,
  search: URLSearchParams,
): Parts | undefined {
  if (withoutEngine.includes(run.kind)) return undefined
  const withoutEvents = whyNot('runLog', { elsewhere })
  const tabs = withoutEvents === undefined ? TABS : WITHOUT_EVENTS
  const asked = tabOf(search)
  return { withoutEvents, tabs, tab: tabs.includes(asked) ? asked : 'changes' }
}

/** The address of a tab, without parameters of other tabs. */
export const tabSearch = (tab: Tab): string => (tab === 'changes' ? '?' : `?tab=${tab}`)

/** Kinds carried out by the server: no engine ran, so there is neither a log nor changes by resource. */
const withoutEngine: readonly UpdateDetail['kind'][] = ['rename', 'recovery', 'import']
