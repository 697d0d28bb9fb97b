// What makes the graph readable and quick to move, counted rather than timed, so that it holds on any machine.
import type { Page } from '@playwright/test'
import { closedGroups, IN_HEADER, legibility, paintedAnew, recordPaint } from '#testing/graphPage/legibility.ts'
import type { Shape } from '#testing/states/generateGraph.ts'
import { generatedState } from '#testing/states/graphState.ts'
import { expect, test } from './fixtures.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const MOST_ELEMENTS = 1_500
/** Shares of the pane. A group that is wide or high leaves more of it free. */
const [FIRST_USES, OPENED_USES] = [0.8, 0.7]
/** Drawing calls for each frame, and changes of the document for each move of the pointer: about twice what they are. */
const MOST_CALLS = 500
const MOST_CHANGES = 10

declare global {
  interface Window {
    /** Calls that draw the picture, and how often it was cleared before. */
    drawing?: { calls: number; frames: number }
  }
}

/** Runs in the page before its own scripts: counts the calls that draw the picture. */
function countDrawing(): void {
  const drawing = (window.drawing = { calls: 0, frames: 0 })
  const own = CanvasRenderingContext2D.prototype
  const isPicture = ({ canvas }: CanvasRenderingContext2D) => canvas.isConnected && canvas.clientWidth > 400 // not the minimap
  for (const name of [
    'fillText',
    'fill',
    'stroke',
    'fillRect',
    'drawImage',
    'lineTo',
    'arcTo',
    'measureText',
  ] as const) {
    const real: unknown = Reflect.get(own, name)
    if (typeof real !== 'function') throw new Error(name)
    Reflect.set(own, name, function (this: CanvasRenderingContext2D, ...args: unknown[]): unknown {
      if (isPicture(this)) drawing.calls++
      return Reflect.apply(real, this, args)
    })
  }
  const { clearRect } = own
  own.clearRect = function (...args) {
    if (isPicture(this)) drawing.frames++
    clearRect.apply(this, args)
  }
}

/** The figures of what is painted now that have a limit. */
async function figures(page: Page, least: number) {
  const { legible, tellingNames, cutNames, paneUsed, ranges, labels } = await legibility(page)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return {
    hasLabels: labels >= 4, // a group may have two resources, with name and kind
    legible,
    cutNames: tellingNames >= 0.95 ? [] : cutNames,
    ranges,
    isFull: paneUsed >= least || paneUsed,
    isLight: elements <= MOST_ELEMENTS || elements,
  }
}
const GOOD = { hasLabels: true, legible: 1, cutNames: [], ranges: 0, isFull: true, isLight: true }

/**
 * Moves the picture by hand, and returns the work of the page: calls for each frame, as a busy machine draws up to three
 * in the time of a move, and changes for each move.
 */
async function panned(page: Page): Promise<{ calls: number; changes: number }> {
  const steps = 40
  const { x, y, width, height } = (await page.getByTestId('rf__wrapper').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  const [left, top] = [x + width / 2, y + height / 2]
  await page.mouse.move(left, top)
  await page.mouse.down()
  const changes = await page.evaluateHandle(() => {
    Object.assign(window, { isUnwatched: true, drawing: Object.assign(window.drawing ?? {}, { calls: 0, frames: 0 }) })
    const seen = { count: 0 }
    new MutationObserver((list) => void (seen.count += list.length)).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    return seen
  })
  for (let step = 0; step < steps; step++) {
    await page.mouse.move(left + Math.sin(step / 9) * 160, top + Math.cos(step / 7) * 90)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const work = await page.evaluate(({ count }) => ({ count, ...window.drawing }), changes)
  await page.mouse.up()
  expect(work.frames, 'the picture follows the pointer').toBeGreaterThan(steps / 4)
  return { calls: (work.calls ?? 0) / Math.max(steps, work.frames ?? 0), changes: work.count / steps }
}

for (const size of [1_000, 10_000]) {
  test(`with ${size} resources all text can be read, the pane is used, and moving is little work`, async ({
    server,
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 1400, height: 860 })
    await page.addInitScript(recordPaint)
    await page.addInitScript(countDrawing)
    const cli = server.cli()
    for (const shape of SHAPES) {
      await test.step(shape, async () => {
        const ref = { org: 'organization', project: 'shop', stack: `${shape}-${size}` }
        await cli.initStack(ref)
        const text = JSON.stringify(generatedState(shape, size)).replaceAll(
          'urn:pulumi:prod::',
          `urn:pulumi:${ref.stack}::`,
        )
        await cli.importState(ref, JSON.parse(text))
        await page.goto(`${server.url}/organization/shop/${ref.stack}/graph`)
        await expect(page.locator('[data-testid^="rf__node-"]').first()).toBeVisible()
        await expect(page.getByRole('row').first()).toBeVisible()
        await paintedAnew(page)
        await expect.poll(() => figures(page, FIRST_USES), 'the first view').toEqual(GOOD)
        const work = await panned(page)
        expect(work.calls).toBeLessThanOrEqual(MOST_CALLS)
        expect(work.changes).toBeLessThanOrEqual(MOST_CHANGES)

        await page.getByRole('button', { name: 'Fit everything' }).click()
        await paintedAnew(page)
        await expect.poll(() => figures(page, FIRST_USES), 'all in view again').toEqual(GOOD)
        // A locator waits until the group has stopped moving.
        await closedGroups(page).first().click({ position: IN_HEADER })
        await expect(page.getByTestId('rf__wrapper').locator('..').getByText('›')).toBeVisible()
        await expect.poll(() => figures(page, OPENED_USES), 'an opened group').toEqual(GOOD)
      })
    }
  })
}
