// Stacks of a connected backend on the ordinary pages: real routes, real client, real app on a bucket in memory.
import { exportSum } from '#domain/backends/diy/exportSum.ts'
import type { Deployment } from '#domain/state/checkpoint.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { bucketOf } from '#testing/backends/bucketOf.ts'
import type { World } from '#mocks/story.ts'
import { worlds } from '#mocks/worlds.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { press } from '#testing/screens/steps.ts'

const SHOP = '/acme-s3/shop/prod'
const SHOP_TAGS = '.pulumi/stacks/shop/prod.pulumi-tags'
const SHOP_STATE = '.pulumi/stacks/shop/prod.json'

const lockCard = () => screen.findByRole('region', { name: 'Lock' })
const linesOf = (element: HTMLElement) => [...element.querySelectorAll('pre')].map(({ textContent }) => textContent)

describe('the overview of a stack in a connected backend', () => {
  it('has the lock in the place of the lease, with the exact command that removes it', async () => {
    const { world } = await renderAt(SHOP, 'bucket')
    const card = await lockCard()
    expect(card).toHaveTextContent(/runner on ci-runner-7 took the lock/)
    expect(within(card).getByRole('link', { name: '3 pending operations' })).toBeInTheDocument()
    const key = (await bucketOf(world)).keys().find((each) => each.includes('locks/organization/shop/prod/'))
    expect(linesOf(card)).toContain(`aws s3 rm s3://acme-state/${key} --region eu-central-1`)
    expect(card).toHaveTextContent('Choose Read again: this lock must be gone.')
    expect(screen.queryByRole('region', { name: 'Lease' })).not.toBeInTheDocument()
    expect(screen.queryByText('Lease history')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Lock for maintenance/ })).not.toBeInTheDocument()
  })

  it('names the word for each way in which a lock was left, once', async () => {
    const words = [
      ['payments/prod', 'Working'],
      ['mailer/prod', 'Left behind'],
      ['website/staging', 'Several locks'],
    ]
    for (const [stack, word] of words) {
      const { view } = await renderAt(`/acme-s3/${stack}`, 'bucket')
      await lockCard()
      expect(screen.getByText(word ?? '')).toBeInTheDocument()
      view.unmount()
    }
  })

  it('names what was in flight, and says for how long nothing was written', async () => {
    await renderAt(SHOP, 'bucket')
    const card = within(await lockCard())
    const left = await card.findByRole('list', { name: 'Operations in flight' })
    expect(
      within(left)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['creating exports s3 Bucket', 'creating exports-replica s3 Bucket', 'creating ledger s3 Bucket'])
    expect(card.getByText(/^Nothing was written for/)).toHaveTextContent(
      /^Nothing was written for 3h \d+m, with 3 operations in flight; runs of this stack usually take up to 4m 20s\.$/,
    )
  })

  it('counts what is in flight at Recover only when no run is at work', async () => {
    for (const [stack, tab] of [
      ['payments/prod', /^Recover$/],
      ['shop/prod', /^Recover\s*3$/],
    ] as const) {
      const { view } = await renderAt(`/acme-s3/${stack}`, 'bucket')
      const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the stack' }))
      expect(tabs.getByRole('link', { name: /^Recover/ })).toHaveTextContent(tab)
      view.unmount()
    }
  })

  it('says that a state is damaged, what then fails, and where earlier ones are', async () => {
    await renderAt('/acme-s3/catalog/prod', 'bucket')
    const notice = await screen.findByText('The state of this stack cannot be read')
    expect(notice.closest('[role=note]')).toHaveTextContent(
      /^The state of this stack cannot be readEvery command of the CLI on organization\/catalog\/prod fails/,
    )
    expect(screen.getAllByText(/not complete JSON/)).toHaveLength(1)
    expect(await screen.findByText('The outputs are unknown: the state cannot be read.')).toBeInTheDocument()
    const table = await screen.findByRole('table', { name: 'Copies of the state' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows[0]).toHaveTextContent(/The state itself.*InvalidTruncated: the JSON is incomplete\.$/)
    expect(rows[1]).toHaveTextContent(/Before the last write.*the one to restore.*Valid/)
    const card = screen.getByRole('region', { name: 'Copies of the state in the backend' })
    expect(
      within(card)
        .getByText(/^Restore by hand/)
        .closest('details'),
    ).toHaveAttribute('open')
    const history = screen.getByText('1 entry of the history cannot be read')
    expect(card.compareDocumentPosition(history) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    expect(history.closest('[role=note]')).toHaveTextContent(
      /history\.json is truncated, or not JSON\. Its run is not listed, .* This did not damage the state\. Move the file aside\./,
    )
    expect(linesOf(card)).toContainEqual(
      'aws s3 cp s3://acme-state/.pulumi/stacks/catalog/prod.json.bak s3://acme-state/.pulumi/stacks/catalog/prod.json --region eu-central-1',
    )
  })

  it('says which other files stop the CLI, with the commands that fix them', async () => {
    const { world } = await renderAt(SHOP, () => worlds.bucket())
    await lockCard()
    const files = await bucketOf(world)
    files.set('.pulumi/meta.yaml', 'version: {')
    files.set(SHOP_TAGS, '{')
    await press('Read again acme-s3')
    const noticeOf = async (title: string) => {
      const notice = (await screen.findByText(title)).closest<HTMLElement>('[role=note]')
      if (notice === null) throw new Error(`${title} is in no notice`)
      return linesOf(notice)
    }
    expect(await noticeOf('meta.yaml is broken')).toEqual([
      'aws s3 rm s3://acme-state/.pulumi/meta.yaml --region eu-central-1',
    ])
    expect(await noticeOf('The file with the tags is broken')).toEqual([
      `aws s3 mv s3://acme-state/${SHOP_TAGS} s3://acme-state/${SHOP_TAGS}.broken --region eu-central-1`,
    ])
  })

  it('shows when it was true while the backend cannot be read, and why', async () => {
    const { client, world } = await renderAt(SHOP, () => worlds.bucket())
    await lockCard()
    ;(await bucketOf(world)).fail({ kind: 'credentials', problem: 'expired' })
    await press('Read again acme-s3')
    await screen.findByText(
      /The credentials of this server for the backend have expired: sign in to its provider again/,
      {
        selector: '[role=note] *',
      },
    )
    await client.invalidateQueries()
    expect(await screen.findByText(/S3, last read/)).toBeInTheDocument()
  })
})

it('says what a run wrote to its backend', async () => {
  const { view } = await renderAt('/acme-s3/orders/prod/updates/2', 'bucket')
  const written = await screen.findByText(/the whole state \d+ times/)
  expect(written).toHaveTextContent(
    /^estimated: the whole state 12 times, about [\d.]+ [kM]?B uncompressed and 48 requests$/,
  )
  // As many creates as the checkpoints of the runs show.
  expect(await screen.findByText(/^6 resources added$/)).toBeInTheDocument()
  expect(screen.getAllByText(/^\+6/).length).toBeGreaterThan(0)
  view.unmount()
  await renderAt('/organization/website/prod/updates/1', 'bucket')
  expect(await screen.findByText('About')).toBeInTheDocument()
  expect(screen.queryByText(/the whole state/)).not.toBeInTheDocument()
})

it('says in the history and in the diagnosis which entries cannot be read', async () => {
  const SHOP_HISTORY = '.pulumi/history/shop/prod/prod-1999999999000000000.history.json'
  const world = await worlds.bucket()
  const bucket = await bucketOf(world)
  bucket.set(SHOP_HISTORY, '{"kind":')
  await lookAgain(world, 'shop/prod')
  const { view } = await renderAt(`${SHOP}/updates`, () => Promise.resolve(world))
  const notice = (await screen.findByText('1 entry of the history cannot be read')).closest<HTMLElement>('[role=note]')
  expect(notice).toHaveTextContent(/prod-1999999999000000000\.history\.json is truncated, or not JSON\./)
  expect(notice && linesOf(notice)).toEqual([
    `aws s3 mv s3://acme-state/${SHOP_HISTORY} s3://acme-state/${SHOP_HISTORY}.broken --region eu-central-1`,
  ])
  expect(await screen.findByRole('table', { name: 'History' })).toBeInTheDocument()
  view.unmount()
  await renderAt(`${SHOP}/recover`, () => Promise.resolve(world))
  expect(await screen.findByText('1 entry of the history cannot be read')).toBeInTheDocument()
})

it('has the copies in the backend among the versions by time, once they are asked for', async () => {
  const world = await worlds.bucket()
  const bucket = await bucketOf(world)
  const state = await stateIn(world, '.pulumi/stacks/orders/prod.json')
  const { requests } = await renderAt('/acme-s3/orders/prod/versions', () => Promise.resolve(world))
  const table = await screen.findByRole('table', { name: 'State versions' })
  const rowsOf = () => within(table).getAllByRole('row').slice(1)
  const before = rowsOf().length
  expect(requests.filter((each) => each.includes('/copies'))).toEqual([])
  const time = '2025-12-31T08:00:00Z'
  const older = state.replace(/"time":"[^"]*"/, `"time":"${time}"`)
  bucket.set(`.pulumi/stacks/orders/prod.json.${Date.parse(time)}000000`, older)
  await press('Read the copies in the backend')
  expect(
    (
      await within(table).findAllByText(
        /^also in the backend: the state itself and \.bak$|^also in the backend: a backup/,
      )
    ).length,
  ).toBeGreaterThan(0)
  const last = rowsOf().at(-1)
  expect(last).toHaveTextContent(/copy.*Copy of a write.*prod\.json\.\d+.*Valid/)
  expect(rowsOf().length).toBeGreaterThan(before)
  expect(within(last as HTMLElement).queryByRole('checkbox')).not.toBeInTheDocument()
  expect(within(last as HTMLElement).getByText('Restore by hand')).toBeInTheDocument()
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(screen.queryByText(/the one to restore/)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Read the copies again' })).toBeInTheDocument()
})

it('says that the history has older runs than are shown, with the command that lists them', async () => {
  const world = await worlds.bucket()
  const bucket = await bucketOf(world)
  bucket.set('.pulumi/stacks/ledger/prod.json', await stateIn(world))
  for (let n = 100; n < 205; n += 1)
    bucket.set(`.pulumi/history/ledger/prod/prod-1760000${n}000000000.history.json`, '{"kind":"update"}')
  await lookAgain(world, 'ledger/prod')
  await renderAt('/acme-s3/ledger/prod/updates', () => Promise.resolve(world))
  const notice = (await screen.findByText('Older runs are not shown')).closest<HTMLElement>('[role=note]')
  expect(notice && linesOf(notice)).toEqual([
    'pulumi stack history --stack organization/ledger/prod --page-size 100 --page 2',
  ])
})

it('says of a run of which the backend records nobody that this is so', async () => {
  const world = await worlds.bucket()
  const bucket = await bucketOf(world)
  bucket.set(
    '.pulumi/history/orders/prod/prod-1999999999000000000.history.json',
    '{"kind":"update","result":"succeeded"}',
  )
  await lookAgain(world, 'orders/prod')
  const history = await renderAt('/acme-s3/orders/prod/updates', () => Promise.resolve(world))
  const table = await screen.findByRole('table', { name: 'History' })
  const [newest] = within(table).getAllByRole('row').slice(1)
  expect(newest).toHaveTextContent('not recorded')
  const run =
    within(newest as HTMLElement)
      .getByRole('link', { name: /^Update/ })
      .getAttribute('href') ?? ''
  history.view.unmount()
  const page = await renderAt(run, () => Promise.resolve(world))
  expect(await screen.findByText('not recorded by the backend')).toBeInTheDocument()
  page.view.unmount()
  await renderAt('/acme-s3/orders/prod/updates/1', () => Promise.resolve(world))
  expect(
    await screen.findByText('not recorded by the backend; Ada Lovelace is the author of the commit'),
  ).toBeInTheDocument()
})

describe('what a connected backend does not have', () => {
  it('is one sentence in the place of the log and the timeline of a run, with what changed in the state', async () => {
    await renderAt('/acme-s3/orders/prod/updates/2?tab=log', 'bucket')
    expect(await screen.findByText(/keeps no events of a run: there is no log and no timeline/)).toBeInTheDocument()
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of the run' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Changes', 'Config'])
    expect(screen.getByText('State diff').closest('details')).toHaveAttribute('open')
    expect(screen.getAllByRole('link', { name: /Compare/ })).toHaveLength(1)
  })

  it('is not asked of the server', async () => {
    const { requests } = await renderAt('/acme-s3/orders/prod/updates/2', 'bucket')
    await screen.findByText(/keeps no events of a run/)
    expect(requests.filter((each) => each.includes('/changes'))).toEqual([])
  })

  it('is one sentence in the place of the forms that change a stack', async () => {
    await renderAt(`${SHOP}/settings/options`, 'bucket')
    expect(await screen.findByText(/Change its name and tags with the pulumi CLI/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Rename|Delete|Save/ })).not.toBeInTheDocument()
    expect(screen.getByText('organization/shop/prod')).toBeInTheDocument()
    expect(screen.getByText('s3://acme-state?region=eu-central-1')).toBeInTheDocument()
    expect(linesOf(document.body)).toEqual([
      'pulumi stack rename --stack organization/shop/prod NEW-NAME',
      'pulumi stack tag set NAME VALUE --stack organization/shop/prod',
    ])
  })

  it('is no switch for previews, of which a backend records none', async () => {
    await renderAt(`${SHOP}/updates`, 'bucket')
    await screen.findByRole('table', { name: 'History' })
    expect(screen.queryByLabelText('Show previews')).not.toBeInTheDocument()
  })
})

it('lists versions with their source: runs of the history, and states that were seen', async () => {
  await renderAt(`${SHOP}/versions`, 'bucket')
  const rows = within(await screen.findByRole('table', { name: 'State versions' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows).toHaveLength(4)
  expect(rows[0]).toHaveTextContent(/Found in the backend: no run of its history wrote it/)
  expect(within(rows[0] as HTMLElement).getByRole('link', { name: 'Changes of version 4' })).toBeInTheDocument()
  expect(rows[1]).toHaveTextContent(/update 3.*from the history of the backend/)
})

it('calls a lock the same wherever its stack is shown, and names its holder, not the person of the last update', async () => {
  const home = await renderAt('/', 'bucket')
  const needs = within(await screen.findByRole('list', { name: 'Stacks that need attention' }))
  const item = needs.getByRole('article', { name: 'acme-s3/shop/prod' })
  expect(item).toHaveTextContent(
    /Lock probably abandoned.*runner on ci-runner-7locked .* ago.*3 pending operationslast update:.*Update 3/,
  )
  expect(needs.getByRole('link', { name: 'Recover acme-s3/catalog/prod' })).toBeInTheDocument()
  const days = within(await screen.findByRole('region', { name: /^Last \d+ days$/ }))
  expect(days.getByText('Left behind')).toBeInTheDocument()
  expect(days.queryByText('Not responding')).not.toBeInTheDocument()
  expect(screen.getByRole('list', { name: 'At a glance' })).toHaveTextContent('Leases held05 locked in connected')
  const counts = screen.getByRole('region', { name: 'Stacks by health' })
  expect(counts).toHaveTextContent(/Not responding\s*3\s*lock probably abandoned, left behind and several locks/)
  home.view.unmount()
  const leases = await renderAt('/-/leases', 'bucket')
  const link = await screen.findByRole('link', { name: 'View lock acme-s3/shop/prod' })
  expect(link).toHaveAttribute('href', '/acme-s3/shop/prod')
  expect(screen.queryByRole('link', { name: 'View lock acme-s3/payments/prod' })).not.toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: 'Held before' })).not.toBeInTheDocument() // of none it is known
  leases.view.unmount()
  await renderAt('/acme-s3/website/staging', 'bucket')
  expect(await lockCard()).toHaveTextContent(/Locked by grace on grace-laptop and runner on ci-runner-7/)
  expect(screen.getByText('Several locks')).toBeInTheDocument()
})

it('claims neither when a stack was created nor what a state has that cannot be read', async () => {
  const { view } = await renderAt('/acme-s3/catalog/prod', 'bucket')
  const about = await screen.findByRole('region', { name: 'About' })
  expect(about).toHaveTextContent(/Resourcesunknown/)
  expect(about).not.toHaveTextContent(/Created/)
  view.unmount()
  const list = await renderAt('/-/stacks', 'bucket')
  const table = await screen.findByRole('table', { name: 'Stacks' })
  const row = within(table).getByRole('link', { name: 'acme-s3/catalog/prod' }).closest('tr')
  expect(row).toHaveTextContent(/resources unknown$/)
  list.view.unmount()
  await renderAt(`${SHOP}/settings/options`, 'bucket')
  expect(await screen.findByText('organization/shop/prod')).toBeInTheDocument()
  expect(screen.queryByText('Created')).not.toBeInTheDocument()
})

it('marks the stacks in lists, and says who holds each', async () => {
  await renderAt('/-/stacks', 'bucket')
  const table = await screen.findByRole('table', { name: 'Stacks' })
  const row = within(table).getByRole('link', { name: 'acme-s3/shop/prod' }).closest('tr')
  expect(row).toHaveTextContent(/S3/)
  expect(row).toHaveTextContent(/locked by runner/)
  const own = within(table).getByRole('link', { name: 'organization/website/prod' }).closest('tr')
  expect(own).not.toHaveTextContent(/S3/)
})

it('names the health of stacks in the filter of the list as their rows do', async () => {
  await renderAt('/-/stacks', 'bucket')
  const chips = await screen.findByRole('group', { name: 'Health' })
  const words = within(chips)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(words).toContain('Lock probably abandoned, left behind, several locks3 stacks')
  expect(words).toContain('Quiet1 stack')
  await userEvent.click(within(chips).getByRole('button', { name: /^Quiet/ }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(
    within(chips).getByRole('button', { name: /^Lock probably abandoned, left behind, several locks/ }),
  ).toBeInTheDocument()
})

it('shows in the list the time by which its rows are sorted: that of the state, where it is newer than the last run', async () => {
  await renderAt('/-/stacks?sort=activity', 'bucket')
  const table = await screen.findByRole('table', { name: 'Stacks' })
  expect(within(table).getByRole('columnheader', { name: /^Last change/ })).toHaveAttribute('aria-sort', 'descending')
  const times = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Date.parse(row.querySelector('time')?.dateTime ?? ''))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const shop = within(table).getByRole('link', { name: 'acme-s3/shop/prod' }).closest('tr')
  expect(shop).toHaveTextContent(/Update 3 succeeded by GitHub Actions \d+state written \d+ hr(?: \d+ min)? ago/)
})

it('has the locks on the axis of leases, and one by one', async () => {
  await renderAt('/-/leases', 'bucket')
  const axis = await screen.findByRole('table', { name: 'Leases on a time axis' })
  const lane = within(axis).getByRole('link', { name: 'acme-s3/payments/prod' }).closest('tr')
  expect(within(lane as HTMLElement).getByRole('img')).toHaveAttribute(
    'aria-label',
    expect.stringMatching(/^runner on ci-runner-2, working/),
  )
  const names = (element: HTMLElement, role: 'row' | 'article') =>
    within(element)
      .getAllByRole(role)
      .flatMap((each) => /(shop|mailer|website|search|payments)\/(prod|staging)/.exec(each.textContent)?.[0] ?? [])
  expect(names(axis, 'row')).toEqual(names(screen.getByRole('list', { name: 'Leases' }), 'article'))
  const legend = within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')
  expect(legend.map(({ textContent }) => textContent)).toEqual([
    'working',
    'left behind and quiet',
    'several locks and lock probably abandoned',
    'a lock file in a connected backend',
  ])
  expect(screen.getByText(/No one was blocked on this server/)).toHaveTextContent(/leaves no trace in its backend\.$/)
  const item = within(screen.getByRole('list', { name: 'Leases' })).getByRole('article', {
    name: 'acme-s3/website/staging',
  })
  expect(item).toHaveTextContent(/grace on grace-laptop and runner on ci-runner-7/)
  expect(item).toHaveTextContent(/lock file in acme-s3, never expires/)
})

it('has a run that writes on after its lock was removed wherever locks are, without a lease to release', async () => {
  const world = await worlds.bucket()
  const bucket = await bucketOf(world)
  const [lock = ''] = bucket.keys().filter((key) => key.includes('locks/organization/payments/prod/'))
  bucket.drop(lock)
  await lookAgain(world)
  world.clock.advance(10_000)
  const text = await stateIn(world, '.pulumi/stacks/payments/prod.json')
  bucket.set('.pulumi/stacks/payments/prod.json', `${text} `)
  await lookAgain(world)
  const stack = await renderAt('/acme-s3/payments/prod/resources', () => Promise.resolve(world))
  expect(await screen.findByRole('link', { name: 'View lock' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Release lease/ })).not.toBeInTheDocument()
  stack.view.unmount()
  const leases = await renderAt('/-/leases', () => Promise.resolve(world))
  const axis = await screen.findByRole('table', { name: 'Leases on a time axis' })
  const lane = within(axis).getByRole('link', { name: 'acme-s3/payments/prod' }).closest('tr')
  const picture = within(lane as HTMLElement).getByRole('img')
  expect(picture).toHaveAttribute('aria-label', expect.stringMatching(/^A run without a lock, unlocked writer/))
  expect(picture.innerHTML).not.toMatch(/Infinity|NaN/)
  const item = within(screen.getByRole('list', { name: 'Leases' })).getByRole('article', {
    name: 'acme-s3/payments/prod',
  })
  expect(item).toHaveTextContent(/A run without a lock.*no lock file in acme-s3/)
  leases.view.unmount()
  await renderAt('/', () => Promise.resolve(world))
  expect(await screen.findByRole('link', { name: 'View lock acme-s3/payments/prod' })).toHaveAttribute(
    'href',
    '/acme-s3/payments/prod',
  )
})

/** Downloads the planned state; returns its text. */
async function downloaded(): Promise<string> {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:planned'
  })
  await press('Download the planned state')
  await screen.findByText('Waiting for the import')
  return (await files[0]?.text()) ?? ''
}
/** What `pulumi stack import` leaves in the bucket. */
async function imports(world: World, text: string): Promise<void> {
  const { deployment } = JSON.parse(text) as { deployment: object }
  const checkpoint = { stack: 'organization/shop/prod', latest: deployment }
  ;(await bucketOf(world)).set(SHOP_STATE, JSON.stringify({ version: 3, checkpoint }))
}

it('says in the recovery of a stack once who holds it, with the way to the lock', async () => {
  await renderAt('/acme-s3/mailer/prod/recover', 'bucket')
  const lock = await screen.findByRole('link', { name: 'How to remove the lock' })
  expect(lock).toHaveAttribute('href', '/acme-s3/mailer/prod#remove-lock')
  expect(screen.getAllByText(/Remove exactly this lock/)).toHaveLength(1)
  expect(screen.queryByText('Find out first whether the holder of the lock still runs')).not.toBeInTheDocument()
})

it('says in the recovery of a stack what comes after the removal of its lock, and what to look for', async () => {
  await renderAt(`${SHOP}/recover`, 'bucket')
  const after = (await screen.findByRole('heading', { name: 'Resolve 3 creates' })).closest('li') as HTMLElement
  expect(within(after).queryByRole('link', { name: 'Resolve 3 creates' })).not.toBeInTheDocument()
  expect(within(after).getByRole('button', { name: 'Resolve 3 creates' })).toHaveAccessibleDescription(
    'Remove the lock first, once its run has ended',
  )
  expect(after).toHaveTextContent('Once the lock is removed')
  const rows = within(within(after).getByRole('list', { name: 'Resources with an unknown outcome' }))
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^creating exports s3 Bucket.*acme-exports.*AWS/),
    expect.stringMatching(/^creating exports-replica s3 Bucket.*acme-exports-replica.*AWS/),
    expect.stringMatching(/^creating ledger s3 Bucket.*acme-ledger.*AWS/),
  ])
})

it('has what to do about a lock that was probably abandoned in order, each step once, and a link to the check', async () => {
  const { router } = await renderAt(`${SHOP}/recover`, 'bucket')
  const happened = await screen.findByRole('region', { name: /locked by a run that has probably ended/ })
  expect(
    within(happened)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Remove exactly this lock, once its run has ended', 'Resolve 3 creates'])
  expect(happened).toHaveTextContent(
    /Make sure that the run of runner on ci-runner-7 \(process 2214\) has ended\. If it is still running, leave its lock and wait\. Otherwise back up the state, then remove only [\da-f-]{36}\.json\. You run the commands: Holdfast writes nothing\./,
  )
  expect(screen.getAllByText(/Don’t run/).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Don’t run pulumi cancel, although the CLI suggests it: /),
    'Don’t run pulumi up until the 3 creates are resolved: it could fail or create duplicates.',
  ])
  expect(screen.getAllByText(/[Rr]emove exactly this lock/)).toHaveLength(1)
  expect(happened).toHaveTextContent(/A lock never expires, and removing it does not stop its holder\./)
  await userEvent.click(within(happened).getByRole('link', { name: 'How to remove the lock' }))
  const steps = (await screen.findByText('How to remove the lock', { selector: 'summary, summary *' })).closest(
    'details',
  )
  expect(steps).toHaveAttribute('open')
  expect(steps).toHaveTextContent(/If it is still running, stop here: don’t remove the lock\./)
  expect(router.state.location).toMatchObject({ pathname: SHOP, hash: '#remove-lock' })
})

it('lets the creates be resolved as soon as the lock is gone', async () => {
  const { world, client } = await renderAt(`${SHOP}/recover`, () => worlds.bucket())
  expect(await screen.findByRole('button', { name: 'Resolve 3 creates' })).toBeInTheDocument()
  const bucket = await bucketOf(world)
  for (const key of bucket.keys().filter((each) => each.includes('locks/organization/shop/prod/'))) bucket.drop(key)
  await lookAgain(world)
  await client.invalidateQueries()
  expect(await screen.findByRole('link', { name: /^Resolve 3 (creates|operations)$/ })).toBeInTheDocument()
})

it.each(['website/staging', 'search/prod'])('has no short way to the removal of a lock of %s', async (stack) => {
  const { view } = await renderAt(`/acme-s3/${stack}`, 'bucket')
  await lockCard()
  expect(screen.queryByRole('link', { name: 'How to remove the lock' })).not.toBeInTheDocument()
  view.unmount()
  await renderAt(`/acme-s3/${stack}/recover`, 'bucket')
  expect(await screen.findByRole('link', { name: 'View lock' })).toHaveAttribute('href', `/acme-s3/${stack}`)
})

it.each([SHOP, `${SHOP}/updates`])('says why the run that took the lock is not in the history: %s', async (path) => {
  await renderAt(path, 'bucket')
  expect(await screen.findByText(/is not listed/)).toHaveTextContent(
    /^The run of runner on ci-runner-7 is not listed: the lock was taken on \w+ \d{4}-\d\d-\d\d \d\d:\d\d, .* only when it ends\.$/,
  )
})

it('says nothing of the kind about a lock that was left by a run in the history', async () => {
  await renderAt('/acme-s3/mailer/prod', 'bucket')
  await screen.findByRole('table', { name: 'Last updates' })
  await lockCard()
  expect(screen.getByText('Left behind')).toBeInTheDocument()
  expect(screen.queryByText(/not listed/)).not.toBeInTheDocument()
})

it('promises no confirmation and no version in the recovery of a stack that is written elsewhere', async () => {
  await renderAt(`${SHOP}/recover`, 'bucket')
  expect(await screen.findByRole('heading', { name: 'Resolve 3 creates' })).toBeInTheDocument()
  expect(screen.getByText('Result').nextElementSibling).toHaveTextContent(/Holdfast writes nothing/)
  expect(screen.queryByText('To confirm')).not.toBeInTheDocument()
  expect(screen.queryByText('Resolve all 3 together')).not.toBeInTheDocument()
})

describe('a recovery of a stack in a connected backend', () => {
  /** Plans that none of the three buckets exists, up to the last step. */
  async function planned() {
    const rendered = await renderAt(`${SHOP}/recover/resolve-operations`, () => worlds.bucket())
    await press('It doesn’t exist')
    await press('Continue')
    return { ...rendered, step: await screen.findByRole('region', { name: 'Import the planned state with the CLI' }) }
  }
  it('ends with the file and the commands, the exact removal of the lock first', async () => {
    const { step, requests, client } = await planned()
    expect(linesOf(step).filter((line) => line.includes('stack import'))).toEqual([]) // not without the file's check
    const text = await downloaded()
    // Without the ways of a step, which have no order.
    const list = within(step).getByRole('list', { name: 'The import, in order' })
    const order = within(list)
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement === list)
    expect(order.map(({ textContent }) => /Remove the lock|Download|Import it/.exec(textContent)?.[0])).toEqual([
      'Remove the lock',
      'Download',
      'Import it',
    ])
    expect(order[2]).toHaveTextContent(/needs the passphrase of the stack: PULUMI_CONFIG_PASSPHRASE/)
    const lines = linesOf(step)
    const at = (part: string) => lines.findIndex((line) => line.includes(part))
    expect(at('aws s3 rm s3://acme-state/.pulumi/locks/organization/shop/prod/')).toBeGreaterThanOrEqual(0)
    expect(at('pulumi stack import --stack organization/shop/prod --file ')).toBeGreaterThan(at('aws s3 rm'))
    expect(at('pulumi preview --stack organization/shop/prod')).toBeGreaterThan(at('pulumi stack import'))
    expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Clear 3 operations on shop/prod' })).toBeInTheDocument()
    const steps = screen.getByRole('list', { name: /^Steps/ })
    expect(steps).toHaveTextContent(/Resolve.*Import with the CLI$/)
    expect(JSON.parse(text)).not.toHaveProperty('deployment.pending_operations.0')
    expect(requests.filter((each) => /^POST .*\/recoveries /.test(each))).toEqual([])
    await client.invalidateQueries()
    expect(requests.filter((each) => /shop\/prod\/state(\.json)?$/.test(each))).toEqual([])
  })

  it('has an import that compares the export with the state of the plan', async () => {
    const { step, world } = await planned()
    await downloaded()
    const { checkpoint } = JSON.parse(await stateIn(world)) as { checkpoint: { latest: Deployment } }
    const sum = exportSum({ version: 3, deployment: checkpoint.latest })
    expect(linesOf(step)).toContainEqual(
      expect.stringMatching(
        new RegExp(String.raw`^if pulumi stack export .* = '${sum}' \]; then pulumi stack import `),
      ),
    )
  })

  it('says that it was imported once the state in the backend is the planned one', async () => {
    const { world, client } = await planned()
    await imports(world, await downloaded())
    await world.tick()
    await lookAgain(world)
    await client.invalidateQueries()
    expect(await screen.findByText('Imported and verified')).toBeInTheDocument()
  })

  it('raises an alarm if another state is there instead', async () => {
    const { world, client } = await planned()
    const other = JSON.parse(await downloaded()) as { deployment: { resources: unknown[] } }
    other.deployment.resources.pop()
    await imports(world, JSON.stringify(other))
    await lookAgain(world)
    await client.invalidateQueries()
    expect(await screen.findByText('The state has changed, and is not the planned one')).toBeInTheDocument()
  })
})

/** The text of a state in the bucket. */
async function stateIn(world: World, key = SHOP_STATE): Promise<string> {
  const object = await (await bucketOf(world)).read(key, { purpose: 'state' })
  if (typeof object === 'string') throw new Error(object)
  return new TextDecoder().decode(object.bytes)
}

/** Has the mirror look at the bucket. */
async function lookAgain({ app, token }: World, stack?: string): Promise<void> {
  const response = await app.fetch(
    new Request('http://localhost/api/ui/backends/acme-s3/look', {
      method: 'POST',
      headers: { authorization: `token ${token}`, 'content-type': 'application/json', origin: 'http://localhost' },
      body: JSON.stringify({ stack }),
    }),
  )
  expect(response.status).toBe(200)
}

describe('an edit of a stack in a connected backend', () => {
  const urn = encodeURIComponent('urn:pulumi:prod::shop::acme:net:Network::network')

  it('is verified although the import dropped the operations that the edit leaves pending', async () => {
    const { world, client } = await renderAt(`${SHOP}/edit?do=protect&urn=${urn}`, () => worlds.bucket())
    expect(await screen.findByText(/removes them from the state/)).toBeInTheDocument()
    const { deployment } = JSON.parse(await downloaded()) as { deployment: object }
    await imports(world, JSON.stringify({ deployment: { ...deployment, pending_operations: [] } }))
    await lookAgain(world)
    await client.invalidateQueries()
    expect(await screen.findByText('Imported and verified')).toBeInTheDocument()
  })

  it('says which operations an import drops by the plan, not by the state as it is now', async () => {
    const { world } = await renderAt(`${SHOP}/edit?do=state`, () => worlds.bucket())
    const { checkpoint } = JSON.parse(await stateIn(world)) as { checkpoint: { latest: object } }
    const edited = JSON.stringify({ version: 3, deployment: { ...checkpoint.latest, pending_operations: [] } })
    await userEvent.upload(await screen.findByLabelText('Choose the edited state'), new File([edited], 'edited.json'))
    await press('See what changes')
    await screen.findByRole('region', { name: 'Import the planned state with the CLI' })
    expect(screen.queryByText('drops pending operations')).not.toBeInTheDocument()
  })
})

it('ends an edit with the file and the command, too', async () => {
  const urn = encodeURIComponent('urn:pulumi:prod::shop::acme:net:Network::network')
  await renderAt(`${SHOP}/edit?do=protect&urn=${urn}`, 'bucket')
  const step = await screen.findByRole('region', { name: 'Import the planned state with the CLI' })
  await downloaded()
  expect(linesOf(step)).toContainEqual(
    expect.stringContaining('then pulumi stack import --stack organization/shop/prod'),
  )
  expect(screen.queryByRole('region', { name: 'Save' })).not.toBeInTheDocument()
})
