import { useQueryClient } from '@tanstack/react-query'
import type { ExportedGraph } from '#domain/graphExport/exportedGraph.ts'
import type { Picture } from '#domain/graphExport/picture.ts'
import { allOpen } from '#domain/graphLayout/open.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { layoutQuery, modelQuery } from '#src/features/graph/worker/queries.ts'
import type { Exportable } from '#src/features/graph/export/ExportMenu.tsx'
import type { GraphModel } from '#src/features/graph/model.ts'
import { visiblePart } from '#src/features/graph/overlays/filter.ts'
import { find } from '#src/features/resources/outline.ts'
import type { GraphState } from './useGraph.ts'

/** The proportions of a sheet of paper in landscape, for a layout without a window. */
const SHEET = { width: 1600, height: 1100 }

export type Exports = {
  /** The whole state: every resource and relation, and the map with all groups open. */
  whole: Exportable
  /** The map as drawn, with its open and closed groups. */
  map: (positions: Positions | undefined) => Exportable
  /** Some of its resources with the relations between them, and their map. */
  some: (name: string, membersOf: () => readonly number[]) => Exportable
}

/** The map for saving. What it takes is loaded then: few who look at a graph save it. */
async function mapPicture({ topology, tree }: GraphModel, positions: Positions): Promise<Picture> {
  const { pictureOfMap } = await import('#domain/graphExport/pictures.ts')
  return pictureOfMap(topology, tree, positions)
}

/** The exports of a stack's graph, whatever is shown of it. */
export function useExports({ graph, model, entries, grouping }: GraphState): Exports {
  const client = useQueryClient()
  const mapOf = async (graphModel: GraphModel): Promise<Picture> => {
    const view = { root: 0, ...SHEET, ...allOpen(graphModel.tree) }
    const positions = await client.fetchQuery({ ...layoutQuery(graphModel, view), gcTime: 0 })
    return mapPicture(graphModel, positions)
  }
  const exported = async (members?: readonly number[]): Promise<ExportedGraph> => {
    const [{ exportedGraph }, { relationsOf }] = await Promise.all([
      import('#domain/graphExport/exportedGraph.ts'),
      import('#domain/graphQueries/relations.ts'),
    ])
    return exportedGraph(graph, relationsOf(graph), entries.urnOf, members)
  }
  return {
    map: (positions) => ({
      name: 'map',
      graph: async () => {
        const [{ exportedMap }, { relationsOf }] = await Promise.all([
          import('#domain/graphExport/exportedMap.ts'),
          import('#domain/graphQueries/relations.ts'),
        ])
        return positions && exportedMap(graph, relationsOf(graph), entries.urnOf, { ...model, positions })
      },
      picture: async () => positions && mapPicture(model, positions),
    }),
    whole: {
      name: 'graph',
      graph: () => exported(),
      picture: () => mapOf(model),
    },
    some: (name, membersOf) => ({
      name,
      graph: () => exported(membersOf()),
      picture: async () => {
        const isMember = new Set(membersOf())
        const subset = visiblePart(graph, find(entries.outline, (index) => isMember.has(index)).shown)
        const grouped = await client.fetchQuery({ ...modelQuery('saved', subset, grouping), gcTime: 0 })
        return mapOf(grouped.model)
      },
    }),
  }
}
