// States that need repair: everything is drawn, and what is wrong is marked in the map, the legend and the outline.
import type { RealServer } from './server.ts'
import { expect, test } from './fixtures.ts'
import { painted, recordDrawing } from './reading/painted.ts'

const BUCKET = 'aws:s3/bucket:Bucket'
const urn = (name: string, type = BUCKET) => `urn:pulumi:prod::shop::${type}::${name}`
const ROOT = urn('shop-prod', 'pulumi:pulumi:Stack')
const bucket = (name: string, more: object = {}) => ({
  urn: urn(name),
  type: BUCKET,
  custom: true,
  id: name,
  parent: ROOT,
  ...more,
})

type Broken = {
  resources: object[]
  legend: string[]
  marked: [name: string, mark: RegExp][]
  drawn: string[]
  /** Components that are drawn and not in the state. */
  missing?: number
}

const STATES: Record<string, Broken> = {
  'cycles of dependencies, also of one': {
    resources: [
      bucket('first', { dependencies: [urn('third')] }),
      bucket('second', { dependencies: [urn('first')] }),
      bucket('third', { dependencies: [urn('second')] }),
      bucket('alone', { dependencies: [urn('alone')] }),
      bucket('after', { dependencies: [urn('first')] }),
    ],
    legend: ['4 in a cycle'],
    marked: [
      ['first', /in a cycle/],
      ['alone', /in a cycle/],
    ],
    drawn: ['4', '⇄'],
  },
  'parents that are missing, or in a circle': {
    resources: [
      bucket('orphan', { parent: urn('gone') }),
      bucket('own', { parent: urn('own') }),
      bucket('upper', { parent: urn('lower') }),
      bucket('lower', { parent: urn('upper') }),
    ],
    legend: ['1 resource needs “gone”, which is missing', '3 in a cycle'],
    marked: [
      ['orphan', /missing gone/],
      ['own', /in a cycle/],
      ['upper', /in a cycle/],
    ],
    drawn: ['✕ gone missing'],
  },
  'children of a component that is missing': {
    resources: [
      bucket('left', { parent: urn('helper', 'shop:app:Helper') }),
      bucket('right', { parent: urn('helper', 'shop:app:Helper'), dependencies: [urn('left')] }),
    ],
    legend: ['2 resources need “helper”, which is missing'],
    marked: [
      ['left', /missing helper/],
      ['right', /missing helper/],
    ],
    drawn: ['helper', 'missing · 2', 's3 Bucket'],
    missing: 1,
  },
  'references that lead nowhere': {
    resources: [
      bucket('first', { dependencies: [urn('gone'), urn('lost')] }),
      bucket('second', { propertyDependencies: { name: [urn('away')] }, dependencies: [urn('first')] }),
      bucket('third', { provider: `${urn('eu', 'pulumi:providers:aws')}::id-1` }),
    ],
    legend: ['3 resources with 4 broken references'],
    marked: [['third', /missing eu/]],
    drawn: ['✕ gone and 1 more missing', '✕ away missing', '✕ eu missing'],
  },
  'two resources with one URN': {
    resources: [bucket('twin'), bucket('twin', { id: 'other' }), bucket('after', { dependencies: [urn('twin')] })],
    legend: ['2 resources with a duplicate URN'],
    marked: [['twin', /duplicate URN, 1 of 2/]],
    drawn: ['2', 's3 Bucket · 1 of 2', 's3 Bucket · 2 of 2'],
  },
}

async function importBroken(server: RealServer, resources: readonly object[]): Promise<void> {
  const ref = { org: 'organization', project: 'shop', stack: 'prod' }
  const cli = server.cli()
  await cli.initStack(ref)
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  const root = { urn: ROOT, type: 'pulumi:pulumi:Stack', custom: false }
  await cli.importState(ref, { version: 3, deployment: { manifest, resources: [root, ...resources] } })
}

for (const [what, { resources, legend, marked, drawn, missing = 0 }] of Object.entries(STATES)) {
  test(`the graph shows ${what}`, async ({ server, signedIn: page }) => {
    await page.addInitScript(recordDrawing)
    await importBroken(server, resources)
    await page.goto(`${server.url}/organization/shop/prod/graph?overlay=integrity`)
    const overlay = page.getByRole('group', { name: 'Overlay' })
    for (const words of legend) await expect(overlay.getByRole('button', { name: words })).toBeVisible()
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
    const outline = page.getByRole('treegrid', { name: 'Resources' })
    await expect(outline.getByRole('row')).toHaveCount(resources.length + 1)
    for (const [name, mark] of marked)
      await expect(outline.getByRole('row', { name: new RegExp(`^${name}\\b`) }).first()).toContainText(mark)
    // Each has a card or a frame, and the picture says what is wrong.
    await expect(page.locator('[data-testid^="rf__node-"]')).toHaveCount(resources.length + 1 + missing)
    await expect
      .poll(async () => (await painted(page)).texts.map(({ text }) => text))
      .toEqual(expect.arrayContaining(drawn))
  })
}
