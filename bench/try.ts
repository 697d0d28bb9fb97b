import { generateGraph } from '#testing/states/generateGraph.ts'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree, isGroup } from '#domain/graphLayout/tree.ts'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { readability } from '#testing/states/readability.ts'
const none = new Set<number>()
for (const shape of ['aws', 'k8s', 'chain', 'flat'] as const)
  for (const size of [60, 300, 1000, 10000, 30000]) {
    const topology = topologyOf(generateGraph(shape, size))
    const t1 = performance.now()
    const tree = buildTree(topology)
    const t2 = performance.now()
    const p = layoutView(topology, tree, { root: 0, width: 1040, height: 530, opened: none, shut: none })
    const t3 = performance.now()
    const boxOf = new Map(Array.from(p.item, (item, box) => [item, box]))
    const r = readability(p, (box) => boxOf.get(tree.parent[p.item[box] ?? 0] ?? 0) ?? 0)
    console.log(
      shape,
      size,
      'tree',
      (t2 - t1).toFixed(0),
      'layout',
      (t3 - t2).toFixed(0),
      'zoom',
      Math.min(1040 / p.w[0]!, 530 / p.h[0]!).toFixed(2),
      'boxes',
      p.item.length,
      'cards',
      r.cards,
      'lines',
      r.lines,
      'hub',
      p.edgeFlags.filter((f) => f & 4).length,
      'over',
      r.overForeignCards,
      'against',
      r.againstDirection.toFixed(2),
      'overlap',
      r.cardOverlaps,
      r.titleOverlaps,
      r.outside,
      'aspect',
      r.aspect.toFixed(2),
      'area',
      r.cardArea.toFixed(2),
    )
  }
