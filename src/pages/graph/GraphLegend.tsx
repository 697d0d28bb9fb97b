import { type ReactNode, useMemo } from 'react'
import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import { shortType } from '#domain/state/shortType.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { hasCycles } from '#src/features/graph/paint/cycles.ts'
import { busiestHub } from '#src/features/graph/paint/ends.ts'
import { providersOf } from '#src/features/graph/overlays/filter.ts'
import { LookLegend } from './LookLegend.tsx'
import type { Look } from './useLook.ts'
import { counted, number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'

type Props = {
  graph: GraphColumns
  tree: Tree
  /** Undefined until it is laid out. */
  positions: Positions | undefined
  look: Look
  hasSelection: boolean
  onSelect: (resource: number) => void
  /** Another picture of the same groups, where that says more. */
  hint?: ReactNode
}

/** The legend: what the picture shows, what it omits, and the providers, whose lines would cover it. */
export function GraphLegend({ graph, tree, positions, look, hasSelection, onSelect, hint }: Props) {
  const cycles = useMemo(() => hasCycles(look.overlay), [look.overlay])
  const hidden = positions ? hiddenIn(tree, positions) : { groups: 0, resources: 0 }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-muted">
      <LookLegend look={look} />
      {hasSelection ? (
        <>
          <Sample className="stroke-accent">depends on</Sample>
          <Sample className="stroke-attention" dash="6 3">
            used by
          </Sample>
        </>
      ) : (
        <Sample className="stroke-faint">arrows point to what uses it</Sample>
      )}
      {positions && <Lines {...positions} hasCycles={cycles} />}
      {positions && <Hub {...{ graph, tree, positions, onSelect }} />}
      {hint}
      <Counts {...{ graph, tree, onSelect }} />
      {hidden.groups > 0 && (
        <span className="ml-auto font-medium text-ink">
          +{number(hidden.resources)} in {counted(hidden.groups, 'closed group')}
        </span>
      )}
    </div>
  )
}

/** The kinds of lines that not every picture has. */
function Lines({ edgeFlags, hasCycles }: Positions & { hasCycles: boolean }) {
  const has = (kind: number) => edgeFlags.some((flags) => (flags & (kind | EDGE.hub)) === kind)
  return (
    <>
      {has(EDGE.pale) && <Sample className="stroke-faint/55">used by many</Sample>}
      {hasCycles && (
        <Sample className="stroke-danger" width={3.2}>
          cycle
        </Sample>
      )}
      {!hasCycles && has(EDGE.backward) && (
        <Sample className="stroke-faint" dash="3 3">
          cycle
        </Sample>
      )}
    </>
  )
}

type SampleProps = { className: string; width?: number; dash?: string; children: string }

function Sample({ className, width = 2, dash, children }: SampleProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="34" height="8" aria-hidden className={className} fill="none" strokeWidth={width}>
        <path d="M0 4H28" strokeDasharray={dash} />
        <path d="M26 0.5L32 4L26 7.5" />
      </svg>
      {children}
    </span>
  )
}

type HubProps = Pick<Props, 'graph' | 'tree' | 'onSelect'> & { positions: Positions }

/** What a number on a card means, by the resource with the largest one; without such a number there is nothing to explain. */
function Hub({ graph, tree, positions, onSelect }: HubProps) {
  const hub = useMemo(() => busiestHub(positions, tree), [positions, tree])
  if (!hub) return null
  return (
    <button
      type="button"
      className="min-h-6 rounded-sm hover:text-ink hover:underline"
      onClick={() => onSelect(hub.resource)}
    >
      <span className="rounded-full border border-line-strong px-1.5" aria-hidden>
        {number(hub.count)} →
      </span>{' '}
      {visibleText(graph.names[hub.resource] ?? '')}: used by {number(hub.count)} (select to see lines)
    </button>
  )
}

/** More than this are only counted; the outline lists all. */
const LISTED = 4

/**
 * How the number of resources in the state is that of the stack's box: with the stack and the providers, whose lines would
 * cover the picture.
 */
function Counts({ graph, tree, onSelect }: Omit<HubProps, 'positions'>) {
  const used = useMemo(() => providersOf(graph), [graph])
  const { names, flags } = graph
  const inside = tree.inside[0] ?? 0
  const providers = flags.filter((bits) => bits & GRAPH_FLAG.provider).length
  const hasStack = at(tree.resource, 0) >= 0
  const hidden = names.length - inside - providers - Number(hasStack)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span>
        {counted(names.length, 'resource')} in the state: {hasStack && 'the stack, '}
        {number(inside)} {hasStack ? 'in it' : 'drawn'}
        {hidden > 0 && `, ${number(hidden)} hidden`}
        {providers > 0 && `, ${counted(providers, 'provider')}`}
        {used.length > 0 && ':'}
      </span>
      {used.slice(0, LISTED).map(({ place, count }, index) => (
        <button
          key={place}
          type="button"
          onClick={() => onSelect(place)}
          className="min-h-6 rounded-sm text-accent hover:underline"
          title={names[place]}
        >
          {shortType(graph.types[graph.type[place] ?? -1] ?? '').replace(/ provider$/, '')} ({index === 0 && 'used by '}
          {number(count)})
        </button>
      ))}
      {used.length > LISTED && <span>and {used.length - LISTED} more</span>}
    </span>
  )
}

function hiddenIn(tree: Tree, positions: Positions) {
  let [groups, resources] = [0, 0]
  positions.item.forEach((item, box) => {
    if (positions.kind[box] !== BOX.closed) return
    groups++
    resources += tree.inside[item] ?? 0
  })
  return { groups, resources }
}
