import { Fragment, type ReactNode, useMemo, useState } from 'react'
import type { StackGraph } from '#contract/stackGraph.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { hasOneOrg } from '#src/features/stacks/StackName.tsx'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { number } from '#words/counts.ts'
import { fullName } from '#domain/stackName.ts'
import { isWell, type Links } from './stackPicture.ts'
import type { StaleStacks } from './useStaleReaders.ts'

type Props = {
  graph: StackGraph
  links: Links
  stale: StaleStacks
  /** Stacks to show (1); all without it. */
  hits: Uint8Array | undefined
  selected: number
  onSelect: (index: number) => void
}

/** Rows shown; to find others, search. */
const SHOWN = 200
const NAMED = 3

type Context = Pick<Props, 'graph' | 'links'> & {
  isStale: (index: number) => boolean
  /** A name as the table shows it. */
  short: (name: string) => string
  nameButton: (index: number, className?: string) => ReactNode
}

const LINKED = 'min-w-32 wrap-anywhere max-sm:empty:hidden'

/** A row is the index of a stack. */
const columns: readonly Column<number, Context>[] = [
  {
    head: 'Stack',
    className: 'min-w-32 wrap-anywhere',
    phone: { order: 1 },
    cell: (index, { nameButton }) => nameButton(index, 'font-medium'),
  },
  {
    head: 'Health',
    phone: { order: 2, align: 'right' },
    cell: (index, { graph, isStale }) => {
      const { ref, health, lastKind } = graph.stacks[index] ?? {}
      return (
        <span className="flex flex-wrap items-center gap-x-3 max-sm:flex-col max-sm:items-end">
          <HealthStatus health={health ?? 'empty'} lastKind={lastKind} />
          {ref && health === 'awaitingApproval' && (
            <TextLink to={`${paths.stack(ref)}#approval`}>Allow or refuse</TextLink>
          )}
          {isStale(index) && <Status tone="attention">Uses older outputs</Status>}
        </span>
      )
    },
  },
  {
    head: 'Reads',
    className: LINKED,
    phone: { order: 3, isWide: true },
    cell: (index, { links, short, nameButton }) => {
      const places = links.reads[index] ?? []
      const elsewhere = links.elsewhere[index]?.map(short) ?? []
      return places.length + elsewhere.length === 0 ? null : (
        <Linked label="Reads" {...{ places, elsewhere, nameButton }} />
      )
    },
  },
  {
    head: 'Read by',
    className: LINKED,
    phone: { order: 3, isWide: true },
    cell: (index, { links, nameButton }) => {
      const places = links.readBy[index] ?? []
      return places.length === 0 ? null : <Linked label="Read by" {...{ places, nameButton }} />
    },
  },
]

/** The picture as a table, for screen readers, the keyboard and narrow screens. */
export function LinkedStackTable({ graph, links, stale, hits, selected, onSelect }: Props) {
  const [query, setQuery] = useState('')
  const names = useMemo(() => graph.stacks.map(({ ref }) => fullName(ref)), [graph])
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = [...names.keys()].filter(
    (index) => (!hits || hits[index] === 1) && words.every((word) => names[index]?.toLowerCase().includes(word)),
  )
  const short = shortNames(graph)
  const nameButton = (index: number, className?: string) => (
    <button
      type="button"
      aria-label={names[index]}
      aria-pressed={index === selected}
      onClick={() => onSelect(index === selected ? -1 : index)}
      className={cx('min-h-6 rounded-sm text-left text-accent hover:underline', className)}
    >
      {short(names[index] ?? '')}
    </button>
  )
  const isStale = (index: number): boolean => {
    const stack = graph.stacks[index]
    return stack !== undefined && stale.names.has(fullName(stack.ref))
  }
  const shown = byUrgency(found, graph, isStale)
  return (
    <Card
      title="Linked stacks"
      padding="none"
      actions={
        <div className="w-56 max-sm:w-48">
          <SearchField
            label="Find a linked stack"
            value={query}
            onChange={setQuery}
            matches={words.length > 0 ? found.length : undefined}
          />
        </div>
      }
    >
      <Table
        label="Linked stacks"
        maxHeight="max(34rem, calc(100dvh - 13.25rem))"
        columns={columns}
        rows={shown.slice(0, SHOWN)}
        rowKey={(index) => index}
        isSelected={(index) => index === selected}
        context={{ graph, links, isStale, short, nameButton }}
      />
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

/** Makes names without the organization, if all stacks have the same one. */
function shortNames({ stacks }: StackGraph): (name: string) => string {
  const org = hasOneOrg(stacks.map(({ ref }) => ref)) ? stacks[0]?.ref.org : undefined
  return (name) => (org !== undefined && name.startsWith(`${org}/`) ? name.slice(org.length + 1) : name)
}

/** What needs attention, as on Home, then what is out of date. */
function byUrgency(found: readonly number[], { stacks }: StackGraph, isStale: (index: number) => boolean): number[] {
  const rank = (index: number): number => (!isWell(stacks[index]?.health ?? 'ok') ? 0 : isStale(index) ? 1 : 2)
  return found.toSorted((a, b) => rank(a) - rank(b) || a - b)
}

type LinkedProps = {
  label: string
  places: readonly number[]
  /** Names that no stack of this server has. */
  elsewhere?: readonly string[] | undefined
  nameButton: (index: number) => ReactNode
}

/** The stacks on one side, each to be selected; on a phone, where the heads are hidden, under its label. */
function Linked({ label, places, elsewhere = [], nameButton }: LinkedProps) {
  const first = places.slice(0, NAMED)
  const others = elsewhere.slice(0, NAMED - first.length)
  const more = places.length + elsewhere.length - first.length - others.length
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="text-muted sm:hidden" aria-hidden>
        {label}
      </span>
      {first.map((place) => (
        <Fragment key={place}>{nameButton(place)}</Fragment>
      ))}
      {others.map((name) => (
        <span key={name}>
          {name} <span className="text-muted">(not on this server)</span>
        </span>
      ))}
      {more > 0 && <span className="text-muted">and {number(more)} more</span>}
    </span>
  )
}
