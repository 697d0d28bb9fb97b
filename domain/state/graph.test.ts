import { describe, expect, it } from 'vitest'
import type { Resource } from './checkpoint.ts'
import { GRAPH_FLAG } from '#contract/resources.ts'
import { toColumns } from './graph.ts'

const STACK = { org: 'acme', project: 'shop', stack: 'prod' }
const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`
const ROOT = urn('pulumi:pulumi:Stack', 'shop-prod')
const bucket = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urn('aws:s3:Bucket', name),
  type: 'aws:s3:Bucket',
  custom: true,
  ...more,
})

const graphOf = (resources: Resource[], pending: { type: string; resource: Resource }[] = []) =>
  toColumns(STACK, 7, { resources, pending_operations: pending })

const edges = (graph: ReturnType<typeof graphOf>) =>
  graph.edgeFrom.map((from, i) => [from, graph.edgeTo[i], graph.edgeKind[i]])

describe('the columns of a graph', () => {
  it('return every URN, also one of another stack', () => {
    const foreign = 'urn:pulumi:other::shop::aws:s3:Bucket::x'
    const resources = [
      { urn: ROOT, type: 'pulumi:pulumi:Stack' },
      { urn: urn('acme:Site$aws:s3:Bucket', 'a::b'), type: 'aws:s3:Bucket' },
      { urn: foreign, type: 'aws:s3:Bucket' },
      { urn: 'not a urn', type: 'aws:s3:Bucket' },
    ]
    const graph = graphOf(resources)
    const urns = graph.names.map(
      (name, i) =>
        graph.oddUrns[String(i)] ?? `${graph.urnPrefix}${graph.qualifiedTypes[graph.qualified[i] ?? -1]}::${name}`,
    )
    expect(urns).toEqual(resources.map((resource) => resource.urn))
    expect(graph.type.map((type) => graph.types[type])).toEqual(resources.map((resource) => resource.type))
    expect(Object.keys(graph.oddUrns)).toEqual(['2', '3'])
  })

  it('point from a resource to its parent and its provider', () => {
    const provider = urn('pulumi:providers:aws', 'default')
    const graph = graphOf([
      { urn: ROOT, type: 'pulumi:pulumi:Stack' },
      { urn: provider, type: 'pulumi:providers:aws', id: 'new', custom: true },
      { urn: provider, type: 'pulumi:providers:aws', id: 'old', custom: true, delete: true },
      bucket('a', { parent: ROOT, provider: `${provider}::new` }),
      bucket('b', { parent: ROOT, provider: `${provider}::old` }),
      bucket('c', { parent: urn('x', 'gone'), provider: 'nonsense' }),
    ])
    expect(graph.parent).toEqual([-1, -1, -1, 0, 0, -1])
    expect(graph.provider).toEqual([-1, -1, -1, 1, 2, -1])
  })

  it('name the parents that are not in the state, with their children', () => {
    const [gone, lost] = [urn('acme:Site', 'gone'), urn('acme:Site', 'lost')]
    const graph = graphOf([
      bucket('a', { parent: gone }),
      bucket('own', { parent: urn('aws:s3:Bucket', 'own') }),
      bucket('b', { parent: lost }),
      bucket('top', { parent: '' }),
      bucket('c', { parent: gone }),
    ])
    expect(graph.missingParents).toEqual([
      { urn: gone, children: [0, 4] },
      { urn: lost, children: [2] },
    ])
  })

  it('lead to the live one of two entries with the same URN, at any position', () => {
    const { urn: a } = bucket('a')
    const liveFirst = graphOf([bucket('a'), bucket('a', { delete: true }), bucket('b', { dependencies: [a] })])
    const liveLast = graphOf([bucket('a', { delete: true }), bucket('a'), bucket('b', { dependencies: [a] })])
    const onlyOld = graphOf([bucket('a', { delete: true }), bucket('b', { dependencies: [a] })])
    expect(edges(liveFirst)).toEqual([[2, 0, 0]])
    expect(edges(liveLast)).toEqual([[2, 1, 0]])
    expect(edges(onlyOld)).toEqual([[1, 0, 0]])
  })

  it('include each dependency once, by its property if it has one, and omit broken references', () => {
    const [a, b, c] = [bucket('a').urn, bucket('b').urn, bucket('c').urn]
    const graph = graphOf([
      bucket('a'),
      bucket('b'),
      bucket('c', {
        dependencies: [a, b, a, c, urn('x', 'gone')],
        propertyDependencies: { name: [b], tags: [b], none: null },
        deletedWith: a,
        replaceWith: [a, a],
      }),
    ])
    expect(edges(graph)).toEqual([
      [2, 0, 0],
      [2, 1, 1],
      [2, 0, 2],
      [2, 0, 3],
    ])
  })

  it('mark special entries', () => {
    const graph = graphOf(
      [
        bucket('a', { protect: true }),
        bucket('b', { pendingReplacement: true }),
        bucket('b', { delete: true }),
        bucket('c', { initErrors: ['not ready'] }),
        bucket('d', { external: true }),
        bucket('e'),
        { urn: urn('pulumi:providers:aws', 'default'), type: 'pulumi:providers:aws', custom: true },
        { urn: ROOT, type: 'pulumi:pulumi:Stack' },
      ],
      [{ type: 'updating', resource: bucket('e') }],
    )
    expect(graph.flags).toEqual([1 | 2, 1 | 8, 1 | 4, 1 | 32, 1 | 64, 1 | 16, 1 | 128, 0])
  })

  it('hold 30,000 resources', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        bucket(`b${i}`, { dependencies: i === 0 ? [] : [bucket(`b${i - 1}`).urn] }),
      )
    const graph = graphOf(many(30_000))
    expect(graph.edgeFrom).toHaveLength(29_999)
    expect(graph.qualifiedTypes).toEqual(['aws:s3:Bucket'])
  })
})

describe('faults', () => {
  const marked = (flag: number, resources: Resource[]) =>
    graphOf(resources).flags.flatMap((flags, i) => (flags & flag ? [i] : []))

  it.each([
    ['parent', { parent: urn('a:b:C', 'gone') }],
    ['dependency', { dependencies: [urn('a:b:C', 'gone')] }],
    ['property', { propertyDependencies: { name: [urn('a:b:C', 'gone')] } }],
    ['provider', { provider: `${urn('pulumi:providers:aws', 'gone')}::id` }],
  ])('are marked when a %s is not in the state', (_, more) =>
    expect(marked(GRAPH_FLAG.missing, [bucket('a'), bucket('b', more)])).toEqual([1]),
  )

  it('are marked when two live entries share a URN, not when one is pending deletion', () => {
    expect(marked(GRAPH_FLAG.duplicate, [bucket('a'), bucket('b'), bucket('a')])).toEqual([0, 2])
    expect(marked(GRAPH_FLAG.duplicate, [bucket('a'), bucket('a', { delete: true })])).toEqual([])
  })

  it.each([
    ['parent', { parent: urn('aws:s3:Bucket', 'b') }],
    ['dependency', { dependencies: [urn('aws:s3:Bucket', 'b')] }],
    ['deletedWith', { deletedWith: urn('aws:s3:Bucket', 'b') }],
    ['provider', { provider: `${urn('pulumi:providers:aws', 'eu')}::id` }],
  ])('are marked on an entry that is listed before its %s', (_, more) => {
    const eu = { urn: urn('pulumi:providers:aws', 'eu'), type: 'pulumi:providers:aws', custom: true, id: 'id' }
    expect(marked(GRAPH_FLAG.order, [bucket('a', more), bucket('b'), eu])).toEqual([0])
    expect(marked(GRAPH_FLAG.order, [eu, bucket('b'), bucket('a', more)])).toEqual([])
    expect(marked(GRAPH_FLAG.order, [eu, bucket('b', { delete: true }), bucket('a', more), bucket('b')])).toEqual([])
  })

  it('are marked on what is its own parent or dependency', () => {
    const own = urn('aws:s3:Bucket', 'a')
    expect(marked(GRAPH_FLAG.circular, [bucket('a', { parent: own }), bucket('b', { parent: own })])).toEqual([0])
    expect(marked(GRAPH_FLAG.circular, [bucket('a', { dependencies: [own] })])).toEqual([0])
    expect(marked(GRAPH_FLAG.circular, [bucket('a', { propertyDependencies: { name: [own] } })])).toEqual([0])
  })

  it('are marked on a cycle of parents or dependencies, and not on what leads to or from it', () => {
    const on = (name: string, ...needs: string[]) =>
      bucket(name, { dependencies: needs.map((need) => urn('aws:s3:Bucket', need)) })
    expect(marked(GRAPH_FLAG.circular, [on('a', 'b'), on('b', 'c'), on('c', 'a', 'e'), on('d', 'a'), on('e')])).toEqual(
      [0, 1, 2],
    )
    const [a, b] = [urn('aws:s3:Bucket', 'a'), urn('aws:s3:Bucket', 'b')]
    expect(marked(GRAPH_FLAG.circular, [bucket('a', { parent: b }), bucket('b', { parent: a })])).toEqual([0, 1])
    expect(marked(GRAPH_FLAG.circular, [on('a'), on('b', 'a')])).toEqual([])
    const between = [on('a', 'b'), on('b', 'a', 'c'), on('c', 'd'), on('d', 'e'), on('e', 'd')]
    expect(marked(GRAPH_FLAG.circular, between)).toEqual([0, 1, 3, 4])
  })
})
