import type { ResourceRow } from '#contract/resources.ts'
import type { EntryFacts } from './entryActions.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Facts about the entry being edited, for its actions. */
export const factsOf = (entry: Record<string, unknown>): EntryFacts => ({
  urn: text(entry['urn']),
  type: text(entry['type']),
  id: text(entry['id']) || null,
  isProtected: entry['protect'] === true,
  isTainted: entry['taint'] === true,
  isOld: entry['delete'] === true,
})

/** The same for a row of the list. */
export const factsOfRow = ({ urn, type, id, flags }: ResourceRow): EntryFacts => ({
  urn,
  type,
  id,
  isProtected: flags.includes('protect'),
  isTainted: flags.includes('taint'),
  isOld: flags.includes('delete'),
})
