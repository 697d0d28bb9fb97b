import { useMemo, useState } from 'react'
import { matcher } from '#src/features/resources/entries.ts'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import type { Entries } from '#src/features/resources/entries.ts'
import type { Focus } from './useFocus.ts'

type Props = { entries: Entries; focus: Focus; root: number }

/** All resources; choosing one asks the same question about it. */
export function Outline({ entries, focus, root }: Props) {
  const [query, setQuery] = useState('')
  const isHit = useMemo(() => matcher(entries, query), [entries, query])
  const ask = (change: { view?: 'around' | 'reach' }) => (index: number) =>
    focus.step({ focus: [entries.urnOf(index)], ...change })
  return (
    <>
      <div className="p-2">
        <SearchField label="Find a resource" placeholder="Name or type" value={query} onChange={setQuery} />
      </div>
      <ResourceTree
        label="Resources"
        entries={entries}
        selected={root}
        onSelect={ask({})}
        isHit={isHit}
        keys={{ f: ask({ view: 'around' }), b: ask({ view: 'reach' }) }}
        className="min-h-0 flex-1 py-1 max-md:max-h-[60dvh]"
      />
    </>
  )
}
