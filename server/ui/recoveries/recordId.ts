/** How an update comes to have a record: someone wrote it, released its lease, or settled it as an orphaned update. */
type Source = 'write' | 'release' | 'settle'

/**
 * The id of a record, which is part of addresses that people keep. One update may have two: a lease that was released,
 * and an orphaned update that was settled. What was done is for clients to read from the record's `kind`, never from its id.
 */
export const recordId = (kind: Source, updateId: string): string =>
  kind === 'write' ? updateId : `${kind}:${updateId}`

/** The reverse. Any text is read; one that names no update of the store is for the caller to refuse. */
export function parseRecordId(id: string): { kind: Source; updateId: string } {
  const [, kind, updateId = ''] = /^(release|settle):(.+)$/.exec(id) ?? []
  return kind === 'release' || kind === 'settle' ? { kind, updateId } : { kind: 'write', updateId: id }
}
