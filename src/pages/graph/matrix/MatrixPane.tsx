import { useEffect, useMemo, useState } from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import { labelOf } from '#domain/graphLayout/labels.ts'
import { isGroup, type Tree } from '#domain/graphLayout/tree.ts'
import {
  dependenciesBetween,
  dependencyMatrix,
  type DependencyMatrix,
  itemsBeside,
} from '#domain/graphQueries/dependencyMatrix.ts'
import type { GraphModel } from '#src/features/graph/model.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { MatrixTable } from './MatrixTable.tsx'

type Props = {
  model: GraphModel
  /** The item whose content is shown. */
  item: number
  /** Shows the matrix of another item. */
  onShow: (item: number) => void
  /** Selects a resource. */
  onSelect: (resource: number) => void
  onClose: () => void
  /** Tells the page that there is no picture to wait for. */
  onPainted: (positions: undefined) => void
}

/** How often each group depends on each other one, where lines between all of them would say little. */
export function MatrixPane({ model, item, onShow, onSelect, onClose, onPainted }: Props) {
  const { topology, tree, hash } = model
  const [choice, setChoice] = useState<{ model: GraphModel; pair: readonly [number, number] }>()
  // Items of another grouping are others.
  const chosen = choice?.model === model ? choice.pair : undefined
  useEffect(() => onPainted(undefined), [onPainted])
  const { level, matrix } = useMemo(() => {
    const { level: shown, items } = itemsBeside(tree, item)
    return { level: shown, matrix: dependencyMatrix(topology, tree, items) }
  }, [topology, tree, item])
  const nameOf = (each: number) => labelOf(topology, tree, each).name
  if (hash === '') return <Skeleton label="Grouping the resources" rows={8} />
  return (
    <section aria-label="Dependency matrix" className="flex min-w-0 flex-1 flex-col gap-3 overflow-auto p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Trail path={pathTo(tree, level)} nameOf={nameOf} onShow={onShow} />
        <Button size="sm" className="ml-auto" onClick={onClose}>
          Show the map
        </Button>
      </div>
      <p className="text-sm text-muted">{summaryOf(matrix)}</p>
      {matrix.items.length < 2 && <p className="text-sm">There is nothing to compare.</p>}
      {matrix.items.length > 1 && (
        <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
          <MatrixTable
            matrix={matrix}
            caption={`Dependencies within ${nameOf(level)}`}
            nameOf={nameOf}
            onOpen={(each) => (isGroup(tree, each) ? () => onShow(each) : undefined)}
            chosen={chosen}
            onChoose={(pair) => setChoice({ model, pair })}
          />
          {chosen && <Between model={model} pair={chosen} nameOf={nameOf} onSelect={onSelect} />}
        </div>
      )}
    </section>
  )
}

/** Further dependencies are only counted in the table. */
const LISTED = 50

type BetweenProps = Pick<Props, 'model' | 'onSelect'> & {
  pair: readonly [number, number]
  nameOf: (item: number) => string
}

/** The dependencies behind a number of the matrix. */
function Between({ model: { topology, tree }, pair, nameOf, onSelect }: BetweenProps) {
  const [user, used] = pair
  const found = useMemo(() => dependenciesBetween(topology, tree, pair, LISTED), [topology, tree, pair])
  const title = user === used ? `Dependencies within ${nameOf(user)}` : `${nameOf(user)} depends on ${nameOf(used)}`
  const link = (resource: number) => (
    <button type="button" className="min-h-6 rounded-sm text-accent hover:underline" onClick={() => onSelect(resource)}>
      {visibleText(topology.names[resource] ?? '')}
    </button>
  )
  return (
    <section aria-label={title} className="flex min-w-60 flex-1 flex-col gap-1 text-sm">
      <h3 className="font-semibold text-ink">{title}</h3>
      <ul>
        {found.map(({ from, to }, i) => (
          <li key={i} className="wrap-anywhere">
            {link(from)} <span className="text-muted">needs</span> {link(to)}
          </li>
        ))}
      </ul>
      {found.length === LISTED && <p className="text-muted">The first {number(LISTED)}.</p>}
    </section>
  )
}

function summaryOf({ linked, pairs, left }: DependencyMatrix): string {
  const sentences = [
    'How often resources of the row depend on resources of the column.',
    `${number(linked)} of ${counted(pairs, 'pair')} ${plural(linked, 'is', 'are')} linked.`,
  ]
  if (left > 0) sentences.push(`${counted(left, 'more has', 'more have')} fewer dependencies, and no row.`)
  return sentences.join(' ')
}

/** The item with all that contain it, outermost first. */
function pathTo(tree: Tree, level: number): number[] {
  const path: number[] = []
  for (let item = level; item >= 0; item = at(tree.parent, item)) path.unshift(item)
  return path
}

type TrailProps = { path: readonly number[]; nameOf: (item: number) => string; onShow: (item: number) => void }

const Trail = ({ path, nameOf, onShow }: TrailProps) => (
  <nav aria-label="Groups" className="flex min-w-0 flex-wrap items-center gap-1 text-sm">
    {path.slice(0, -1).map((item) => (
      <span key={item} className="flex items-center gap-1">
        <button type="button" className="min-h-6 rounded-sm text-accent hover:underline" onClick={() => onShow(item)}>
          {nameOf(item)}
        </button>
        <span aria-hidden>›</span>
      </span>
    ))}
    <span className="font-semibold text-ink">{nameOf(path.at(-1) ?? 0)}</span>
  </nav>
)
