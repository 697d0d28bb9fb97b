import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { editQueries } from '#src/api/edits.ts'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { list, number } from '#words/counts.ts'
import type { Look } from './useLook.ts'

type Props = {
  stack: StackRef
  /** The version that is drawn, and the current one. */
  past: number | undefined
  newest: number | undefined
  look: Look
}

/** Says that an earlier state is shown, and leads back to the current one. */
export function PastBar({ stack, past, newest, look }: Props) {
  if (past === undefined) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-attention-line bg-attention-subtle px-3 py-1.5"
    >
      <p className="flex min-w-0 items-center gap-2 font-semibold text-attention">
        <History className="size-4 shrink-0" aria-hidden />
        <span>{titleOf(past, look.run.brief)}</span>
      </p>
      <span className="flex flex-wrap items-center gap-x-4 text-sm text-ink">
        {look.run.brief && <TextLink to={runPath(stack, look.run.brief)}>{runTitle(look.run.brief)}</TextLink>}
        <TextLink to={paths.compare(stack, { from: past, to: newest })}>Changes since then</TextLink>
      </span>
      <Button size="sm" className="ml-auto" onClick={() => look.choose({ kind: 'status' })}>
        Show the current state
      </Button>
    </div>
  )
}

/** `State after update 12`; of two compared versions `State of version 12`. */
function titleOf(version: number, run: UpdateBrief | undefined): string {
  if (run?.version !== version) return `State of version ${version}`
  const title = runTitle(run)
  return `State after ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
}

/** A past update over the state of now: how many resources came and went since. */
export function LaterChanges({ since: { version, now } }: { since: { version: number; now: number } }) {
  const stack = useStackRef()
  const { data, error, isPlaceholderData } = useQuery(editQueries.compare(stack, { from: version, to: now }))
  const counts = isPlaceholderData ? undefined : data?.diff.counts
  if (!counts && !error) return null
  const parts = counts
    ? [
        counts.added > 0 && `${number(counts.added)} added (not marked)`,
        counts.removed > 0 && `${number(counts.removed)} removed (not drawn)`,
        counts.renamed > 0 && `${number(counts.renamed)} renamed`,
      ].filter((part) => part !== false)
    : []
  return (
    <span>
      Drawn over the current state, version {number(now)}. Since version {number(version)}:{' '}
      {counts ? (
        <TextLink to={paths.compare(stack, { from: version, to: now })}>
          {parts.length > 0 ? list(parts) : 'no resource added or removed'}
        </TextLink>
      ) : (
        'unknown, because that version can’t be read'
      )}
      .
    </span>
  )
}
