import { describe, expect, it } from 'vitest'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { EDGE } from '#domain/graphLayout/positions.ts'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree } from '#domain/graphLayout/buildTree.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { EDGE_KIND, GRAPH_FLAG } from '#contract/resources.ts'
import { focusPicture } from '../graphQueries/focusPicture.ts'
import { neighbourhoodOf } from '../graphQueries/neighbourhood.ts'
import { ALL_RELATIONS } from '../graphQueries/relationKinds.ts'
import { relationsOf } from '../graphQueries/relations.ts'
import { exportedGraph } from './exportedGraph.ts'
import { asSvg, type Picture } from './picture.ts'
import { pictureOfFocus } from './pictureOfFocus.ts'
import { pictureOfMap } from './pictures.ts'
import { exportedMap } from './exportedMap.ts'
import { asDot, asJson, asMermaid } from './texts.ts'

/** Names that break formats without proper escaping. */
const NAMES = [
  'a"b',
  'c<script>alert(1)</script>',
  'd\ne',
  '\u202edcba',
  'f\\"; g -> h',
  'عربي',
  '&amp; #35; `x`',
  'r1] --> r2[',
  '\ud800',
  'i\u0000j',
]

const graph = {
  ...generateGraph('aws', NAMES.length),
  names: NAMES,
  types: ['aws:s3/bucket:Bucket'],
  type: NAMES.map(() => 0),
  parent: NAMES.map(() => -1),
  provider: NAMES.map((_, i) => (i === 1 ? 0 : -1)),
  flags: NAMES.map((_, i) => (i === 2 ? GRAPH_FLAG.protect : 0)),
  edgeFrom: [1, 2, 2],
  edgeTo: [0, 0, 1],
  edgeKind: [EDGE_KIND.property, EDGE_KIND.dependency, EDGE_KIND.deletedWith],
}
const relations = relationsOf(graph)
const urnOf = (index: number) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${NAMES[index]}`
const all = exportedGraph(graph, relations, urnOf)

const COLORS = {
  ground: '#fff',
  surface: '#fff',
  sunken: '#eee',
  line: '#ccc',
  ink: '#000',
  muted: '#555',
  accent: '#00f',
  edge: '#888',
}
const picture: Picture = {
  width: 400,
  height: 300,
  boxes: NAMES.map((name, i) => ({
    x: 0,
    y: i * 30,
    w: 200,
    h: 46,
    lines: [name, 's3 Bucket'],
    look: i === 0 ? 'frame' : 'card',
  })),
  lines: [{ points: [0, 0, 10, 0, 10, 20], isCurved: false, isDashed: true }],
}

describe('an exported graph', () => {
  it('contains the names of resources and their dependencies, and nothing else', () => {
    expect(Object.keys(all)).toEqual(['stack', 'version', 'resources', 'relations'])
    expect(all.resources[2]).toEqual({
      id: 'r2',
      name: 'd\ne',
      type: 'aws:s3/bucket:Bucket',
      urn: urnOf(2),
      flags: ['protect'],
    })
    expect(all.relations).toEqual([
      { from: 'r1', to: 'r0', kinds: ['property', 'provider'] },
      { from: 'r2', to: 'r0', kinds: ['dependency'] },
      { from: 'r2', to: 'r1', kinds: ['deletedWith'] },
    ])
  })

  it('can be a part of the graph, with the relations inside it', () => {
    const some = exportedGraph(graph, relations, urnOf, [2, 1, 2])
    expect(some.resources.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(some.relations.map(({ from, to }) => `${from} ${to}`)).toEqual(['r2 r1'])
  })

  it('round-trips through JSON', () => {
    expect(JSON.parse(asJson(all))).toEqual(all)
  })
})

/** The statements of DOT with the content of quotes removed; a text that ends early would leave its rest behind. */
const withoutTexts = (text: string) => text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""').split('\n')

describe('a graph for Graphviz', () => {
  it('has a statement for each resource and relation, whatever their names contain', () => {
    const lines = withoutTexts(asDot(all)).slice(4, -2)
    expect(lines.filter((line) => /^ {2}r\d+ \[label="", tooltip=""\];$/.test(line))).toHaveLength(NAMES.length)
    expect(lines.slice(NAMES.length)).toEqual([
      '  r0 -> r1 [style=solid, tooltip=""];',
      '  r0 -> r2 [style=dashed, tooltip=""];',
      '  r1 -> r2 [style=bold, tooltip=""];',
    ])
  })

  it('shows invisible characters, and escapes entities', () => {
    expect(asDot(all)).toContain('label="\\\\u202edcba\\ns3 Bucket"')
    expect(asDot(all)).toContain('"&amp;amp; #35; `x`\\ns3 Bucket"')
    expect(asDot(all)).toContain('label="عربي\\ns3 Bucket"')
  })
})

describe('a graph for Mermaid', () => {
  it('has a line for each resource and relation, whatever their names contain', () => {
    const lines = asMermaid(all).split('\n')
    expect(
      lines.filter((line) =>
        /^ {2}r\d+\["[^"#&<>`[\]{}()|%\\]*(#\d+;[^"#&<>`[\]{}()|%\\]*)*<br\/>s3 Bucket"\]$/.test(line),
      ),
    ).toHaveLength(NAMES.length)
    expect(lines.slice(1 + NAMES.length)).toEqual([
      '  r0 -->|"property, provider"| r1',
      '  r0 -.->|"dependsOn"| r2',
      '  r1 ==>|"deletedWith"| r2',
      '',
    ])
  })
})

/** The first invalid or unbalanced tag; undefined if there is none. */
function faultOfTags(text: string): string | undefined {
  const open: string[] = []
  for (const tag of text.match(/<[^>]*>/g) ?? []) {
    const [, close, name, , self] = /^<(\/?)(\w+)((?: [\w-:]+="[^"<&]*")*)(\/?)>$/.exec(tag) ?? []
    if (name === undefined || (close && open.pop() !== name)) return tag
    if (!close && !self) open.push(name)
  }
  return open.length > 0 ? `${open.join(', ')} stays open` : undefined
}

describe('an exported picture', () => {
  const svg = asSvg(picture, 'shop "prod" <&>', COLORS, (text) => text)

  it('is well-formed XML without scripts, with invisible characters shown', () => {
    expect(faultOfTags(svg)).toBeUndefined()
    expect(svg.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos);)/)
    expect(svg).not.toMatch(/<script|\p{Cf}|\p{Cs}|(?!\n)\p{Cc}/u)
    expect(svg).toContain('c&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(svg).toContain('\\u202edcba')
    expect(svg, 'the full name of a box, and its type in another line').toMatch(
      /<g><title>[^<\\\n]+\n[^<\\\n]+<\/title>/,
    )
  })

  it('draws frames behind lines, and cards in front', () => {
    expect(svg.indexOf('a&quot;b')).toBeLessThan(svg.indexOf('stroke-dasharray="6 4"'))
    expect(svg.indexOf('d="M0 0L10 0L10 20"')).toBeLessThan(svg.indexOf('عربي'))
  })
})

it.each<Shape>(['aws', 'k8s', 'chain', 'flat'])(
  'the map of a stack (%s) becomes an SVG with all boxes and lines inside its frame',
  (shape) => {
    const topology = topologyOf(generateGraph(shape, 300))
    const tree = buildTree(topology)
    const p = layoutView(topology, tree, { root: 0, width: 1200, height: 800, opened: new Set(), shut: new Set() })
    const { boxes, lines, width, height } = pictureOfMap(topology, tree, p)
    expect(boxes).toHaveLength(p.item.length)
    expect(boxes.every(({ x, y, w, h }) => x >= 0 && y >= 0 && x + w <= width + 0.01 && y + h <= height + 0.01)).toBe(
      true,
    )
    expect(boxes.every(({ lines: [name = ''] }) => name !== '')).toBe(true)
    const hubs = p.edgeFlags.filter((flags) => (flags & EDGE.hub) !== 0).length
    expect(lines).toHaveLength(p.edgeFrom.length - hubs)
    expect(boxes.some(({ lines: [, kind = ''] }) => /(^| · )used by \d/.test(kind))).toBe(hubs > 0)
    expect(asSvg({ boxes, lines, width, height }, 'shop', COLORS, (text) => text)).not.toMatch(/NaN|undefined/)
  },
)

describe('the map as text', () => {
  const columns = generateGraph('aws', 300)
  const topology = topologyOf(columns)
  const tree = buildTree(topology)
  const positions = layoutView(topology, tree, {
    root: 0,
    width: 1200,
    height: 800,
    opened: new Set(),
    shut: new Set(),
  })
  const own = relationsOf(columns)
  const map = exportedMap(columns, own, (index) => `urn ${index}`, { topology, tree, positions })

  it('has an entry for each box, and every resource of the map in one', () => {
    expect(map.resources).toHaveLength(positions.item.length - 1)
    expect(new Set(map.resources.map(({ id }) => id)).size).toBe(map.resources.length)
    const groups = map.resources.filter(({ holds }) => holds !== undefined)
    expect(groups.length).toBeGreaterThan(0)
    const cards = map.resources.filter(({ urn }) => urn !== '').length
    const inMap = tree.itemOf.filter((item) => item > 0).length
    expect(cards + groups.reduce((sum, { holds = 0 }) => sum + holds, 0)).toBe(inMap)
    expect(asDot(map)).toContain(`\\n${groups[0]?.contents}"`)
    expect(asMermaid(map)).toContain(groups[0]?.contents)
  })

  it('has labels in quotes in Mermaid, where a count is in brackets', () => {
    const links = asMermaid(map)
      .split('\n')
      .slice(1 + map.resources.length, -1)
    expect(links).toHaveLength(map.relations.length)
    expect(links.filter((line) => line.includes('('))).not.toEqual([])
    expect(links.filter((line) => !/^ {2}[rg]\d+ (-->|-\.->|==>)\|"[\w, ()]+"\| [rg]\d+$/.test(line))).toEqual([])
  })

  it('counts each relation between two boxes once, in the direction of the resources', () => {
    const ids = new Set(map.resources.map(({ id }) => id))
    expect(map.relations.every(({ from, to }) => ids.has(from) && ids.has(to) && from !== to)).toBe(true)
    const pairs = map.relations.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    const boxes = new Map(map.resources.map(({ id, urn }) => [urn, id]))
    const whole = exportedGraph(columns, own, (index) => `urn ${index}`)
    const urns = new Map(whole.resources.map(({ id, urn }) => [id, urn]))
    const shown = (id: string) => boxes.get(urns.get(id) ?? '')
    const between = whole.relations.filter(({ from, to }) => shown(from) !== undefined && shown(to) !== undefined)
    expect(between.length).toBeGreaterThan(0)
    expect(pairs).toEqual(expect.arrayContaining(between.map(({ from, to }) => `${shown(from)} ${shown(to)}`)))
    expect(map.relations.some(({ count = 1 }) => count > 1)).toBe(true)
  })
})

it('the focus view becomes an SVG with all its boxes and no extra space', () => {
  const columns = generateGraph('aws', 200)
  const own = relationsOf(columns)
  const neighbourhood = neighbourhoodOf(own, 2, { depth: 2 })
  const size = { width: 1280, height: 800 }
  const shown = focusPicture({
    neighbourhood,
    relations: own,
    kinds: ALL_RELATIONS,
    typeOf: (i) => String(columns.type[i]),
    size,
  })
  const { boxes, lines, width, height } = pictureOfFocus(shown, ({ key }) => [key, 'x'])
  expect(boxes).toHaveLength(shown.boxes.length)
  expect(lines).toHaveLength(shown.lines.length)
  expect([Math.min(...boxes.map(({ y }) => y)), Math.max(...boxes.map(({ y, h }) => y + h))]).toEqual([0, height])
  expect(
    lines.every(
      ({ points: [x1 = -1, y1 = -1, x2 = -1, y2 = -1] }) =>
        x1 >= 0 && x2 <= width && Math.min(y1, y2) >= 0 && Math.max(y1, y2) <= height,
    ),
  ).toBe(true)
  expect(boxes.filter(({ look }) => look === 'focus')).toHaveLength(1)
})
