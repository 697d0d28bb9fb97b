import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useId, useMemo } from 'react'
import type { GraphColumns } from '#contract/resources.ts'
import type { Resource } from '#domain/state/checkpoint.ts'
import { shortType } from '#domain/state/shortType.ts'
import { type OpenSession, offlineQueries } from '#src/features/offline/queries.ts'
import type { EntryAction } from '#src/features/editor/entryActions.ts'
import { factsOf } from '#src/features/editor/entryFacts.ts'
import { EntryMenu } from '#src/features/editor/EntryMenu.tsx'
import type { Entries } from '#src/features/resources/entries.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { cx } from '#src/lib/cx.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { number } from '#words/counts.ts'

type Props = {
  session: OpenSession
  columns: GraphColumns
  entries: Entries
  index: number
  onSelect: (index: number) => void
  onAction: (action: EntryAction) => void
  className?: string
}

/** Maximum length of text on the page; longer text belongs in an editor. */
const LONGEST_JSON = 200_000

/** One entry of the open state: its properties, its neighbours, and its JSON; secrets are masked in all of it. */
export function EntryDetails({ session, columns, entries, index, onSelect, onAction, className }: Props) {
  const titleId = useId()
  const { data, isError } = useQuery(offlineQueries.entry(session, index))
  const { needs, neededBy } = useMemo(() => neighbours(columns, index), [columns, index])
  const link = (other: number) => (
    <button
      key={other}
      type="button"
      onClick={() => onSelect(other)}
      className="min-h-6 max-w-full truncate rounded-sm text-left text-accent hover:underline"
    >
      {entries.names[other]} <span className="text-xs text-muted">{shortType(entries.typeOf(other))}</span>
    </button>
  )
  const links = (all: number[]) =>
    all.length === 0 ? undefined : (
      <span className="flex flex-col items-start">
        {all.slice(0, 12).map(link)}
        {all.length > 12 && <span className="text-muted">and {number(all.length - 12)} more</span>}
      </span>
    )
  const parent = columns.parent[index] ?? -1
  return (
    <section aria-labelledby={titleId} className={cx('flex min-h-0 min-w-0 flex-col', className)}>
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="font-semibold wrap-anywhere">
            {entries.names[index]}
          </h3>
          <p className="text-sm text-muted">
            {shortType(entries.typeOf(index))}, entry {number(index + 1)}
          </p>
        </div>
        {data && <EntryMenu entry={factsOf(data)} without={['move']} onAction={onAction} />}
        <IconButton label="Close details" Icon={X} onClick={() => onSelect(-1)} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4 text-sm">
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {entries.marksOf(index).map((mark) => (
            <ResourceMark key={mark} mark={mark} />
          ))}
        </div>
        <KeyValue
          items={[
            { label: 'Type', value: <Mono>{entries.typeOf(index)}</Mono> },
            { label: 'ID', value: data?.id ? <Mono>{data.id}</Mono> : undefined },
            { label: 'URN', value: <UrnText urn={entries.urnOf(index)} max={27} /> },
            { label: 'Component', value: parent >= 0 ? link(parent) : undefined },
            { label: 'Depends on', value: links(needs) },
            { label: 'Used by', value: links(neededBy) },
          ]}
        />
        {isError && <p role="alert">This entry could not be read.</p>}
        {!data && !isError && <Skeleton label="Loading the properties" rows={4} />}
        {data && (
          <>
            <Disclosure summary="Inputs">
              <JsonValue label="Inputs" value={data.inputs ?? {}} />
            </Disclosure>
            <Disclosure summary="Outputs">
              <JsonValue label="Outputs" value={data.outputs ?? {}} />
            </Disclosure>
            <Json entry={data} />
          </>
        )}
      </div>
    </section>
  )
}

function Json({ entry }: { entry: Resource }) {
  const text = useMemo(() => JSON.stringify(entry, undefined, 2), [entry])
  return (
    <Disclosure summary="As JSON, secrets masked">
      <div className="flex justify-end">
        <CopyButton text={text} label="Copy JSON" look="words" isLines />
      </div>
      <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}…` : text}
      </pre>
    </Disclosure>
  )
}

/** An edge leads to a dependency; each neighbour is listed once. */
function neighbours({ edgeFrom, edgeTo }: GraphColumns, index: number): { needs: number[]; neededBy: number[] } {
  const needs = new Set<number>()
  const neededBy = new Set<number>()
  for (const [edge, from] of edgeFrom.entries()) {
    const to = edgeTo[edge] ?? -1
    if (from === index) needs.add(to)
    if (to === index) neededBy.add(from)
  }
  return { needs: [...needs], neededBy: [...neededBy] }
}
