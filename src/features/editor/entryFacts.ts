import type { ResourceRow } from '#contract/resources.ts'
import type { EntryFacts } from './entryActions.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the actions need to know of an entry that is edited. */
export const factsOf = (entry: Record<string, unknown>): EntryFacts => ({
  urn: text(entry['urn']),
  type: text(entry['type']),
  id: text(entry['id']) || null,
  isProtected: entry['protect'] === true,
  isTainted: entry['taint'] === true,
  isOld: entry['delete'] === true,
})

/** The same of a row of the list. */
export const factsOfRow = ({ urn, type, id, flags }: ResourceRow): EntryFacts => ({
  urn,
  type,
  id,
  isProtected: flags.includes('protect'),
  isTainted: flags.includes('taint'),
  isOld: flags.includes('delete'),
})
