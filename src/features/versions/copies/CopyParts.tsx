import type { CopyPlace, StateCopies, StateCopy } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { lastPart } from '#domain/backends/diy/layout.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { counted, list, number, plural } from '#words/counts.ts'
import { StateDownload } from '../StateDownload.tsx'

export const COPY_PLACES = {
  checkpoint: 'The state itself',
  bak: 'Before the last write (.bak)',
  retained: 'Copy of a write',
  backup: 'Backup of a run',
  history: 'History of a run',
  storeVersion: 'Kept by the store',
  seen: 'Seen by Holdfast',
} as const satisfies Record<CopyPlace, string>

/** Older ones, `n` of which are not read. */
const OLDER: Readonly<Record<CopyPlace, [one: string, many: string]>> = {
  checkpoint: ['state', 'states'],
  bak: ['.bak file', '.bak files'],
  retained: ['older copy of a write', 'older copies of writes'],
  backup: ['older backup', 'older backups'],
  history: ['older state in the history', 'older states in the history'],
  storeVersion: ['older version kept by the store', 'older versions kept by the store'],
  seen: ['older state seen by Holdfast', 'older states seen by Holdfast'],
}

/** The file of a copy, or what to download. */
export function CopyFile({ copy: { place, key, version }, stack }: { copy: StateCopy; stack: StackRef }) {
  if (place === 'seen' && version !== null)
    return (
      <StateDownload
        stack={stack}
        version={Number(version)}
        className="block w-fit rounded-sm text-sm text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
      >
        Download version {version}
      </StateDownload>
    )
  return (
    <>
      <Mono className="block text-xs wrap-anywhere text-muted">{key}</Mono>
      {version !== null && (
        <span className="block text-sm wrap-anywhere text-muted">
          Download version <Mono>{version}</Mono> from the store.
        </span>
      )}
    </>
  )
}

/** Whether a copy can be used. `hasPending`: says also what is pending. */
export function CopyVerdict({
  copy: { problem, verdict, pending, brokenBy },
  hasPending = true,
}: {
  copy: StateCopy
  hasPending?: boolean
}) {
  if (problem !== null)
    return (
      <>
        <Status tone="danger">Invalid</Status>
        <span className="block text-sm wrap-anywhere text-muted">{problem}</span>
      </>
    )
  return (
    <>
      {verdict?.errors === 0 ? (
        <Status tone="ok">Valid</Status>
      ) : (
        <Status tone={verdict?.isAccepted === true ? 'attention' : 'danger'}>
          {counted(verdict?.errors ?? 0, 'integrity error')}
        </Status>
      )}
      {hasPending && pending > 0 && (
        <span className="block text-sm text-muted">{counted(pending, 'pending operation')}</span>
      )}
      {brokenBy && (
        <span className="block text-sm wrap-anywhere text-muted">
          Written invalid by CLI {brokenBy.version}: <Mono>{brokenBy.command}</Mono>
        </span>
      )}
    </>
  )
}

const ALSO: Readonly<Record<CopyPlace, string>> = {
  checkpoint: 'the state itself',
  bak: '.bak',
  retained: 'a copy of a write',
  backup: 'a backup',
  history: 'the history of a run',
  storeVersion: 'a version kept by the store',
  seen: 'Holdfast',
}

/** Where the state of a version is kept too; the files when the pointer rests on it. */
export const AlsoIn = ({ copies }: { copies: readonly StateCopy[] }) => (
  <span className="block text-xs text-muted" title={list(copies.map(({ key }) => lastPart(key)))}>
    also in the backend: {list(new Set(copies.map(({ place }) => ALSO[place])))}
  </span>
)

/** How many older copies are not read; undefined if there are none. */
export function notReadWords(notRead: StateCopies['notRead']): string | undefined {
  if (notRead.length === 0) return undefined
  const parts = notRead.map(({ place, count, isAtLeast }) => {
    const [one, many] = OLDER[place]
    if (!isAtLeast) return `${number(count)} ${plural(count, one, many)}`
    return count === 0 ? many : `more than ${number(count)} ${many}`
  })
  return `Only the newest copies of each kind are read. Not read: ${list(parts)}.`
}
