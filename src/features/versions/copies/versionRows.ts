import type { z } from 'zod'
import type { StateCopy } from '#contract/backends.ts'
import type { StateVersion } from '#contract/stacks.ts'

type Version = z.infer<typeof StateVersion>

/**
 * A row of the list of versions: a version with the copies in the backend that are the same state, or a copy that is
 * none of the versions. Such a row has the number of the version above it, which is not shown.
 */
export type VersionRow = Version & { copy?: StateCopy; also?: readonly StateCopy[] }

/** Which part of all versions a page has: those that are older than `before`, down to the last of them, or to the end. */
type Span = { before: number | null; isLast: boolean }

/** The versions of a page and the copies of the same time, newest first. */
export function versionRows(
  versions: readonly Version[],
  copies: readonly StateCopy[],
  { before, isLast }: Span,
): VersionRow[] {
  const end = isLast ? -Infinity : (versions.at(-1)?.at ?? Infinity)
  // States that Holdfast saw are among the versions.
  const found = copies.filter(({ place }) => place !== 'seen')
  const ofVersion = (version: number) => found.filter(({ sameAs }) => sameAs === version)
  const others = found
    .filter(({ sameAs, writtenAt: at }) => sameAs === null && at > end && (before === null || at <= before))
    .toSorted((a, b) => b.writtenAt - a.writtenAt)
  const rows: VersionRow[] = []
  const top = (versions[0]?.version ?? 0) + 1
  const add = (copy: StateCopy) => rows.push(copyRow(copy, rows.at(-1)?.version ?? top))
  let next = 0
  for (const version of versions) {
    for (let copy = others[next]; copy && copy.writtenAt > version.at; copy = others[(next += 1)]) add(copy)
    const also = ofVersion(version.version)
    rows.push(also.length === 0 ? version : { ...version, also })
  }
  for (const copy of others.slice(next)) add(copy)
  return rows
}

const copyRow = (copy: StateCopy, version: number): VersionRow => ({
  version,
  update: null,
  source: 'seen',
  at: copy.writtenAt,
  bytes: copy.bytes,
  resourceCount: copy.entries,
  pendingCount: copy.pending,
  integrity: null,
  removedAt: null,
  copy,
})
