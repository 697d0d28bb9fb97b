import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { stateOf } from '#testing/states/graphState.ts'
import { expect, test } from './fixtures.ts'
import { truthOf } from './reading/judge.ts'
import { painted, recordDrawing } from './reading/painted.ts'
import { read } from './reading/reader.ts'

/** Another stack every day, which no one has looked at; `HOLDFAST_READING_SEED` repeats one. */
const SEED = Number(process.env['HOLDFAST_READING_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const SIZES = [60, 300, 1_000, 10_000]
/** A box with more dependents is a hub, which other boxes hang on. */
const MANY = 5

test(`the dependents of a group can be read from the first view, seed ${SEED}`, async ({
  server,
  signedIn: page,
}, info) => {
  await page.setViewportSize({ width: 1400, height: 860 })
  await page.addInitScript(recordDrawing)
  const cli = server.cli()
  let [right, asked, hubs] = [0, 0, 0]
  const wrong: string[] = []
  for (const shape of SHAPES) {
    for (const size of SIZES) {
      const ref = { org: 'organization', project: 'shop', stack: `${shape}-${size}` }
      const graph = generateGraph(shape, size, SEED)
      await cli.initStack(ref)
      const text = JSON.stringify(stateOf(graph)).replaceAll('urn:pulumi:prod::', `urn:pulumi:${ref.stack}::`)
      await cli.importState(ref, JSON.parse(text))
      await page.goto(`${server.url}/organization/shop/${ref.stack}/graph`)
      await expect(page.getByText('arrows point to what uses it')).toBeVisible()
      await expect(page.locator('[data-testid^="rf__node-"]').first()).toBeVisible()
      const pane = await page.getByTestId('rf__wrapper').boundingBox()
      const drawn = await painted(page)
      for (const { x, y, w, h } of drawn.boxes) {
        expect(x + w, `${ref.stack}: every box is within the pane`).toBeLessThanOrEqual(
          (pane?.x ?? 0) + (pane?.width ?? 0) + 1,
        )
        expect(y + h, `${ref.stack}: every box is within the pane`).toBeLessThanOrEqual(
          (pane?.y ?? 0) + (pane?.height ?? 0) + 1,
        )
      }
      const truth = await truthOf(page, graph)
      const { boxes, dependents } = read(drawn)
      for (const box of boxes) {
        const item = truth.itemAt(box.at)
        const answers = dependents(box)
        // In a mesh, a mark shows how many there are; a click draws the lines. A hub has lines and a mark.
        if (item < 0 || (box.hasSign && answers.length === 0 && truth.isInCircle(item))) continue
        const found = answers.map(({ at }) => truth.itemAt(at)).toSorted((a, b) => a - b)
        const isFound = box.hasSign ? truth.areDependents(found, item) : found.join() === truth.dependents(item).join()
        const isRight = box.name !== '' && answers.every(({ name }) => name !== '') && isFound
        if (truth.dependents(item).length > MANY) hubs++
        asked++
        if (isRight) right++
        else {
          const names = new Map(boxes.map((each) => [truth.itemAt(each.at), each.name]))
          const missed = truth.dependents(item).filter((each) => !found.includes(each))
          const made = found.filter((each) => !truth.dependents(item).includes(each))
          const namesOf = (items: number[]) =>
            items.map((each) => names.get(each) ?? `item ${each}`).join(', ') || 'none'
          wrong.push(`${ref.stack}: what needs ${box.name}: missed ${namesOf(missed)}; made up ${namesOf(made)}`)
        }
      }
    }
  }
  const share = right / asked
  const result = `seed ${SEED}: ${right} of ${asked} right (${hubs} hubs), ${(share * 100).toFixed(1)} %`
  console.log(result)
  info.annotations.push({ type: 'reading', description: result })
  expect(asked).toBeGreaterThan(100)
  expect(hubs).toBeGreaterThan(10)
  expect(share, [result, ...wrong].join('\n')).toBeGreaterThanOrEqual(0.97)
})
