import { useQueryClient } from '@tanstack/react-query'
import { exportedGraph } from '#domain/graphExport/exportedGraph.ts'
import type { Picture } from '#domain/graphExport/picture.ts'
import { pictureOfMap } from '#domain/graphExport/pictures.ts'
import { allOpen } from '#domain/graphLayout/open.ts'
import { relationsOf } from '#domain/graphQueries/relations.ts'
import { layoutQuery, modelQuery } from '#src/features/graph/aside/queries.ts'
import type { Exportable } from '#src/features/graph/export/ExportMenu.tsx'
import type { GraphModel } from '#src/features/graph/model.ts'
import { showing } from '#src/features/graph/overlays/filter.ts'
import { find } from '#src/features/resources/outline.ts'
import type { useGraph } from './useGraph.ts'

/** The proportions of a sheet of paper in landscape, for a layout without a window. */
const SHEET = { width: 1600, height: 1100 }

export type Exports = {
  /** The whole state: every resource and relation, and the map with all groups open. */
  whole: Exportable
  /** Some of its resources with the relations between them, and their map. */
  some: (name: string, members: readonly number[]) => Exportable
}

/** The exports of a stack's graph, whatever is shown of it. */
export function useExports({ graph, model, entries, grouping }: ReturnType<typeof useGraph>): Exports {
  const client = useQueryClient()
  const mapOf = async (shown: GraphModel): Promise<Picture> => {
    const view = { root: 0, ...SHEET, ...allOpen(shown.tree) }
    const positions = await client.fetchQuery({ ...layoutQuery(shown, view), gcTime: 0 })
    return pictureOfMap(shown.topology, shown.tree, positions)
  }
  return {
    whole: {
      name: 'graph',
      graph: () => exportedGraph(graph, relationsOf(graph), entries.urnOf),
      picture: () => mapOf(model),
    },
    some: (name, members) => ({
      name,
      graph: () => exportedGraph(graph, relationsOf(graph), entries.urnOf, members),
      picture: async () => {
        const isMember = new Set(members)
        const only = showing(graph, find(entries.outline, (index) => isMember.has(index)).shown)
        const grouped = await client.fetchQuery({ ...modelQuery('saved', only, grouping), gcTime: 0 })
        return mapOf(grouped.model)
      },
    }),
  }
}
