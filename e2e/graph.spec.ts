import type { Locator, Page } from '@playwright/test'
import type { RealServer } from './server.ts'
import { expect, test } from './fixtures.ts'
import { painted, recordDrawing } from './reading/painted.ts'

const STACK = { org: 'organization', project: 'shop', stack: 'prod' }
const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`
const ROOT = urn('pulumi:pulumi:Stack', 'shop-prod')

/** A stack of many applications without components, so that groups are made of them. */
async function importStack(server: RealServer): Promise<void> {
  const apps = ['orders', 'billing', 'search', 'catalog', 'users', 'events', 'media', 'reports']
  const resources: unknown[] = [{ urn: ROOT, type: 'pulumi:pulumi:Stack', custom: false }]
  for (const app of apps) {
    for (let i = 0; i < 45; i++) {
      const type = i === 0 ? 'aws:iam/role:Role' : 'aws:s3/bucket:Bucket'
      const needs = i === 0 ? [] : [urn('aws:iam/role:Role', `${app}-role`)]
      const name = i === 0 ? `${app}-role` : `${app}-bucket-${i}`
      resources.push({ urn: urn(type, name), type, custom: true, id: name, parent: ROOT, dependencies: needs })
    }
  }
  const cli = server.cli()
  await cli.initStack(STACK)
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  await cli.importState(STACK, { version: 3, deployment: { manifest, resources } })
}

const picture = (page: Page): Locator => page.getByTestId('rf__wrapper')
const groupNamed = (page: Page, name: string): Locator => picture(page).getByTitle(name, { exact: true })
const cardOf = (page: Page, name: string): Locator => picture(page).getByTitle(new RegExp(`^${name}\\s`))

/** The map of a stack whose groups are closed. */
async function openMap(page: Page, server: RealServer): Promise<void> {
  await importStack(server)
  await page.goto(`${server.url}/organization/shop/prod/graph`)
  await expect(groupNamed(page, 'orders')).toBeVisible()
}

test('the contents of a closed group appear after a click, and everything else keeps its place', async ({
  server,
  signedIn: page,
}) => {
  await openMap(page, server)
  const before = await groupNamed(page, 'billing').boundingBox()
  await groupNamed(page, 'orders').click({ position: { x: 20, y: 12 } })
  await expect(cardOf(page, 'orders-role')).toBeVisible()
  await expect(picture(page).locator('..').getByText('›')).toBeVisible()
  await page.getByRole('button', { name: 'Fit everything' }).click()
  await expect(cardOf(page, 'orders-role')).toHaveCount(0)
  // Apart from rounding.
  const moved = async () => Math.abs(((await groupNamed(page, 'billing').boundingBox())?.x ?? 0) - (before?.x ?? 0))
  await expect.poll(moved).toBeLessThan(4)
})

test('while it is dragged, the picture and the elements over it move together', async ({ server, signedIn: page }) => {
  await importStack(server)
  await page.goto(`${server.url}/organization/shop/prod/graph`)
  await expect(groupNamed(page, 'billing')).toBeVisible()
  const canvas = picture(page).locator('..').locator('canvas').first()
  const places = async () => {
    const [element, painted] = await Promise.all([groupNamed(page, 'billing').boundingBox(), canvas.boundingBox()])
    return { element: element?.x ?? NaN, painted: painted?.x ?? NaN }
  }
  const before = await places()
  const pane = await picture(page).boundingBox()
  await page.mouse.move((pane?.x ?? 0) + 300, (pane?.y ?? 0) + 200)
  await page.mouse.down()
  const moved = async () => {
    const { element, painted } = await places()
    return { element: Math.round(element - before.element), painted: Math.round(painted - before.painted) }
  }
  // At each move of the canvas, as a picture that rests for a moment is painted again.
  await page.evaluate((name) => {
    const frames: { element: number; painted: number }[] = (window.shiftsOfFrames = [])
    const node = document.querySelector(`[data-testid="rf__wrapper"] [title="${name}"]`)
    const canvas = document.querySelector('[data-testid="rf__wrapper"]')?.parentElement?.querySelector('canvas')
    const now = () => ({
      element: node?.getBoundingClientRect().x ?? NaN,
      painted: canvas?.getBoundingClientRect().x ?? NaN,
    })
    const first = now()
    const look = () => {
      const { element, painted } = now()
      frames.push({ element: Math.round(element - first.element), painted: Math.round(painted - first.painted) })
    }
    look()
    if (canvas) new MutationObserver(look).observe(canvas, { attributes: true })
  }, 'billing')
  const wereTogether = () =>
    page.evaluate(() =>
      (window.shiftsOfFrames ?? []).some(({ element, painted }, i, frames) => {
        const last = frames[i - 1]
        return last && painted !== last.painted && element - last.element === painted - last.painted
      }),
    )
  await expect
    .poll(async () => {
      for (const x of [300, 320, 340]) await page.mouse.move((pane?.x ?? 0) + x, (pane?.y ?? 0) + 210)
      return wereTogether()
    })
    .toBe(true)
  await page.mouse.up()
  // At rest it is painted where it is shown.
  await expect.poll(moved).toEqual({ element: 40, painted: 0 })
})

test('a resource that is searched for scrolls into view, however deep it is', async ({ server, signedIn: page }) => {
  await importStack(server)
  await page.goto(`${server.url}/organization/shop/prod/graph`)
  await page.getByRole('searchbox', { name: 'Find a resource' }).fill('media-bucket-7')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'media-bucket-7')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'media-bucket-7' })).toBeVisible()
})

for (const size of [
  { width: 1400, height: 860 },
  { width: 1920, height: 1080 },
]) {
  test(`the first view is laid out once, for the size of its pane: ${size.width} by ${size.height}`, async ({
    server,
    signedIn: page,
  }) => {
    await importStack(server)
    await page.setViewportSize(size)
    const marks = (name: string) => page.evaluate((of) => performance.getEntriesByName(of).length, name)
    await page.addInitScript(countPaints)
    for (const query of ['', `?urn=${encodeURIComponent(ROOT)}`]) {
      await page.goto(`${server.url}/organization/shop/prod/graph${query}`)
      await expect(page.getByRole('row', { name: /^shop-prod/ })).toBeVisible()
      await expect.poll(() => marks('graph:ready')).toBe(1)
      expect(await marks('graph:layout')).toBe(1)
      if (query === '') expect(await page.evaluate(() => window.atFirst)).toEqual({ paints: 1, hasTools: false })
      await expect(page.getByRole('searchbox', { name: 'Find a resource' })).toBeVisible()
      expect(await marks('graph:layout')).toBe(1)
    }
  })
}

test('the layout worker is requested before the files of the page', async ({ server, signedIn: page }) => {
  await importStack(server)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/organization/shop/prod/graph`)
  await expect(groupNamed(page, 'orders')).toBeVisible()
  const first = (file: string) => asked.findIndex((url) => url.includes(file))
  expect(first('layout.worker')).toBeGreaterThan(0)
  expect(first('layout.worker')).toBeLessThan(first('GraphPage'))
})

declare global {
  interface Window {
    /** How often the picture was painted until the page called it complete, and whether it had waited for the tools. */
    atFirst?: { paints: number; hasTools: boolean }
    /** How far element and canvas were moved, in each frame. */
    shiftsOfFrames?: { element: number; painted: number }[]
    /** The workers that the page has started, in a journey that stops them. */
    workers?: Worker[]
    refusesWorkers?: boolean
  }
}

/** Runs in the page before its own scripts. */
function countPaints(): void {
  const own = CanvasRenderingContext2D.prototype
  const { clearRect } = own
  let paints = 0
  own.clearRect = function (this: CanvasRenderingContext2D, ...args) {
    if (this.canvas.isConnected && this.canvas.nextElementSibling?.tagName === 'CANVAS') paints++ // below the names
    clearRect.apply(this, args)
  }
  const mark = performance.mark.bind(performance)
  performance.mark = (name, options) => {
    if (name === 'graph:ready')
      window.atFirst = { paints, hasTools: document.querySelector('input[type=search]') !== null }
    return mark(name, options)
  }
}

test('grouping follows the choice, also in the address', async ({ server, signedIn: page }) => {
  await importStack(server)
  await page.goto(`${server.url}/organization/shop/prod/graph`)
  await page.getByLabel('Group by').selectOption('type')
  await expect(groupNamed(page, 'Buckets')).toBeVisible()
  await expect(page).toHaveURL(/group=type/)
  await page.reload()
  await expect(groupNamed(page, 'Buckets')).toBeVisible()
})

/** What is drawn where, apart from rounding in the address: the boxes by name, and the picture's texts. */
async function drawnIn(page: Page): Promise<{ boxes: Map<string, number[]>; texts: string[] }> {
  const boxes = await picture(page)
    .locator('[data-testid^="rf__node-"]')
    .evaluateAll((nodes) =>
      nodes.map((node): [string, number[]] => {
        const { x, y, width, height } = node.getBoundingClientRect()
        return [node.querySelector('[title]')?.getAttribute('title') ?? '', [x, y, width, height]]
      }),
    )
  const { texts } = await painted(page)
  return { boxes: new Map(boxes), texts: [...new Set(texts.map(({ text }) => text))].toSorted() }
}

/**
 * The view has come to rest: two readings, further apart than a move takes, have the same address and boxes. A frame
 * that is late leaves an address from the middle of a move.
 */
async function rests(page: Page): Promise<void> {
  let former: string | undefined
  const isSame = async () => {
    const reading = JSON.stringify([page.url(), [...(await drawnIn(page)).boxes]])
    const before = former
    former = reading
    return reading === before
  }
  await expect.poll(isSame, { intervals: [600] }).toBe(true)
}

test('a reload gives the same picture, and each change of the view can be undone', async ({
  server,
  signedIn: page,
}) => {
  await page.addInitScript(recordDrawing)
  await openMap(page, server)
  await page.getByLabel('Group by').selectOption('name')
  await page.getByRole('combobox', { name: 'Overlay' }).selectOption('type')
  await page.getByRole('searchbox', { name: 'Find a resource' }).fill('bucket-7')
  await expect(page.getByText('8 found', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'orders-bucket-7')).toBeInViewport()
  await expect(page).toHaveURL(/[?&]at=/)
  await rests(page)
  // Away from where the selection was centred.
  const before = page.url()
  const card = await cardOf(page, 'orders-bucket-7').boundingBox()
  await page.mouse.move((card?.x ?? 0) + 30, (card?.y ?? 0) + 10)
  await page.mouse.wheel(0, 60)
  await expect(page).not.toHaveURL(before)
  await rests(page)
  await expect(cardOf(page, 'orders-bucket-7')).toBeInViewport()
  const address = page.url()
  for (const part of ['group=name', 'overlay=type', 'q=bucket-7', 'urn=', 'at=']) expect(address).toContain(part)
  const first = await drawnIn(page)
  expect(first.boxes.size).toBeGreaterThan(3)
  expect(first.texts.length).toBeGreaterThan(5)

  const differences = async () => {
    const { boxes, texts } = await drawnIn(page)
    const moved = [...first.boxes].filter(([name, box]) => {
      const now = boxes.get(name) ?? []
      return !box.every((value, i) => Math.abs(value - (now[i] ?? Infinity)) < 3)
    })
    return { moved: moved.map(([name]) => name), texts: first.texts.filter((text) => !texts.includes(text)) }
  }
  await page.reload()
  await expect.poll(differences).toEqual({ moved: [], texts: [] })
  await expect(page.getByRole('region', { name: 'orders-bucket-7' })).toBeVisible()
  expect(page.url()).toBe(address)

  await page.getByRole('button', { name: 'Fit everything' }).click()
  await expect(page).not.toHaveURL(/[?&]at=/)
  await expect.poll(async () => (await differences()).moved.length).toBeGreaterThan(0)
  await page.keyboard.press('Alt+z')
  await expect(page).toHaveURL(address)
  await expect.poll(differences).toEqual({ moved: [], texts: [] })
})

test('an undo before the page has the address of the last move brings the former view back', async ({
  server,
  signedIn: page,
}) => {
  await page.addInitScript(recordDrawing)
  await openMap(page, server)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).toHaveURL(/[?&]at=/)
  await rests(page)
  const address = page.url()
  const former = [...(await drawnIn(page)).boxes]
  // As soon as the browser has the address without a view, before the page is rendered with it.
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history)
    history.replaceState = (...args) => {
      replace(...args)
      if (location.search.includes('at=')) return
      history.replaceState = replace
      queueMicrotask(() => document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', altKey: true })))
    }
  })
  await page.getByRole('button', { name: 'Fit everything' }).click()
  await page.waitForFunction(() => history.replaceState.name === 'bound replaceState')
  await expect(page).toHaveURL(address)
  const isBack = async () => {
    const { boxes } = await drawnIn(page)
    return former.every(([name, box]) =>
      box.every((value, i) => Math.abs(value - (boxes.get(name)?.[i] ?? Infinity)) < 3),
    )
  }
  await expect.poll(isBack).toBe(true)
})

test.describe('without the layout worker', () => {
  test.use({ expectedErrors: /worker|Failed to load resource|net::ERR/i })

  test('the page says so, and the outline still works', async ({ server, signedIn: page }) => {
    await importStack(server)
    await page.route(/layout\.worker/, (route) => route.abort())
    await page.goto(`${server.url}/organization/shop/prod/graph`)
    await expect(page.getByText('The graph could not be laid out')).toBeVisible()
    await expect(page.getByText('The outline shows the same resources.')).toBeVisible()
    await page.getByRole('row', { name: /^orders-role/ }).click()
    await expect(page.getByRole('region', { name: 'orders-role' })).toBeVisible()
  })

  test('the page says so even if it cannot group either, and a retry brings the graph', async ({
    server,
    signedIn: page,
  }) => {
    await importStack(server)
    await page.route(/layout\.worker|groupedModel/, (route) => route.abort())
    await page.goto(`${server.url}/organization/shop/prod/graph`)
    await expect(page.getByText('The graph could not be laid out')).toBeVisible()
    await expect(page.getByText('The worker could not be started.')).toBeVisible()
    await expect(page.getByRole('row', { name: /^orders-role/ })).toBeVisible()
    await expect(page.getByText('Laying out the graph')).toHaveCount(0)
    await page.unroute(/layout\.worker|groupedModel/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(groupNamed(page, 'orders')).toBeVisible()
  })
})

test.describe('when the layout worker stops', () => {
  /** Ends the page's workers as a crash does. */
  const stopWorkers = (page: Page) =>
    page.evaluate(() => {
      for (const worker of window.workers ?? []) {
        worker.terminate()
        worker.dispatchEvent(new ErrorEvent('error'))
      }
    })

  test('another one goes on, and if that stops as well, a notice says so', async ({ server, signedIn: page }) => {
    await importStack(server)
    await page.addInitScript(() => {
      const Real = window.Worker
      const made: Worker[] = (window.workers = [])
      window.Worker = class extends Real {
        constructor(...of: ConstructorParameters<typeof Worker>) {
          if (window.refusesWorkers) throw new Error('No memory is left.')
          super(...of)
          made.push(this)
        }
      }
    })
    await page.goto(`${server.url}/organization/shop/prod/graph`)
    await expect(groupNamed(page, 'orders')).toBeVisible()
    await stopWorkers(page)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect(page).toHaveURL(/[?&]open=/)
    await expect(
      picture(page)
        .getByTitle(/^Close /)
        .first(),
    ).toBeVisible()
    await page.evaluate(() => (window.refusesWorkers = true))
    await stopWorkers(page)
    await page.getByLabel('Group by').selectOption('type')
    await expect(page.getByText('The graph could not be laid out')).toBeVisible()
    await expect(page.getByText('No memory is left.')).toBeVisible()
    await expect(page.getByRole('row', { name: /^orders-role/ })).toBeVisible()
    await page.evaluate(() => (window.refusesWorkers = false))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(groupNamed(page, 'Buckets')).toBeVisible()
  })
})

test('without workers and OffscreenCanvas it is laid out and drawn on the page', async ({ server, signedIn: page }) => {
  await importStack(server)
  await page.addInitScript(() => {
    for (const name of ['Worker', 'OffscreenCanvas']) Reflect.deleteProperty(window, name)
  })
  await page.goto(`${server.url}/organization/shop/prod/graph`)
  await expect(groupNamed(page, 'orders')).toBeVisible()
  expect(await page.evaluate(() => 'Worker' in window || 'OffscreenCanvas' in window)).toBe(false)
  const colors = await picture(page)
    .locator('..')
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const seen = new Set<string>()
      for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`)
      return seen.size
    })
  expect(colors).toBeGreaterThan(10) // boxes, lines and letters, not an empty sheet
  await groupNamed(page, 'orders').click({ position: { x: 20, y: 12 } })
  await expect(cardOf(page, 'orders-role')).toBeVisible()
})
