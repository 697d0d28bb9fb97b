import { useMemo, useState } from 'react'
import type { StackGraph } from '#contract/stackGraph.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { stackName } from '#src/features/stacks/names.ts'
import { Card } from '#src/ui/Card.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { number } from '#words/counts.ts'
import { Status } from '#src/ui/Status.tsx'
import { fullName } from '#domain/stackName.ts'
import type { Links } from './stackPicture.ts'
import type { StaleStacks } from './useStaleReaders.ts'

type Props = {
  graph: StackGraph
  links: Links
  stale: StaleStacks
  selected: number
  onSelect: (index: number) => void
}

/** Rows shown; to find others, search. */
const SHOWN = 200
const NAMED = 3

/** The picture as a table, for screen readers, the keyboard and narrow screens. */
export function LinkedStackTable({ graph, links, stale, selected, onSelect }: Props) {
  const [query, setQuery] = useState('')
  const names = useMemo(() => graph.stacks.map(({ ref }) => stackName(ref)), [graph])
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = [...names.keys()].filter((index) => words.every((word) => names[index]?.toLowerCase().includes(word)))
  const named = (places: readonly number[], others: readonly string[] = []) => {
    const all = [...places.map((place) => names[place] ?? ''), ...others.map((name) => `${name} (not here)`)]
    const more = all.length > NAMED ? ` and ${number(all.length - NAMED)} more` : ''
    return all.length === 0 ? '' : all.slice(0, NAMED).join(', ') + more
  }
  return (
    <Card
      title="Linked stacks"
      padding="none"
      actions={
        <div className="w-64 max-sm:w-48">
          <SearchField
            label="Find a linked stack"
            value={query}
            onChange={setQuery}
            matches={words.length > 0 ? found.length : undefined}
          />
        </div>
      }
    >
      <Table label="Linked stacks" maxHeight="32rem" narrow="cards">
        <THead>
          <Tr>
            <Th>Stack</Th>
            <Th>Health</Th>
            <Th>Reads</Th>
            <Th>Read by</Th>
          </Tr>
        </THead>
        <TBody>
          {found.slice(0, SHOWN).map((index) => {
            const stack = graph.stacks[index]
            return (
              stack && (
                <Tr key={index} selected={index === selected}>
                  <Td className="min-w-44 wrap-anywhere max-sm:order-1">
                    <button
                      type="button"
                      aria-pressed={index === selected}
                      onClick={() => onSelect(index === selected ? -1 : index)}
                      className="min-h-6 rounded-sm text-left text-accent hover:underline"
                    >
                      {names[index]}
                    </button>
                  </Td>
                  <Td className="max-sm:order-2 max-sm:text-right">
                    <span className="flex flex-wrap gap-x-3 max-sm:flex-col max-sm:items-end">
                      <HealthStatus health={stack.health} />
                      {stale.names.has(fullName(stack.ref)) && <Status tone="attention">Older outputs</Status>}
                    </span>
                  </Td>
                  <Linked label="Reads">{named(links.reads[index] ?? [], links.elsewhere[index])}</Linked>
                  <Linked label="Read by">{named(links.readBy[index] ?? [])}</Linked>
                </Tr>
              )
            )
          })}
        </TBody>
      </Table>
      {found.length > SHOWN && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {number(found.length - SHOWN)} more: search for a part of the name.
        </p>
      )}
      {found.length === 0 && (
        <p className="px-4 py-6 text-center text-muted">No linked stack has “{query}” in its name.</p>
      )}
    </Card>
  )
}

/** The stacks on one side; on a phone, where the heads are hidden, under its label. */
const Linked = ({ label, children }: { label: string; children: string }) => (
  <Td className="min-w-44 wrap-anywhere max-sm:order-3 max-sm:col-span-2 max-sm:empty:hidden">
    {children !== '' && (
      <>
        <span className="text-muted sm:hidden" aria-hidden>
          {label}{' '}
        </span>
        {children}
      </>
    )}
  </Td>
)
