/**
 * Why an update has a record: the console wrote it, its lease was released, or it was resolved as an orphaned update.
 */
type Source = 'write' | 'release' | 'resolve'

/**
 * Returns the id of a record, which is part of addresses that users keep. One update may have two: a released lease,
 * and a resolved orphaned update. Clients learn what was done from the record's `kind`, never from its id.
 */
export const recordId = (kind: Source, updateId: string): string =>
  kind === 'write' ? updateId : `${kind}:${updateId}`

/** Parses an id. Accepts any text; the caller refuses one that names no update of the store. */
export function parseRecordId(id: string): { kind: Source; updateId: string } {
  const [, kind, updateId = ''] = /^(release|resolve):(.+)$/.exec(id) ?? []
  if (kind === undefined) return { kind: 'write', updateId: id }
  return { kind: kind === 'release' ? 'release' : 'resolve', updateId }
}
