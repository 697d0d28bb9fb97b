import { describe, expect, it } from 'vitest'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree } from '#domain/graphLayout/buildTree.ts'
import { structureName } from '#domain/graphLayout/tree.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { packed, unpacked } from './packed.ts'
import { group, hold, lay, rehearsal } from './work.ts'

const view = { root: 0, width: 1000, height: 700, opened: new Set<number>(), shut: new Set<number>() }
const topologyFor = (size: number) => topologyOf(generateGraph('flat', size))

describe('a topology as a message', () => {
  it('is the same after sending, whatever the names', () => {
    const topology = {
      ...topologyFor(60),
      names: topologyFor(60).names.map((name, i) => ['', 'a\nb', '\0', '😀', name][i % 5] ?? ''),
    }
    expect(unpacked(structuredClone(packed(topology)))).toEqual(topology)
  })
})

describe('the layout worker', () => {
  it('groups and lays out as the page would', () => {
    const topology = topologyFor(300)
    const tree = buildTree(topology)
    const done = group(packed(topology), 'auto', view)
    expect(done.tree).toEqual(tree)
    expect(done.positions).toEqual(layoutView(topology, tree, view))
    expect(lay(done.hash, view)).toEqual(done.positions)
    expect(group(packed(topology), 'auto').positions).toBeUndefined()
  })

  it('keeps the latest models, and reports an unknown one', () => {
    const models = [61, 62, 63, 64].map((size) => {
      const topology = topologyFor(size)
      const tree = buildTree(topology)
      return { hash: structureName(tree, topology), model: { dependencies: topology, tree } }
    })
    for (const { hash, model } of models) hold(hash, model)
    expect(models.map(({ hash }) => lay(hash, view) !== undefined)).toEqual([false, true, true, true])
  })

  it('warms up with resources that fall into groups', () => {
    expect([...rehearsal()]).toHaveLength(18)
  })
})
