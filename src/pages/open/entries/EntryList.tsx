import { ShowMore } from '#src/ui/ShowMore.tsx'
import { useState } from 'react'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import type { EntryName } from '#src/features/offline/compareStates.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { number } from '#words/counts.ts'

const PAGE = 100

type Props = { title: string; entries: readonly (EntryName & { properties?: string[] })[]; open?: boolean }

/** Entries by name, type and ID, with their differences; nothing if there are none. */
export function EntryList({ title, entries, open = entries.length <= 20 }: Props) {
  const [limit, setLimit] = useState(PAGE)
  if (entries.length === 0) return null
  return (
    <Disclosure summary={`${title}: ${number(entries.length)}`} open={open}>
      <ul aria-label={title} className="flex flex-col gap-1">
        {entries.slice(0, limit).map(({ urn, type, id, properties = [] }, index) => (
          <li key={index} className="min-w-0 wrap-anywhere" title={urn}>
            {urnName(urn)} <span className="text-sm text-muted">{shortType(type)}</span>{' '}
            {id !== undefined && <Mono className="text-sm text-muted">{id}</Mono>}
            {properties.length > 0 && (
              <span className="block pl-4 font-mono text-sm text-muted">
                {properties.slice(0, 12).join(', ')}
                {properties.length > 12 && ` and ${properties.length - 12} more`}
              </span>
            )}
          </li>
        ))}
      </ul>
      {entries.length > limit && (
        <div>
          <ShowMore shown={limit} total={entries.length} step={10 * PAGE} onMore={setLimit} />
        </div>
      )}
    </Disclosure>
  )
}
