import { describe, expect, it } from 'vitest'
import { EDGE_KIND, GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { firstFault } from '#testing/cases.ts'
import { growth, LINEAR } from '#testing/growth.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { type Random, randomState } from '#testing/states/randomState.ts'
import { targetDependents } from '#testing/states/targetDependents.ts'
import { withOldEntries } from '#testing/states/withOldEntries.ts'
import type { Resource } from '../state/checkpoint.ts'
import { verify } from '../state/integrity.ts'
import { toColumns } from '../state/graph.ts'
import { dependentsOf } from '../edits/deleteResources.ts'
import { kindCounts, neighbourhoodOf } from './neighbourhood.ts'
import { byStake, countsByType, type Question, reachOf } from './reach.ts'
import { ALL_RELATIONS, RELATION, relationsIn } from './relationKinds.ts'
import { distancesFrom, eachNeighbour, type Relations, relationsOf } from './relations.ts'
import { heldBy } from './stateful.ts'
import { sharedNeeds, waysBetween } from './ways.ts'

const stack = { org: 'acme', project: 'shop', stack: 'dev' }

type Link = readonly [from: number, to: number, kind?: keyof typeof EDGE_KIND]
type Given = {
  links?: Link[]
  parent?: Record<number, number>
  provider?: Record<number, number>
  flags?: Record<number, number>
  types?: string[]
}

/** A graph of `count` custom resources. */
function graphOf(
  count: number,
  { links = [], parent = {}, provider = {}, flags = {}, types = [] }: Given,
): GraphColumns {
  const all = Array.from({ length: count }, (_, i) => i)
  return {
    stack,
    version: 1,
    types: all.map((i) => types[i] ?? 'a:b:C'),
    names: all.map((i) => `r${i}`),
    type: all,
    parent: all.map((i) => parent[i] ?? -1),
    provider: all.map((i) => provider[i] ?? -1),
    flags: all.map((i) => flags[i] ?? GRAPH_FLAG.custom),
    edgeFrom: links.map(([from]) => from),
    edgeTo: links.map(([, to]) => to),
    edgeKind: links.map(([, , kind = 'property']) => EDGE_KIND[kind]),
    missingParents: [],
    urnPrefix: 'urn:pulumi:dev::shop::',
    qualifiedTypes: all.map((i) => types[i] ?? 'a:b:C'),
    qualified: all,
    oddUrns: {},
  }
}

/** A random graph: with cycles, edges to the node itself and to nothing, and several edges between two nodes. */
function anyGraph(random: Random): GraphColumns {
  const count = 2 + random(14)
  const any = () => random(count + 2) - 1
  const kinds = Object.keys(EDGE_KIND) as (keyof typeof EDGE_KIND)[]
  return graphOf(count, {
    links: Array.from({ length: random(30) }, () => [any(), any(), kinds[random(kinds.length)] ?? 'property'] as const),
    parent: Object.fromEntries(Array.from({ length: random(count) }, () => [random(count), any()])),
    provider: Object.fromEntries(Array.from({ length: random(count) }, () => [random(count), any()])),
    flags: Object.fromEntries(Array.from({ length: count }, (_, i) => [i, random(4096)])),
  })
}

const linksOf = ({ needs, count }: Relations) => {
  const links: { from: number; to: number; kinds: number }[] = []
  for (let from = 0; from < count; from++)
    eachNeighbour(needs, from, ALL_RELATIONS, (to, kinds) => links.push({ from, to, kinds }))
  return links
}

describe('relations', () => {
  it('include every kind of reference, each pair once with all its kinds', () => {
    const relations = relationsOf(
      graphOf(3, {
        links: [
          [1, 0, 'property'],
          [1, 0, 'deletedWith'],
          [1, 1],
          [2, 7],
        ],
        parent: { 1: 0, 2: 0 },
        provider: { 2: 1 },
      }),
    )
    expect(linksOf(relations)).toEqual([
      { from: 1, to: 0, kinds: RELATION.property | RELATION.deletedWith | RELATION.parent },
      { from: 2, to: 0, kinds: RELATION.parent },
      { from: 2, to: 1, kinds: RELATION.provider },
    ])
    expect(relationsIn(linksOf(relations)[0]?.kinds ?? 0)).toEqual(['property', 'parent', 'deletedWith'])
  })

  it('are the same from both ends', () => {
    expect(
      firstFault(200, (random) => {
        const relations = relationsOf(anyGraph(random))
        const turned = linksOf({ ...relations, needs: relations.neededBy }).map(
          ({ from, to, kinds }) => `${to} ${from} ${kinds}`,
        )
        const links = linksOf(relations).map(({ from, to, kinds }) => `${from} ${to} ${kinds}`)
        return new Set(links).size === links.length &&
          JSON.stringify(links.toSorted()) === JSON.stringify(turned.toSorted())
          ? undefined
          : `${links.join()} against ${turned.join()}`
      }),
    ).toBeUndefined()
  })

  it('are found in time linear in the size', () => {
    const work = (size: number) => {
      const graph = generateGraph('aws', size)
      return () => reachOf(relationsOf(graph), graph, [2], 'delete')
    }
    expect(growth(2_000, work)).toBeLessThan(LINEAR)
  })
})

describe('the effect of a delete', () => {
  it('is exactly what the CLI removes with the resource from a valid state', () => {
    expect(
      firstFault(60, (random) => {
        const { deployment } = randomState(random, 30)
        const resources = (deployment.resources ?? []).filter(
          ({ urn }, at, all) => all.findIndex((r) => r.urn === urn) === at,
        )
        const graph = toColumns(stack, 1, { ...deployment, resources })
        const root = random(resources.length)
        const ours = reachOf(relationsOf(graph), graph, [root], 'delete').reached.map(({ index }) => index)
        const theirs = dependentsOf(resources, new Set([root]))
        return JSON.stringify(ours.toSorted((a, b) => a - b)) === JSON.stringify(theirs)
          ? undefined
          : `${root}: ${ours.join()} instead of ${theirs.join()}`
      }),
    ).toBeUndefined()
  })

  it('has the URNs that the engine selects with --target-dependents, also with old entries', () => {
    let withTwins = 0
    expect(
      firstFault(600, (random) => {
        const { deployment } = withOldEntries(random, 3 + random(15))
        const resources = deployment.resources ?? []
        if (verify(deployment).length > 0) return undefined
        const graph = toColumns(stack, 1, deployment)
        const roots = [...new Set([random(resources.length), random(resources.length)])]
        const { reached } = reachOf(relationsOf(graph), graph, roots, 'delete')
        const urnsOf = (indices: readonly number[]) => new Set(indices.map((index) => resources[index]?.urn ?? ''))
        const ours = urnsOf([...roots, ...reached.map(({ index }) => index)])
        const theirs = targetDependents(resources, urnsOf(roots))
        if (reached.some(({ index }) => resources[index]?.delete)) withTwins += 1
        const isWhole = resources.every(
          ({ urn }, index) => !ours.has(urn) || urnsOf(roots).has(urn) || reached.some((each) => each.index === index),
        )
        return isWhole && ours.symmetricDifference(theirs).size === 0
          ? undefined
          : `${roots.join()}: ${[...ours].join()} instead of ${[...theirs].join()}`
      }),
    ).toBeUndefined()
    expect(withTwins).toBeGreaterThan(100)
  })

  it('names the users of a replaced provider, and what depends on a replaced resource', () => {
    const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`
    const provider: Resource = {
      urn: urn('pulumi:providers:aws', 'p'),
      type: 'pulumi:providers:aws',
      custom: true,
      id: 'new',
    }
    const vm: Resource = {
      urn: urn('a:b:C', 'vm'),
      type: 'a:b:C',
      custom: true,
      id: 'vm',
      provider: `${provider.urn}::old`,
    }
    const user: Resource = { urn: urn('a:b:C', 'user'), type: 'a:b:C', dependencies: [vm.urn] }
    const resources = [
      provider,
      { ...provider, id: 'old', delete: true },
      vm,
      { ...vm, id: 'vm-0', delete: true },
      user,
    ]
    const graph = toColumns(stack, 1, { resources })
    const from = (root: number) =>
      reachOf(relationsOf(graph), graph, [root], 'delete').reached.map(({ index }) => index)
    expect(from(0)).toEqual([2, 3, 4])
    expect(from(1)).toEqual([2, 3, 4])
    expect(from(3)).toEqual([4])
  })

  it('lists protected resources first, then stateful ones, then the nearest', () => {
    const graph = graphOf(6, {
      links: [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 3],
        [5, 0],
      ],
      flags: { 3: GRAPH_FLAG.custom | GRAPH_FLAG.protect },
      types: ['a:b:C', 'a:b:C', 'a:b:C', 'a:b:C', 'aws:rds/instance:Instance', 'a:b:C'],
    })
    const { reached } = reachOf(relationsOf(graph), graph, [0], 'delete')
    expect(byStake(graph, reached).map(({ index }) => index)).toEqual([3, 4, 1, 5, 2])
    expect(reached.map(({ distance }) => distance)).toEqual([1, 1, 2, 3, 4])
    expect(countsByType(graph, [0, 4])).toEqual([
      { type: 'a:b:C', count: 1 },
      { type: 'aws:rds/instance:Instance', count: 1 },
    ])
  })
})

describe('the effect of a replacement', () => {
  const reach = (given: Given, count = 4) => {
    const graph = graphOf(count, given)
    const { reached, waiting } = reachOf(relationsOf(graph), graph, [0], 'replace')
    return { answer: reached.map(({ index, certainty }) => `${index} ${certainty}`), waiting }
  }

  it.each<[string, Given, string[], number]>([
    ['its properties are used by another', { links: [[1, 0]] }, ['1 may'], 0],
    ['another only waits for it', { links: [[1, 0, 'dependency']] }, [], 1],
    ['it is a parent', { parent: { 1: 0 } }, [], 0],
    ['it is a provider', { provider: { 1: 0 } }, ['1 certain'], 0],
    ['it is the provider of a component', { provider: { 1: 0 }, flags: { 1: 0 } }, [], 0],
    [
      'it is the provider of an external resource',
      { provider: { 1: 0 }, flags: { 1: GRAPH_FLAG.custom | GRAPH_FLAG.external } },
      [],
      0,
    ],
    ['another is replaced together with it', { links: [[1, 0, 'replaceWith']] }, ['1 certain'], 0],
    ['another is deleted together with it', { links: [[1, 0, 'deletedWith']] }, ['1 may'], 0],
    [
      'a certain replacement causes others',
      {
        links: [
          [1, 0, 'replaceWith'],
          [2, 1, 'replaceWith'],
          [3, 2],
        ],
      },
      ['1 certain', '2 certain', '3 may'],
      0,
    ],
    [
      'a possible replacement could cause others',
      {
        links: [
          [1, 0],
          [2, 1, 'replaceWith'],
        ],
      },
      ['1 may', '2 may'],
      0,
    ],
    [
      'it is certain by one path and possible by another',
      {
        links: [
          [1, 0],
          [1, 0, 'replaceWith'],
        ],
      },
      ['1 certain'],
      0,
    ],
    [
      'a waiting resource is affected through another path',
      {
        links: [
          [1, 0],
          [2, 0, 'dependency'],
          [2, 1],
        ],
      },
      ['1 may', '2 may'],
      0,
    ],
  ])('reaches the right resources when %s', (_, given, answer, waiting) => {
    expect(reach(given)).toEqual({ answer, waiting })
  })

  it('never exceeds the effect of a delete', () => {
    expect(
      firstFault(200, (random) => {
        const graph = anyGraph(random)
        const relations = relationsOf(graph)
        const roots = [random(graph.names.length)]
        const all = new Set(reachOf(relations, graph, roots, 'delete').reached.map(({ index }) => index))
        const more = reachOf(relations, graph, roots, 'replace').reached.find(({ index }) => !all.has(index))
        return more && `${more.index} from ${roots.join()}`
      }),
    ).toBeUndefined()
  })
})

it.each<Question>(['delete', 'replace', 'needs'])(
  'a blast radius (%s) lists each resource once, with its cause and distance',
  (question) => {
    expect(
      firstFault(200, (random) => {
        const graph = anyGraph(random)
        const relations = relationsOf(graph)
        const roots = [...new Set([random(graph.names.length), random(graph.names.length)])]
        const { reached } = reachOf(relations, graph, roots, question)
        const distanceOf = new Map([
          ...roots.map((root) => [root, 0] as const),
          ...reached.map((r) => [r.index, r.distance] as const),
        ])
        if (distanceOf.size !== roots.length + reached.length) return 'one appears twice'
        const links = linksOf(relations)
        for (const { index, via, distance, kinds } of reached) {
          const [from, to] = question === 'needs' ? [via, index] : [index, via]
          if (links.find((link) => link.from === from && link.to === to)?.kinds !== kinds)
            return `${via} does not lead to ${index}`
          if (distanceOf.get(via) !== distance - 1) return `${index} is not one step behind ${via}`
        }
        return undefined
      }),
    ).toBeUndefined()
  },
)

describe('the neighbourhood of a resource', () => {
  it('lists each resource once, by distance, on its nearer side', () => {
    expect(
      firstFault(200, (random) => {
        const relations = relationsOf(anyGraph(random))
        const focus = random(relations.count)
        const depth = 1 + random(4)
        const { needs, neededBy } = neighbourhoodOf(relations, focus, { depth })
        const up = distancesFrom(relations.needs, [focus], { most: depth })
        const down = distancesFrom(relations.neededBy, [focus], { most: depth })
        const all = [...needs.flat(), ...neededBy.flat()]
        if (new Set(all).size !== all.length || all.includes(focus)) return 'one appears twice'
        const missing = Array.from(up.keys()).find(
          (i) => i !== focus && (up[i]! > 0 || down[i]! > 0) && !all.includes(i),
        ) // of its own keys
        if (missing !== undefined) return `${missing} is left out`
        const wrong =
          needs.flat().find((i) => down[i]! > 0 && down[i]! < up[i]!) ??
          neededBy.flat().find((i) => up[i]! > 0 && up[i]! <= down[i]!) // resources
        return wrong === undefined ? undefined : `${wrong} is on the wrong side`
      }),
    ).toBeUndefined()
  })

  it('follows only the requested kinds', () => {
    const relations = relationsOf(
      graphOf(4, {
        links: [
          [1, 0],
          [2, 1, 'dependency'],
        ],
        parent: { 3: 1 },
      }),
    )
    expect(neighbourhoodOf(relations, 1, { depth: 1 })).toEqual({ focus: 1, needs: [[0]], neededBy: [[2, 3]] })
    expect(neighbourhoodOf(relations, 1, { depth: 1, kinds: RELATION.parent })).toEqual({
      focus: 1,
      needs: [],
      neededBy: [[3]],
    })
    expect(kindCounts(relations, 1)).toEqual(
      new Map([
        [RELATION.property, 1],
        [RELATION.dependency, 1],
        [RELATION.parent, 1],
      ]),
    )
  })
})

describe('paths between two resources', () => {
  it('are listed from the shortest, from the dependent to the dependency', () => {
    const relations = relationsOf(
      graphOf(5, {
        links: [
          [4, 3],
          [3, 0],
          [4, 2],
          [2, 1],
          [1, 0],
          [4, 0],
        ],
      }),
    )
    expect(waysBetween(relations, 4, 0)).toEqual({
      direction: 'needs',
      ways: [
        [4, 0],
        [4, 3, 0],
        [4, 2, 1, 0],
      ],
      isWhole: true,
    })
    expect(waysBetween(relations, 0, 4)?.direction).toBe('neededBy')
    expect(waysBetween(relations, 1, 3)).toBeUndefined()
    expect(sharedNeeds(relations, 1, 3)).toEqual([{ index: 0, steps: 2 }])
  })

  it('exist in the graph, differ, have no cycle, and start with a shortest one', () => {
    expect(
      firstFault(200, (random) => {
        const relations = relationsOf(anyGraph(random))
        const [a, b] = [random(relations.count), random(relations.count)]
        const found = waysBetween(relations, a, b)
        const distance = distancesFrom(relations.needs, [a])[b] ?? -1
        if (!found)
          return a === b || (distance < 0 && distancesFrom(relations.neededBy, [a])[b] === -1)
            ? undefined
            : 'none was found'
        const [first] = found.ways
        const [start, end] = found.direction === 'needs' ? [a, b] : [b, a]
        const links = new Set(linksOf(relations).map(({ from, to }) => `${from} ${to}`))
        for (const way of found.ways) {
          if (way[0] !== start || way.at(-1) !== end) return `${way.join()} does not lead from ${start} to ${end}`
          if (new Set(way).size !== way.length) return `${way.join()} goes in a circle`
          if (way.some((node, i) => i > 0 && !links.has(`${way[i - 1]} ${node}`))) return `${way.join()} is none`
        }
        if (new Set(found.ways.map((way) => way.join())).size !== found.ways.length) return 'one appears twice'
        const shortest = distancesFrom(relations.needs, [start])[end]
        return first && first.length - 1 === shortest ? undefined : `the first is not the shortest of ${shortest}`
      }),
    ).toBeUndefined()
  })

  it('stop when there are too many to list', () => {
    const layers = 12
    const links: Link[] = []
    for (let layer = 1; layer < layers; layer++)
      for (const from of [0, 1, 2]) for (const to of [0, 1, 2]) links.push([layer * 3 + from, layer * 3 - 3 + to])
    const found = waysBetween(relationsOf(graphOf(layers * 3, { links })), layers * 3 - 1, 0)
    expect(found?.isWhole).toBe(false)
    expect(found?.ways.length).toBe(50)
  })
})

it.each([
  ['aws:rds/instance:Instance', 'database'],
  ['aws-native:rds:DBInstance', 'database'],
  ['aws:s3/bucketV2:BucketV2', 'bucket'],
  ['aws:s3/bucketPolicy:BucketPolicy', undefined],
  ['aws:ebs/volume:Volume', 'volume'],
  ['aws:route53/zone:Zone', 'DNS zone'],
  ['aws:route53/record:Record', undefined],
  ['aws:kms/key:Key', 'key'],
  ['aws:cloudwatch/logGroup:LogGroup', 'logs'],
  ['aws-native:logs:LogGroup', 'logs'],
  ['aws:ecr/repository:Repository', 'images'],
  ['aws:efs/fileSystem:FileSystem', 'volume'],
  ['aws:ebs/snapshot:Snapshot', 'volume'],
  ['aws:rds/snapshot:Snapshot', 'backups'],
  ['aws:glue/catalogDatabase:CatalogDatabase', undefined],
  ['azure-native:storage:StorageAccount', 'bucket'],
  ['azure-native:sql/v20230801:Database', 'database'],
  ['gcp:sql/databaseInstance:DatabaseInstance', 'database'],
  ['gcp:compute/instance:Instance', undefined],
  ['gcp:compute/disk:Disk', 'volume'],
  ['kubernetes:core/v1:PersistentVolumeClaim', 'volume'],
  ['kubernetes:apps/v1:Deployment', undefined],
  ['digitalocean:index/databaseCluster:DatabaseCluster', 'database'],
  ['shop:platform:database', 'database'],
  ['constructor', undefined],
])('a %s holds data of this kind: %s', (type, held) => {
  expect(heldBy(type)).toBe(held)
})
