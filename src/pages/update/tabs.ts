import type { UpdateDetail } from '#contract/updates.ts'

export const TABS = ['changes', 'timeline', 'log', 'config'] as const
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

/** The address of a tab, without parameters of other tabs. */
export const tabSearch = (tab: Tab): string => (tab === 'changes' ? '?' : `?tab=${tab}`)

/** Kinds carried out by the server: no engine ran, so there is neither a log nor changes by resource. */
const withoutEngine: readonly UpdateDetail['kind'][] = ['rename', 'recovery', 'import']

export const hasEngine = ({ kind }: Pick<UpdateDetail, 'kind'>): boolean => !withoutEngine.includes(kind)
