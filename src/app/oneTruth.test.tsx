// No two pages say something else about one stack: random fleets, read from what the pages show.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Health } from '#contract/stacks.ts'
import type { Run } from '#mocks/cli.ts'
import { bucket, deployed } from '#mocks/scenes.ts'
import { seeded } from '#mocks/seeded.ts'
import { ref, runScenario } from '#mocks/story.ts'
import { UpdateKind } from '#contract/updates.ts'
import { healthLabel, healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { renderAt } from '#testing/renderAt.tsx'

const STACKS = 5
const STEPS = 24
const NAMES = Array.from({ length: STACKS }, (_, n) => `organization/shop/s${n}`)

/** Clients that do something at random. */
const fleet = (seed: number) => () =>
  runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
    const random = seeded(seed)
    const client = await cli('ada-laptop')
    const runs = new Map<string, Run>()
    const [first = '', ...others] = NAMES
    await deployed(client, ref(first), { resources: 3 })
    for (const name of others) await client.initStack(ref(name))
    let bucketNumber = 0
    const work = async (run: Run | undefined) =>
      run?.begin('creating', bucket(run, `b${++bucketNumber}`)).catch(() => undefined)
    const acts: ((name: string) => Promise<unknown>)[] = [
      async (name) => runs.set(name, await client.start(ref(name), { message: 'Deploy' })),
      async (name) => work(runs.get(name)),
      async (name) => {
        const run = await client.start(ref(name), { message: 'Deploy', kind: random() < 0.5 ? 'update' : 'destroy' })
        await wait('1m')
        await run.complete(random() < 0.4 ? 'succeeded' : 'failed')
      },
      async (name) => client.start(ref(name), { message: 'Deploy' }),
      async (name) => runs.delete(name),
      () => wait(`${Math.ceil(random() * 3)}m`),
      async () => {
        for (let times = 0; times < 6; times++) {
          await wait('3m')
          for (const run of runs.values()) await run.renew().catch(() => undefined)
        }
      },
      async () => {
        for (let times = 0; times < 2; times++) {
          await wait('1m')
          for (const run of runs.values()) await work(run)
        }
      },
    ]
    for (let step = 0; step < STEPS; step++) {
      // A refusal is one of the things that happen.
      await acts[Math.floor(random() * acts.length)]?.(NAMES[Math.floor(random() * STACKS)] ?? '').catch(
        () => undefined,
      )
    }
  })

/** The names of healths, each of any number of stacks. */
const NAMES_OF_MANY = Object.values(healthLooks).map(({ label }) => label)
/** With those of one stack, which say what failed. */
const LABELS = [...NAMES_OF_MANY, ...UpdateKind.options.map((kind) => healthLabel('failed', kind))]
/** Under which name a stack is counted. */
const countedAs = (label: string | undefined) =>
  label !== undefined && /^Last \w+ failed$/.test(label) ? healthLooks.failed.label : label
/** The health that a part of a page names. */
const shownIn = (part: HTMLElement): string | undefined =>
  LABELS.filter((label) => within(part).queryAllByText(new RegExp(`^${label}(?: ·|$)`)).length > 0).join()

const rowsOf = async (table: string) => {
  const rows = within(await screen.findByRole('table', { name: table })).getAllByRole('row')
  return (name: string) => rows.find((row) => within(row).queryByRole('link', { name }) !== null)
}

/** The stacks that Home lists as needing attention, also those in a group with one cause; as many as it says there are. */
async function needing(): Promise<Map<string, HTMLElement>> {
  const count = Number(/attention(\d+)of/.exec(screen.getByRole('link', { name: /^Need attention/ }).textContent)?.[1])
  const found = new Map<string, HTMLElement>()
  if (count === 0) return found
  await waitFor(async () => {
    for (const button of screen.queryAllByRole('button', { name: /^Show \d+( more failed runs)?$/ }))
      await userEvent.click(button)
    const list = screen.getByRole('list', { name: 'Stacks that need attention' })
    for (const article of within(list).getAllByRole('article')) {
      const name = article.getAttribute('aria-label') ?? ''
      if (NAMES.includes(name)) found.set(name, article)
    }
    expect(found.size).toBe(count)
  })
  return found
}

/** What each page says about the health of each stack. */
async function read(seed: number): Promise<Map<string, Record<string, string | undefined>>> {
  const said = new Map(NAMES.map((name) => [name, {} as Record<string, string | undefined>]))
  const note = (name: string, place: string, words: string | undefined) => {
    const places = said.get(name)
    if (places && words !== undefined && words !== '') places[place] = words
  }
  const page = await renderAt('/', fleet(seed))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  const onHome = await rowsOf('Updates of the last 14 days')
  const counts = NAMES_OF_MANY.map((label) =>
    Number(screen.queryByRole('link', { name: new RegExp(`^\\d+ ${label}$`) })?.textContent ?? 0),
  )
  const articles = await needing()
  for (const name of NAMES) {
    const row = onHome(name)
    if (row) note(name, 'last days', shownIn(row))
    const article = articles.get(name)
    if (article) note(name, 'home', shownIn(article))
  }
  page.view.unmount()

  const list = page.open('/-/stacks')
  const inList = await rowsOf('Stacks')
  const reasons = new Map<string, string>()
  for (const name of NAMES) {
    const row = inList(name)
    expect(row).toBeDefined()
    if (row) note(name, 'list', shownIn(row))
    const reason = row?.querySelector('td[title]')?.getAttribute('title') ?? ''
    reasons.set(name, reason)
  }
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Search or go to' })
  for (const name of NAMES) {
    await userEvent.clear(box)
    await userEvent.paste(name)
    const option = await screen.findByRole('option', { name: new RegExp(`^${name}`) })
    const isWell = [healthLooks.ok.label, healthLooks.empty.label].includes(said.get(name)?.['list'] ?? '')
    // The palette has no badges: it says why, and nothing about a healthy stack.
    await waitFor(() => expect(option.textContent).toBe(isWell ? name : `${name}${reasons.get(name)}`))
  }
  list.view.unmount()

  for (const name of NAMES) {
    const { view } = page.open(`/${name}`)
    const heading = await screen.findByRole('heading', { level: 1, name: /shop/ })
    const head = heading.closest('header')
    expect(head).toHaveTextContent(reasons.get(name) ?? '')
    if (head) note(name, 'header', shownIn(head))
    note(
      name,
      'window',
      LABELS.find((label) => document.title.includes(label)),
    )
    view.unmount()
  }
  // The counts on Home are those of the rows, and it lists exactly the stacks that need attention.
  const shown = [...said.values()].map((places) => places['list'])
  expect(counts).toEqual(NAMES_OF_MANY.map((label) => shown.filter((each) => countedAs(each) === label).length))
  const well = (['running', 'ok', 'empty'] satisfies Health[]).map((health) => healthLooks[health].label)
  for (const name of NAMES)
    expect([name, articles.has(name)]).toEqual([name, !well.includes(said.get(name)?.['list'] ?? '')])
  return said
}

it.each([1, 2, 3])(
  'a stack is the same on Home, in the list, in its header and in the palette: fleet %i',
  async (seed) => {
    // Verdicts depend on the time: it stands still while the pages are read.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const seen = new Set<string | undefined>()
    for (const [name, places] of await read(seed)) {
      expect([name, ...new Set(Object.values(places))]).toHaveLength(2)
      expect(Object.keys(places)).toEqual(expect.arrayContaining(['list', 'header']))
      seen.add(places['list'])
    }
    expect(seen.size).toBeGreaterThan(1)
  },
)
