import type { StackGraph } from '#contract/stackGraph.ts'
import type { ExportedGraph } from '#domain/graphExport/exportedGraph.ts'
import type { Picture } from '#domain/graphExport/picture.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { fullName } from '#domain/stackName.ts'
import type { GraphModel } from '#src/features/graph/model.ts'
import { counted } from '#words/counts.ts'

/** The linked stacks for saving, with those that are read and not on this server; `from` reads outputs of `to`. */
export function exportedStacks({ stacks, links, elsewhere }: StackGraph): ExportedGraph {
  const away = [...new Set(elsewhere.map(({ name }) => name))]
  const one = { type: '', urn: '' }
  return {
    stack: 'Stack dependencies',
    version: 0,
    resources: [
      ...stacks.map(({ ref, health, resourceCount }, index) => ({
        ...one,
        id: `s${index}`,
        name: fullName(ref),
        flags: [health],
        holds: resourceCount,
        contents: counted(resourceCount, 'resource'),
      })),
      ...away.map((name, index) => ({ ...one, id: `a${index}`, name, flags: [], contents: 'not on this server' })),
    ],
    relations: [
      ...links.map(({ from, to }) => ({ from: `s${from}`, to: `s${to}` })),
      ...elsewhere.map(({ from, name }) => ({ from: `s${from}`, to: `a${away.indexOf(name)}` })),
    ].map((each) => ({ ...each, kinds: ['property'] })),
  }
}

/** The map of stacks as drawn. */
export async function pictureOfStacks({ topology, tree }: GraphModel, positions: Positions): Promise<Picture> {
  const { pictureOfMap } = await import('#domain/graphExport/pictures.ts')
  const picture = pictureOfMap(topology, tree, positions)
  return { ...picture, boxes: picture.boxes.map((box, index) => (index === 0 ? { ...box, lines: ['Stacks'] } : box)) }
}
