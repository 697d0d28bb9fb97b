import { ENTRY_ACTIONS, type EntryAction } from '#src/features/editor/entryActions.ts'

/** The parameters of an editor address: an entry and an action, the whole state, or neither. */
export type EditorAddress =
  | { what: 'choose' }
  | { what: 'state' }
  | { what: 'entry'; urn: string; index: number | undefined; action: EntryAction }

export function readAddress(search: URLSearchParams): EditorAddress {
  const urn = search.get('urn')
  if (!urn) return search.get('do') === 'state' ? { what: 'state' } : { what: 'choose' }
  const place = search.get('index')
  const action = ENTRY_ACTIONS.find((each) => each === search.get('do')) ?? 'form'
  return { what: 'entry', urn, index: place !== null && /^\d{1,9}$/.test(place) ? Number(place) : undefined, action }
}
