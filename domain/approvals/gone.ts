import type { InPieces } from '../inPieces.ts'
import { createReplay } from '../journal/journal.ts'
import { ENTRY_KIND, type JournalEntry } from '../journal/journalEntry.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { liveUrnsOf } from './steps.ts'

/** Kinds of entries by which a refresh says what it found, and that it has ended. */
export const OF_REFRESH: ReadonlySet<number> = new Set([ENTRY_KIND.refreshSuccess, ENTRY_KIND.rebuiltBase])

/**
 * The URNs that were live in the base of a run and no longer are: a refresh found their objects gone, so what the run
 * creates under them replaces nothing. `entries` in order; stops after each.
 */
export function* goneUrns(base: StateDocument, entries: Iterable<JournalEntry>): InPieces<ReadonlySet<string>> {
  const replay = createReplay(base)
  for (const entry of entries) {
    replay.apply(entry)
    yield
  }
  const { document } = replay.state({ time: '', cliVersion: '' })
  const live = liveUrnsOf(document.deployment.resources ?? [])
  return new Set([...liveUrnsOf(base.deployment.resources ?? [])].filter((urn) => !live.has(urn)))
}
