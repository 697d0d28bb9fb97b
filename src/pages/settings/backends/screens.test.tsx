// Settings → Backends, and the page about a layout: real routes, real client, real app on buckets in memory.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { BackendTrouble } from '#domain/backends/trouble.ts'
import { openableBucket } from '#mocks/buckets/connectedBucket.ts'
import { worlds } from '#mocks/worlds.ts'
import { bucketOf } from '#testing/backends/bucketOf.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { fill, isBlocked, press } from '#testing/screens/steps.ts'

const PAGE = '/-/settings/backends'
const PROD = '.pulumi/stacks/shop/prod.json'

/** A world whose server can open one bucket, which nobody has connected. */
async function withBucket(trouble?: BackendTrouble) {
  const world = await worlds.healthy()
  const blobs = openableBucket(world)
  blobs.set('.pulumi/meta.yaml', 'version: 1\n')
  blobs.set(PROD, JSON.stringify({ version: 0, checkpoint: { stack: 'organization/shop/prod' } }))
  blobs.fail(trouble)
  return world
}

it('shows what takes how much room, with a link to each stack', async () => {
  await renderAt(PAGE, 'bucket')
  const backends = await screen.findByRole('table', { name: 'Backends' })
  await userEvent.click(within(backends).getByRole('link', { name: 'Size of acme-s3' }))
  const kinds = await screen.findByRole('table', { name: 'Size by kind' })
  for (const kind of ['States', 'History', 'Backups', 'Other'])
    expect(within(kinds).getByText(kind)).toBeInTheDocument()
  const months = screen.getByRole('table', { name: 'Growth by month' })
  expect(within(months).getByText('2026-01')).toBeInTheDocument()
  const stacks = screen.getByRole('table', { name: 'Size by stack' })
  expect(within(stacks).getByRole('link', { name: 'shop/prod' })).toHaveAttribute('href', '/acme-s3/shop/prod')
})

it('says what backends are for and how to start with one, while none is connected', async () => {
  await renderAt(PAGE, 'healthy')
  expect(await screen.findByText('No backend is connected')).toBeInTheDocument()
  expect(screen.getByText('npm start -- s3://BUCKET')).toBeInTheDocument()
})

describe('a backend', () => {
  it('is connected after a check that shows what is there', async () => {
    await renderAt(PAGE, () => withBucket())
    await fill('Address', 's3://acme-state')
    await fill('Name', 'acme-s3')
    expect(isBlocked('Connect')).toBe(true)
    await press('Check')
    const found = await screen.findByRole('region', { name: 'What was found' })
    expect(found).toHaveTextContent(/Stacks1Layoutby projectCan listyesCan readyes/)
    await press('Connect')
    const table = await screen.findByRole('table', { name: 'Backends' })
    expect(within(table).getByRole('link', { name: 'acme-s3' })).toHaveAttribute('href', '/acme-s3')
    expect(table).toHaveTextContent(/s3:\/\/acme-state/)
  })

  it('has to be checked again when the address has changed', async () => {
    await renderAt(PAGE, () => withBucket())
    await fill('Address', 's3://acme-state')
    await fill('Name', 'acme-s3')
    await press('Check')
    await screen.findByRole('region', { name: 'What was found' })
    await fill('Address', 's3://another')
    expect(screen.queryByRole('region', { name: 'What was found' })).not.toBeInTheDocument()
    expect(isBlocked('Connect')).toBe(true)
  })

  it('that cannot be used is not connected, and a sentence says what to do', async () => {
    await renderAt(PAGE, () => withBucket({ kind: 'forbidden', what: 'list' }))
    await fill('Address', 's3://acme-state')
    await press('Check')
    expect(await screen.findByRole('alert')).toHaveTextContent(/may not list in the backend: give them this right/)
    expect(isBlocked('Connect')).toBe(true)
  })

  it('shows its requests, and is looked at on request', async () => {
    const { requests } = await renderAt(PAGE, 'bucket')
    const table = await screen.findByRole('table', { name: 'Backends' })
    expect(table).toHaveTextContent(/0 requests in the last hournone yet/)
    await press('Read again acme-s3')
    await expect.poll(() => requests.some((each) => each.startsWith('POST /api/ui/backends/acme-s3/look'))).toBe(true)
    await expect.poll(() => table.textContent).toMatch(/[1-9]\d* requests in the last hour/)
  })

  it('whose meta.yaml stops the CLI leads to the commands that fix it', async () => {
    const { world } = await renderAt(PAGE, () => worlds.bucket())
    await screen.findByRole('table', { name: 'Backends' })
    ;(await bucketOf(world)).set('.pulumi/meta.yaml', 'project: shop')
    await press('Read again acme-s3')
    await userEvent.click(await screen.findByRole('link', { name: 'meta.yaml has no version' }))
    expect(await screen.findByText(/Every command reads it first/)).toBeInTheDocument()
    expect(screen.getByText(/aws s3 rm s3:\/\/acme-state\/\.pulumi\/meta\.yaml/)).toBeInTheDocument()
  })

  it('is disconnected after a question that says what is removed and what is not', async () => {
    await renderAt(PAGE, () => worlds.bucket())
    await press('Disconnect… acme-s3')
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect acme-s3?' })
    expect(dialog).toHaveTextContent(/7 stacks of acme-s3 no longer appear here. Nothing changes in s3:\/\/acme-state/)
    await press('Disconnect')
    expect(await screen.findByText('No backend is connected')).toBeInTheDocument()
  })
})

it('the page about a size says what each bar is a share of', async () => {
  await renderAt('/-/settings/backends/acme-s3/size', 'bucket')
  const kinds = await screen.findByRole('table', { name: 'Size by kind' })
  expect(within(kinds).getByRole('columnheader', { name: /^of [\d.]+ kB$/ })).toBeInTheDocument()
  expect(screen.getAllByRole('columnheader', { name: 'of the largest' })).toHaveLength(2)
})

it('a stack of the old layout has no project in its name, and is marked in lists', async () => {
  await renderAt('/-/stacks', 'legacyBucket')
  const link = await screen.findByRole('link', { name: 'acme-old/-/shop-staging' })
  expect(link).toHaveTextContent(/^shop-staging$/)
  const row = link.closest('tr') as HTMLElement
  expect(within(row).getByRole('img', { name: /no|No/ }).closest('td'), 'no gap on a phone').toHaveClass(
    'max-sm:hidden',
  )
  expect(row).toHaveTextContent(/S3, old layoutThe CLI cannot see it.*no historystate written \d+ days? ago/)
  expect(screen.getByRole('button', { name: /^The CLI cannot see it 5/ }), 'as in the rows').toBeInTheDocument()
  // Said once, not in each of its rows.
  expect(screen.getByText('5 stacks of acme-old are in the old layout')).toBeInTheDocument()
  expect(row).not.toHaveTextContent('upgrade')
  expect(await screen.findByRole('link', { name: 'How to upgrade acme-old' })).toHaveAttribute(
    'href',
    '/-/settings/backends/acme-old/layout',
  )
})

describe('the page about a layout', () => {
  it('says what becomes of each stack and why, and which commands work, in order', async () => {
    await renderAt('/-/settings/backends/acme-old/layout', 'legacyBucket')
    const table = await screen.findByRole('table', { name: 'Stacks in the old layout' })
    const row = (name: string) => within(table).getByRole('link', { name }).closest('tr')
    expect(row('shop-prod')).toHaveTextContent(/shop\/shop-prod.*Moves/)
    expect(row('website')).toHaveTextContent(/Name taken.*website\/website exists already/)
    expect(row('old-demo')).toHaveTextContent(/PROJECT\/old-demo.*Asks you/)
    expect(within(table).getByRole('link', { name: 'Compare website with website/website' })).toHaveAttribute(
      'href',
      `/acme-old/-/website/compare?of=${encodeURIComponent('acme-old/website/website')}`,
    )
    const [notice, ...others] = screen.getAllByRole('note')
    expect(others).toEqual([])
    expect(notice).toHaveTextContent(
      /^5 stacks are still in the old layout, and no current CLI sees them.*moves 3\. website needs your decision first; old-demo needs a project name during the upgrade\.$/,
    )
    const steps = within(screen.getByRole('region', { name: 'The upgrade, in order' })).getByRole('list')
    expect(steps).toHaveTextContent(/PULUMI_DIY_BACKEND_IGNORE_DEPRECATION_ERROR=1 pulumi state upgrade/)
  })

  it('says so if nothing is to be done', async () => {
    await renderAt('/-/settings/backends/acme-s3/layout', 'bucket')
    expect(await screen.findByText('No stack of this backend is in the old layout')).toBeInTheDocument()
  })
})
