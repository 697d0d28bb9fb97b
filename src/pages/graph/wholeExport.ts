import { useQueryClient } from '@tanstack/react-query'
import { exportedGraph } from '#domain/graphExport/exportedGraph.ts'
import { pictureOfMap } from '#domain/graphExport/pictures.ts'
import { allOpen } from '#domain/graphLayout/open.ts'
import { relationsOf } from '#domain/graphQueries/relations.ts'
import { layoutQuery } from '#src/features/graph/aside/queries.ts'
import type { Exportable } from '#src/features/graph/export/ExportMenu.tsx'
import type { useGraph } from './useGraph.ts'

/** A sheet of paper on its side: what is laid out for no window gets its proportions. */
const SHEET = { width: 1600, height: 1100 }

/** The whole state to be saved: every resource and relation, and the map with everything in it open. */
export function useWholeExport({ graph, model, entries }: ReturnType<typeof useGraph>): Exportable {
  const client = useQueryClient()
  const { topology, tree } = model
  return {
    name: 'graph',
    graph: () => exportedGraph(graph, relationsOf(graph), entries.urnOf),
    picture: async () => {
      const positions = await client.fetchQuery({
        ...layoutQuery(model, { root: 0, ...SHEET, ...allOpen(tree) }),
        gcTime: 0,
      })
      return pictureOfMap(topology, tree, positions)
    },
  }
}
