import { at } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS } from './relationKinds.ts'
import { distancesFrom, eachNeighbour, type Relations } from './relations.ts'

/** The surroundings of a resource: by distance, what it needs and what needs it. */
export type Neighbourhood = {
  focus: number
  /** `needs[0]` are its direct needs, `needs[1]` their needs without those already listed, and so on. */
  needs: number[][]
  neededBy: number[][]
}

/**
 * The neighbourhood of a resource. A resource on both sides (in a cycle) is on the nearer side; on the side of the
 * needs if both are equally near.
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

/** Drops levels that lost all their members to the other side. */
const filled = (levels: number[][]): number[][] =>
  Array.from(levels, (level) => level ?? []).filter((level) => level.length > 0)

/** Number of direct neighbours of a resource by kind of relation. */
export function kindCounts({ needs, neededBy }: Relations, focus: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const side of [needs, neededBy]) {
    eachNeighbour(side, focus, ALL_RELATIONS, (_, kinds) => {
      for (let bit = 1; bit <= kinds; bit <<= 1) if (kinds & bit) counts.set(bit, (counts.get(bit) ?? 0) + 1)
    })
  }
  return counts
}
