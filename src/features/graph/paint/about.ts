import { at } from '#domain/graphLayout/columns.ts'
import { labelOf, summariesOf } from '#domain/graphLayout/labels.ts'
import type { Marks, OverlayClass } from '#domain/overlays/overlay.ts'
import { countsIn, sumsOf } from '#domain/overlays/sums.ts'
import { number } from '#words/counts.ts'
import type { GraphModel } from '../model.ts'
import type { Chip } from '../overlays/chips.ts'
import { emphasisOf, type Selection } from './emphasis.ts'
import { cachedByItem, siblingsIn } from './texts.ts'

/** The words of the outermost box. */
export type Frame = { name: string; inside: number }

export type Picture = {
  model: GraphModel
  frame?: Frame | undefined
  selection: Selection | undefined
  /** What the overlay says about each resource. */
  marks: Marks
  /** Resources that pass the filter (1); others are dimmed. */
  hits?: Uint8Array | undefined
  /** Resources that stay as they are while the others are dimmed (1), without a filter. */
  lit?: Uint8Array | undefined
}

export type About = ReturnType<typeof aboutItems>

/** What the picture shows of each item. Sums over all resources are computed here, once for each painter. */
export function aboutItems({ model, frame, selection, marks, hits, lit }: Picture) {
  const { topology, tree } = model
  const sums = sumsOf(tree, marks)
  const hitsIn = hits && countsIn(tree, hits)
  const litIn = hitsIn ?? (lit && !selection ? countsIn(tree, lit) : undefined)
  const isHit = (item: number): boolean => !litIn || litIn(item) > 0
  const faint = hits ? 0.3 : 0.5
  const isLoud = (mark: OverlayClass | undefined): mark is OverlayClass => mark !== undefined && !mark.isQuiet
  /** The only resource in a group that the overlay marks: `checkout-task, 3 more`. */
  const soleProblem = (group: number): string | undefined => {
    const counts = marks.isByCount ? [] : sums.within(group).filter(({ place }) => isLoud(marks.classes[place]))
    if (counts.length !== 1 || counts[0]?.count !== 1) return undefined
    for (let item = group + 1; item < at(tree.end, group); item++)
      if (isLoud(marks.classes[sums.of(item)])) {
        const others = at(tree.inside, group) - 1
        return `${labelOf(topology, tree, item).name}${others > 0 ? `, ${number(others)} more` : ''}`
      }
    return undefined
  }
  /** The component around an item that is not in the state, by its name. */
  const missingAround = (item: number): string | undefined => {
    for (let group = at(tree.parent, item); group > 0; group = at(tree.parent, group))
      if (tree.missing.has(group)) return tree.groupNames.get(group)
    return undefined
  }
  const isRelated = (item: number): boolean => Boolean(selection?.up[item] || selection?.down[item])
  return {
    tree,
    siblingsOf: siblingsIn(model),
    emphasisOf: (item: number) => emphasisOf(tree, selection, item),
    labelOf: (item: number) => {
      const label = labelOf(topology, tree, item)
      const copy = marks.copies?.get(at(tree.resource, item))
      if (copy !== undefined) return { ...label, kind: `${label.kind} · ${copy}` }
      return item === 0 && frame ? { ...label, name: frame.name } : label
    },
    /** Number of resources in a group. */
    insideOf: (item: number): number => (item === 0 && frame ? frame.inside : at(tree.inside, item)),
    /** The only problem in a group by its name, then kinds of resources with their numbers: texts of different lengths, the longest first. */
    summaryOf: cachedByItem((item) => {
      const name = soleProblem(item)
      const summaries = summariesOf(topology, tree, item)
      if (tree.missing.has(item)) {
        const { kind } = labelOf(topology, tree, item)
        return [...summaries.map((summary) => `${kind}, ${summary}`), kind]
      }
      return [...(name === undefined ? [] : [name]), ...summaries]
    }),
    /** The class of an item that is in the picture. */
    markOf(item: number): OverlayClass | undefined {
      const mark = marks.classes[sums.of(item)]
      return isLoud(mark) ? mark : undefined
    },
    /** Counts of each class in a group, and how many of them pass the filter. */
    chipsOf: cachedByItem((item) => {
      const chips = sums.within(item).flatMap(({ place, count }): Chip[] => {
        const mark = marks.classes[place]
        return isLoud(mark) ? [{ mark, count }] : []
      })
      const hitCount = hitsIn?.(item) ?? 0
      if (hitCount > 0) chips.unshift({ mark: 'filter', count: hitCount })
      return chips
    }),
    /** Whether a group represents a component that is not in the state. */
    isMissing: (item: number): boolean => tree.missing.has(item),
    /** Names of what a resource needs and is not in the state, unless the group around it says so. */
    missingOf(item: number): readonly string[] | undefined {
      const missing = marks.missing?.get(at(tree.resource, item))
      return missing?.length === 1 && missing[0] === missingAround(item) ? undefined : missing
    },
    hasFilter: hits !== undefined,
    /** The overlay counts kinds of resources, not problems. */
    isByCount: marks.isByCount ?? false,
    isFaded: (item: number): boolean => !isHit(item),
    /** Opacity of an item: lower if it does not pass the filter, unless it is related to the selection. */
    opacityOf: (item: number): number => (isHit(item) || isRelated(item) ? 1 : faint),
    opacityOfGroup: (item: number): number => (isHit(item) || item === 0 || isRelated(item) ? 1 : faint),
  }
}
