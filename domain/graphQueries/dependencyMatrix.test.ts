import { describe, expect, it } from 'vitest'
import { firstFault } from '#testing/cases.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { buildTree } from '../graphLayout/buildTree.ts'
import { type Topology, topologyOf } from '../graphLayout/topology.ts'
import { dependenciesBetween, dependencyMatrix, isAllToAll, itemsBeside } from './dependencyMatrix.ts'

/** A stack with these components; `links` are pairs of resources, the first of which depends on the second. */
function stackOf(groups: Readonly<Record<string, readonly string[]>>, links: readonly (readonly [string, string])[]) {
  const names = Object.entries(groups).flatMap(([group, members]) => [group, ...members])
  const parent = Object.entries(groups).flatMap(([group, members]) => [-1, ...members.map(() => names.indexOf(group))])
  const topology = topologyOf({
    names,
    types: ['a:b:C'],
    type: names.map(() => 0),
    parent,
    flags: names.map(() => 0),
    edgeFrom: links.map(([from]) => names.indexOf(from)),
    edgeTo: links.map(([, to]) => names.indexOf(to)),
  })
  const tree = buildTree(topology)
  const itemOf = (name: string) => tree.itemOf[names.indexOf(name)] ?? -1
  const nameOf = (item: number) => names[tree.resource[item] ?? -1]
  return { topology, tree, itemOf, nameOf }
}

const shop = stackOf({ net: ['vpc', 'subnet'], app: ['task', 'service'], jobs: ['cron'] }, [
  ['subnet', 'vpc'],
  ['task', 'subnet'],
  ['service', 'subnet'],
  ['cron', 'vpc'],
  ['cron', 'task'],
  ['app', 'net'],
])

describe('the dependency matrix', () => {
  it('counts how often what is in one item depends on what is in another', () => {
    const { items } = itemsBeside(shop.tree, 0)
    const matrix = dependencyMatrix(shop.topology, shop.tree, items)
    expect(matrix.items.map(shop.nameOf)).toEqual(['net', 'app', 'jobs'])
    expect(matrix.counts).toEqual([
      [1, 0, 0],
      [3, 0, 0],
      [1, 1, 0],
    ])
    expect(matrix).toMatchObject({ most: 3, linked: 3, pairs: 3, left: 0 })
  })

  it('keeps the items with the most dependencies where there is no room for all', () => {
    const { items } = itemsBeside(shop.tree, 0)
    const matrix = dependencyMatrix(shop.topology, shop.tree, items, 2)
    expect(matrix.items.map(shop.nameOf)).toEqual(['net', 'app'])
    expect(matrix).toMatchObject({ linked: 3, pairs: 3, left: 1 })
  })

  it('is of the content of a group, and of the neighbours of a resource', () => {
    const inside = ['vpc', 'subnet'].map(shop.itemOf)
    expect(itemsBeside(shop.tree, shop.itemOf('net'))).toEqual({ level: shop.itemOf('net'), items: inside })
    expect(itemsBeside(shop.tree, shop.itemOf('vpc')).items).toEqual(inside)
  })

  it('is of the content of the only group there is', () => {
    const { tree, itemOf } = stackOf({ all: ['one', 'two'] }, [])
    expect(itemsBeside(tree, 0).level).toBe(itemOf('all'))
  })

  it('names the dependencies behind a number, up to a limit', () => {
    const { tree, topology } = shop
    const named = (most: number) =>
      dependenciesBetween(topology, tree, [shop.itemOf('app'), shop.itemOf('net')], most).map(({ from, to }) =>
        [from, to].map((resource) => topology.names[resource]).join(' needs '),
      )
    expect(named(9)).toEqual(['task needs subnet', 'service needs subnet', 'app needs net'])
    expect(named(1)).toEqual(['task needs subnet'])
  })

  it('has every dependency between two of all items once', () => {
    const shapes: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
    const fault = firstFault(20, (random) => {
      const topology = topologyOf(generateGraph(shapes[random(5)] ?? 'aws', 300, random(1_000)))
      const tree = buildTree(topology)
      const { items, level } = itemsBeside(tree, random(tree.size))
      const { counts } = dependencyMatrix(topology, tree, items, Infinity)
      const sum = counts.flat().reduce((total, count) => total + count, 0)
      const wanted = edgesWithin(topology, (resource) => {
        const item = tree.itemOf[resource] ?? -1
        return item > level && item < (tree.end[level] ?? 0)
      })
      return sum === wanted ? undefined : `${sum} of ${wanted}`
    })
    expect(fault).toBeUndefined()
  })
})

const edgesWithin = ({ edgeFrom, edgeTo }: Topology, isIn: (resource: number) => boolean): number =>
  edgeFrom.reduce((sum, from, e) => sum + (isIn(from) && isIn(edgeTo[e] ?? -1) ? 1 : 0), 0)

it.each<[string, number, number, boolean]>([
  ['ten of which half the pairs are linked', 10, 23, true],
  ['ten of which 40 % are linked', 10, 18, false],
  ['four that are all linked', 4, 6, false],
  ['five that are all linked', 5, 10, true],
])('groups depend on each other: %s', (_, count, linked, isIt) => {
  const items = Array.from({ length: count }, (_each, i) => i)
  expect(isAllToAll({ items, linked, pairs: (count * (count - 1)) / 2 })).toBe(isIt)
})
