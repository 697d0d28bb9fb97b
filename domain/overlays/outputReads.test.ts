import { expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { pick, seeded } from '#testing/states/randomState.ts'
import { sameJson } from '../json/sameJson.ts'
import type { Deployment } from '../state/checkpoint.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { outputDifferences, outputReads } from './outputReads.ts'

const secret = { [SIGNATURE]: SECRET_SIGNATURE }
const reference = (rest: object) => ({ urn: 'u', type: 'pulumi:pulumi:StackReference', custom: true, ...rest })
const readsOf = (...resources: object[]) => outputReads({ resources } as unknown as Deployment)

it('lists each output that a reference holds, masked, and omits empty ones', () => {
  expect(
    readsOf(
      reference({
        id: 'acme/network/prod',
        outputs: {
          outputs: { vpc: 'vpc-1', key: 'plain', token: { ...secret, ciphertext: 'x' } },
          secretOutputNames: ['key'],
        },
      }),
      reference({ inputs: { name: 'acme/dns/prod' }, outputs: {} }),
      { ...reference({ id: 'old', outputs: { outputs: { a: 1 } } }), delete: true },
      { urn: 'u', type: 'aws:s3/bucket:Bucket', id: 'b', outputs: { outputs: { a: 1 } } },
    ),
  ).toEqual([
    {
      name: 'acme/network/prod',
      outputs: { vpc: 'vpc-1', key: secret, token: secret },
      uses: [],
      unmatched: { urns: [], count: 0 },
      isCut: false,
    },
  ])
})

it('tells which resources use which output by the values that were made from the reference', () => {
  const user = (urn: string, inputs: object, from: string[] = ['u']) => ({
    urn,
    type: 'aws:ec2/subnet:Subnet',
    inputs,
    dependencies: from,
    propertyDependencies: Object.fromEntries(Object.keys(inputs).map((name) => [name, from])),
  })
  const [read] = readsOf(
    reference({
      id: 'acme/network/prod',
      outputs: { outputs: { vpc: 'vpc-1', subnets: ['subnet-a', 'subnet-b'], port: 80, key: secret, zone: 'a' } },
    }),
    user('same', { vpcId: 'vpc-1' }),
    user('inside', { url: 'https://vpc-1.example/', on: { subnets: ['subnet-b'] } }),
    user('number', { port: 80 }),
    user('secret', { password: secret, zone: 'eu-a' }),
    user('chance', { vpcId: 'vpc-1' }, ['other']),
    { ...user('explicit', {}), dependencies: ['u'] },
    { ...user('old', { vpcId: 'vpc-1' }), delete: true },
  )
  expect(read?.uses.toSorted((a, b) => a.output.localeCompare(b.output))).toEqual([
    { output: 'port', urns: ['number'], count: 1 },
    { output: 'subnets', urns: ['inside'], count: 1 },
    { output: 'vpc', urns: ['same', 'inside'], count: 2 },
  ])
  expect(read?.unmatched).toEqual({ urns: ['secret', 'explicit'], count: 2 })
})

const dependent = (urn: string, inputs: object, from = ['u']) => ({
  urn,
  type: 't',
  inputs,
  dependencies: from,
  propertyDependencies: Object.fromEntries(Object.keys(inputs).map((name) => [name, from])),
})

/** The rule as it is said: an output is used where its value is, or a text of at least three characters of it. */
function usesAsSaid(outputs: Record<string, unknown>, dependents: ReturnType<typeof dependent>[]) {
  const textsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)
  const uses = new Map<string, string[]>()
  const unmatched: string[] = []
  for (const { urn, inputs } of dependents) {
    const used = Object.keys(outputs).filter((name) =>
      Object.values(inputs).some(
        (value) =>
          sameJson(value, outputs[name]) ||
          textsIn(outputs[name]).some((part) => part.length >= 3 && textsIn(value).some((text) => text.includes(part))),
      ),
    )
    if (used.length === 0) unmatched.push(urn)
    for (const name of used) uses.set(name, [...(uses.get(name) ?? []), urn])
  }
  const users = (urns: string[]) => ({ urns, count: urns.length })
  return {
    uses: [...uses].map(([output, urns]) => ({ output, ...users(urns) })),
    unmatched: users(unmatched),
    isCut: false,
  }
}

it.each(Array.from({ length: 200 }, (_, seed) => seed))('finds the uses of random values, seed %i', (seed) => {
  const random = seeded(seed)
  const many = <Item>(most: number, make: () => Item): Item[] => Array.from({ length: random(most + 1) }, make)
  const text = (most: number) => many(most, () => pick(random, ['a', '漢'])).join('')
  const value = (depth: number, most: number): unknown =>
    pick<() => unknown>(random, [
      () => text(most),
      () => random(3),
      () => null,
      ...(depth > 0
        ? [
            () => many(2, () => value(depth - 1, most)),
            () => Object.fromEntries(many(3, () => [pick(random, ['x', 'y', '__proto__']), value(depth - 1, most)])),
          ]
        : []),
    ])?.()
  const outputs = Object.fromEntries(many(12, () => [`o${random(20)}`, value(2, 6)]))
  const made = () => (random(3) === 0 ? reordered(pick(random, Object.values(outputs)) ?? null) : value(2, 9))
  const dependents = many(8, () => dependent(`r${random(100)}`, Object.fromEntries(many(4, () => [text(9), made()]))))
  const [read] = readsOf(reference({ id: 'x', outputs: { outputs } }), ...dependents)
  const { name: _name, outputs: _outputs, ...found } = read ?? {}
  expect(found).toEqual(usesAsSaid(outputs, dependents))
})

/** The same value, with its keys in the other order. */
function reordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reordered)
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reordered(each)]),
  )
}

it('counts all users of an output, and names the first fifty', () => {
  const users = Array.from({ length: 60 }, (_, index) => dependent(`r${index}`, { vpcId: 'vpc-1' }))
  const [read] = readsOf(reference({ id: 'x', outputs: { outputs: { vpc: 'vpc-1' } } }), ...users)
  expect(read?.uses.map(({ urns, count }) => [urns.length, urns[49], count])).toEqual([[50, 'r49', 60]])
})

it('reads values that are nested more deeply than the stack', () => {
  const deep = JSON.parse(`${'['.repeat(10_000)}"vpc-1"${']'.repeat(10_000)}`) as unknown
  const reads = readsOf(
    reference({ id: 'x', outputs: { outputs: { vpc: 'vpc-1', empty: [] } } }),
    dependent('r', { deep }),
    dependent('numbers', { deep: JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as unknown }),
  )
  expect(reads.map(({ uses, unmatched }) => [uses, unmatched.urns])).toEqual([
    [[{ output: 'vpc', urns: ['r'], count: 1 }], ['numbers']],
  ])
})

/** A list of many texts next to as many others, of which none or each is in the list. */
const listed = (count: number, textOf: (index: number) => string) => {
  const state = {
    resources: [
      reference({ id: 'x', outputs: { outputs: { list: Array.from({ length: count }, (_, at) => `subnet-${at}.`) } } }),
      ...Array.from({ length: count }, (_, at) => dependent(`r${at}`, { is: textOf(at) })),
    ],
  } as unknown as Deployment
  return () => outputReads(state)
}

it.each<[string, (index: number) => string]>([
  ['none', (at) => `subnet-${at}-subnet-${at}-`.repeat(5)],
  ['each', (at) => `https://subnet-${at}.example/subnet-${at}`],
  ['the beginning of each', () => 'subnet-'.repeat(20)],
])('takes time in proportion to the state when of many texts %s is used', (_, textOf) => {
  expect(growth(2_000, (size) => listed(size, textOf))).toBeLessThan(LINEAR)
})

it.each<[string, (count: number) => object[]]>([
  [
    'many outputs have a value that many resources have',
    (count) => [
      reference({
        id: 'x',
        outputs: { outputs: Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, 'vpc-1'])) },
      }),
      ...Array.from({ length: count }, (_, at) => dependent(`r${at}`, { vpcId: 'vpc-1' })),
    ],
  ],
  [
    'many references were used for one large value',
    (count) => {
      const urns = Array.from({ length: count }, (_, at) => `u${at}`)
      return [
        ...urns.map((urn) => reference({ urn, id: urn, outputs: { outputs: { vpc: 'vpc-1' } } })),
        dependent('r', { large: 'vpc-2 '.repeat(count) }, urns),
      ]
    },
  ],
  [
    'many texts differ after a common beginning, at each character of a value',
    (count) => [
      reference({
        id: 'x',
        outputs: {
          outputs: { list: Array.from({ length: count }, (_, at) => `aa${String.fromCodePoint(0x1_00 + at)}`) },
        },
      }),
      dependent('r', { large: 'a'.repeat(count) }),
    ],
  ],
])('stops, and says so, when %s', (_, resourcesOf) => {
  const few = { resources: resourcesOf(20) } as unknown as Deployment
  expect(outputReads(few, { left: 100_000 }).some(({ isCut }) => isCut)).toBe(false)
  const steps = { left: 100_000 }
  const [read] = outputReads({ resources: resourcesOf(2_000) } as unknown as Deployment, steps).slice(-1)
  expect(read?.isCut).toBe(true)
  expect(
    read?.uses.reduce((sum, { urns }) => sum + urns.length, 0),
    'names kept',
  ).toBeLessThan(10_000)
  expect(steps.left, 'hardly more than it may do').toBeGreaterThan(-300_000)
})

it('reports outputs that changed since they were read, in any key order, and counts those it cannot compare', () => {
  const read = { a: 1, b: { x: 1, y: [2] }, c: 'old', gone: true, key: secret, half: 'plain' }
  const now = { b: { y: [2], x: 1 }, a: 1, c: 'new', fresh: 0, key: secret, half: { in: secret } }
  expect(outputDifferences(read, now)).toEqual({
    differs: [
      { output: 'c', how: 'changed' },
      { output: 'fresh', how: 'added' },
      { output: 'gone', how: 'removed' },
    ],
    secretCount: 2,
  })
  expect(outputDifferences({}, {})).toEqual({ differs: [], secretCount: 0 })
})
