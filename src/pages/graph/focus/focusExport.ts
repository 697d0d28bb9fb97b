import { exportedGraph } from '#domain/graphExport/exportedGraph.ts'
import { pictureOfFocus } from '#domain/graphExport/pictureOfFocus.ts'
import { focusPicture } from '#domain/graphQueries/focusPicture.ts'
import type { Neighbourhood } from '#domain/graphQueries/neighbourhood.ts'
import type { Relations } from '#domain/graphQueries/relations.ts'
import type { GraphColumns } from '#contract/resources.ts'
import { shortType } from '#domain/state/shortType.ts'
import type { Exportable } from '#src/features/graph/export/ExportMenu.tsx'
import type { Entries } from '#src/features/resources/entries.ts'
import { bundleName } from './words.ts'

/** A saved picture has the size of a wide window, whatever the size of the page. */
const SIZE = { width: 1280, height: 800 }

type Given = { graph: GraphColumns; relations: Relations; entries: Entries; name: string }

/** These resources, with the relations between them. */
const setExport = ({ graph, relations, entries, name }: Given, members: readonly number[]): Exportable => ({
  name,
  graph: () => exportedGraph(graph, relations, entries.urnOf, members),
})

/** A neighbourhood: its resources and its picture. */
export function neighbourhoodExport(given: Given, neighbourhood: Neighbourhood, kinds: number): Exportable {
  const { relations, entries } = given
  const { focus, needs, neededBy } = neighbourhood
  return {
    ...setExport(given, [focus, ...needs.flat(), ...neededBy.flat()]),
    picture: () =>
      pictureOfFocus(focusPicture({ neighbourhood, relations, kinds, typeOf: entries.typeOf, size: SIZE }), (box) => [
        bundleName(box, entries),
        box.type === undefined ? '' : shortType(box.type),
      ]),
  }
}
