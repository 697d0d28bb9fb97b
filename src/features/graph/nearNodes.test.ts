import { expect, it } from 'vitest'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { BOX } from '#domain/graphLayout/positions.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { modelOf } from './groupedModel.ts'
import { nearNodes } from './nearNodes.ts'
import { secondLine } from './paint/cards.ts'
import { boxesInView, rootSheet } from './scene.ts'

const SIZE = { width: 1_000, height: 600 }
/** Height of the letters of a status in its element. */
const STATUS_PX = 12

it.each([0.9, 1.5, 4])('the words of a status are as large as the type on its card: zoom %d', (zoom) => {
  const model = modelOf(generateGraph('k8s', 60))
  const positions = layoutView(model.topology, model.tree, { root: 0, ...SIZE, opened: new Set(), shut: new Set() })
  const card = positions.kind.indexOf(BOX.card)
  const view = { x: 20 - (positions.x[card] ?? 0) * zoom, y: 20 - (positions.y[card] ?? 0) * zoom, zoom, ...SIZE }
  const inView = boxesInView(rootSheet(positions), view, { get: () => undefined, request: () => undefined })
  const cards = nearNodes(model, inView, view, () => 'Protected').filter(({ data }) => data.kind === 'card')
  expect(cards.length).toBeGreaterThan(0)
  for (const { data } of cards) {
    expect(data.status).toBe('Protected')
    expect(STATUS_PX * data.scale * zoom * data.wordScale).toBeCloseTo(secondLine(data.scale * zoom))
  }
  expect(secondLine(zoom)).toBeLessThanOrEqual(14)
})
