import { ENTRY_ACTIONS, type EntryAction } from '#src/features/editor/entryActions.ts'

/** The parameters of an editor address: an entry and an action, several to delete or move, the whole state, or none. */
export type EditorAddress =
  | { what: 'choose' }
  | { what: 'state' }
  | { what: 'set'; urns: readonly string[]; action: 'delete' | 'move' }
  | { what: 'entry'; urn: string; index: number | undefined; action: EntryAction }

export function readAddress(search: URLSearchParams): EditorAddress {
  const urns = [...new Set(search.getAll('urn'))].filter((urn) => urn !== '')
  const [urn] = urns
  if (!urn) return search.get('do') === 'state' ? { what: 'state' } : { what: 'choose' }
  if (urns.length > 1) return { what: 'set', urns, action: search.get('do') === 'move' ? 'move' : 'delete' }
  const place = search.get('index')
  const action = ENTRY_ACTIONS.find((each) => each === search.get('do')) ?? 'form'
  return { what: 'entry', urn, index: place !== null && /^\d{1,9}$/.test(place) ? Number(place) : undefined, action }
}
