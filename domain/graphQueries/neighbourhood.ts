import { at } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS, distancesFrom, eachNeighbour, type Relations } from './relations.ts'

/** What is around a resource: by steps, what it needs and what needs it. */
export type Neighbourhood = {
  focus: number
  /** `needs[0]` is what it needs itself, `needs[1]` what these need that it does not need itself, and so on. */
  needs: number[][]
  neededBy: number[][]
}

/**
 * The neighbourhood of a resource. What is on both sides, in a circle, is on the side that is nearer, on that of the needs
 * if both are.
 */
export function neighbourhoodOf(
  relations: Relations,
  focus: number,
  { depth, kinds = ALL_RELATIONS }: { depth: number; kinds?: number },
): Neighbourhood {
  const up = distancesFrom(relations.needs, [focus], { kinds, most: depth })
  const down = distancesFrom(relations.neededBy, [focus], { kinds, most: depth })
  const needs: number[][] = []
  const neededBy: number[][] = []
  for (let index = 0; index < relations.count; index++) {
    const [above, below] = [at(up, index), at(down, index)]
    if (above > 0 && (below < 0 || above <= below)) (needs[above - 1] ??= []).push(index)
    else if (below > 0) (neededBy[below - 1] ??= []).push(index)
  }
  return { focus, needs: filled(needs), neededBy: filled(neededBy) }
}

/** A step that lost all its members to the other side is no hole. */
const filled = (levels: number[][]): number[][] =>
  Array.from(levels, (level) => level ?? []).filter((level) => level.length > 0)

/** By kind of relation, how many of the direct neighbours of a resource are related by it. */
export function kindCounts({ needs, neededBy }: Relations, focus: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const side of [needs, neededBy]) {
    eachNeighbour(side, focus, ALL_RELATIONS, (_, kinds) => {
      for (let bit = 1; bit <= kinds; bit <<= 1) if (kinds & bit) counts.set(bit, (counts.get(bit) ?? 0) + 1)
    })
  }
  return counts
}
