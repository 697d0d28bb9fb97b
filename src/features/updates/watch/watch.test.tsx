// Someone asks to be reported when a run ends: real routes, real client, real app in a world.
import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { press } from '#testing/screens/steps.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { ref, runScenario } from '#mocks/story.ts'
import type { Run } from '#mocks/cli.ts'
import { usePreferences } from '#src/lib/preferences.ts'
import { notify } from './notify.ts'
import { useWatchedRuns } from './watched.ts'

afterEach(() => useWatchedRuns.setState({ runs: [] }))

/** A world in which an update runs until it is asked to end. */
async function opened() {
  let run: Run | undefined
  const rendered = await renderAt('/organization/shop/prod/updates/1', () =>
    runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
      const ci = await cli('ci')
      await ci.initStack(ref('organization/shop/prod'))
      run = await ci.start(ref('organization/shop/prod'))
      await wait('5s')
    }),
  )
  if (!run) throw new Error('the scenario started no update')
  return { ...rendered, run }
}

/** Waits until the watcher, which is loaded late, has its first answer: a live event would wait for that too. */
const watched = (client: QueryClient) =>
  waitFor(() => {
    expect(client.isFetching()).toBe(0)
    expect(client.getQueryCache().findAll({ type: 'active', predicate: isProgress })).toHaveLength(1)
  })
const isProgress = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes('progress')

it('a watched update reports its end once, in the console, when the browser has no notifications', async () => {
  vi.stubGlobal('Notification', undefined)
  const { run, client } = await opened()
  await userEvent.click(await screen.findByRole('button', { name: 'Notify me' }))
  expect(await screen.findByText('You’ll be notified here, in this console')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Watching' })).toHaveAttribute('aria-pressed', 'true')
  await watched(client)
  await run.complete('failed', 5)
  await act(() => client.invalidateQueries())
  expect(await screen.findByText('Update 1 of shop/prod: failed')).toBeInTheDocument()
})

it('the bell counts watched runs that ended elsewhere, shows result, user and duration, and is cleared', async () => {
  vi.stubGlobal('Notification', undefined)
  const { run, client, router } = await opened()
  await press('Notify me')
  expect(await screen.findByRole('button', { name: 'Notifications: 1 running' })).toBeInTheDocument()
  await watched(client)
  await act(() => router.navigate('/-/stacks'))
  await run.complete('failed', 5)
  await act(() => client.invalidateQueries())
  await press('Notifications: 1 ended')
  const item = await screen.findByRole('menuitem', { name: /^Update 1 of shop\/prod/ })
  expect(item).toHaveTextContent(/Failed.*after \d+s.*Deploy bot/)
  expect(item).toHaveAttribute('href', '/organization/shop/prod/updates/1')
  await userEvent.keyboard('{Escape}')
  await press('Notifications')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Clear finished' }))
  await waitFor(() => expect(useWatchedRuns.getState().runs).toEqual([]))
})

it('a run that ended while no page was open is counted at the next visit, not for another user, not on its own page', async () => {
  const run = {
    id: 'gone',
    stack: { org: 'organization', project: 'shop', stack: 'prod' },
    title: 'Update 1 of shop/prod',
    by: { login: 'deploy-bot', ci: null },
  }
  const end = { status: 'failed', startedAt: 0, endedAt: 60_000 } as const
  const path = '/organization/shop/prod/updates/1'
  useWatchedRuns.setState({
    runs: [
      { ...run, path, end, watcher: 'ada' },
      { ...run, id: 'theirs', path, end, watcher: 'somebody-else' },
    ],
  })
  const { router } = await renderAt('/-/stacks', 'healthy')
  expect(await screen.findByRole('button', { name: 'Notifications: 1 ended' })).toBeInTheDocument()
  await act(() => router.navigate(path))
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument()
})

it('the bell is on every page: what was blocked, and what failed, each with a link; it asks for nothing by itself', async () => {
  const requestPermission = vi.fn(() => Promise.resolve('granted'))
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  const { requests } = await renderAt('/-/connect', 'refused')
  const bell = await screen.findByRole('button', { name: 'Notifications' })
  expect(requests.filter((request) => request.includes('/activity'))).toEqual([])
  await userEvent.click(bell)
  const blocked = await screen.findByRole('menuitem', {
    name: /^Grace Hopper was blocked on shop\/ ?prod.*Blocked.*by GitHub Actions \d+/,
  })
  expect(blocked).toHaveAttribute('href', '/organization/shop/prod#lease')
  expect(requestPermission).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Allow notifications in this browser' }))
  expect(requestPermission).toHaveBeenCalledTimes(1)
})

it('the bell counts and lists what waits for approval, and every window says so in its title', async () => {
  await renderAt('/-/connect', 'approval')
  await press('Notifications: 5 waiting for approval')
  const shop = await screen.findByRole('menuitem', { name: /^Update 3 of shop\/prod.*wants to delete orders-db/ })
  expect(shop).toHaveAttribute('href', '/organization/shop/prod/updates/3#approval')
  expect(shop).toHaveTextContent(
    /waiting for \d.*refused automatically in 2\dm( \d+s)?.*agent claude-code.*Allow or refuse/,
  )
  expect(
    screen.getByRole('menuitem', {
      name: /^Destroy 3 of ledger\/prod ?4 steps.*delete 4 resources.*1 of 2 operators allowed them/,
    }),
  ).toBeInTheDocument()
  expect(document.title).toBe('5 waiting for approval · Connect · Holdfast')
})

it('a run that waits for the user is a notification of the browser, once, while the page is hidden', async () => {
  const shown: string[] = []
  class Fake {
    static permission = 'granted'
    constructor(title: string) {
      shown.push(title)
    }
    addEventListener(): void {}
  }
  vi.stubGlobal('Notification', Fake)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { client } = await renderAt('/-/connect', 'approval')
  await waitFor(() => expect(shown).toHaveLength(2))
  await act(() => client.invalidateQueries())
  expect(shown).toEqual([
    'Update 3 of shop/prod wants to delete orders-db',
    'Destroy 3 of ledger/prod wants to delete 4 resources',
  ])
})

it('the bell lists failed and interrupted runs', async () => {
  await renderAt('/-/connect', 'halfDone')
  await press('Notifications')
  const [failed] = await screen.findAllByRole('menuitem', { name: /Failed/ })
  expect(failed?.getAttribute('href')).toMatch(/^\/organization\/[\w/]+\/updates\/\d+$/)
})

it('no notification is shown to a user who switched them off', async () => {
  const shown = vi.fn()
  vi.stubGlobal('Notification', Object.assign(shown, { permission: 'granted' }))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  usePreferences.setState({ notifications: false })
  notify({ title: 'Update 1: failed', body: '', tag: 'a', onOpen: () => {} })
  expect(shown).not.toHaveBeenCalled()
})

it('a tab takes over what another tab watches', async () => {
  await renderAt('/-/stacks', 'healthy')
  const runs = [
    { id: 'other', stack: { org: 'organization', project: 'shop', stack: 'prod' }, title: 'Update 9', path: '/' },
  ]
  localStorage.setItem('holdfast.watchedRuns', JSON.stringify({ state: { runs }, version: 0 }))
  await waitFor(() => {
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'holdfast.watchedRuns' }))
    expect(useWatchedRuns.getState().runs).toEqual(runs)
  })
})

it('a watched update shows a notification when the browser allows it and the page is hidden', async () => {
  const shown: string[] = []
  class Fake extends EventTarget {
    static permission = 'granted'
    constructor(title: string, { tag }: { tag: string }) {
      super()
      shown.push(`${title} (${tag})`)
    }
  }
  vi.stubGlobal('Notification', Fake)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { run, client } = await opened()
  await userEvent.click(await screen.findByRole('button', { name: 'Notify me' }))
  await watched(client)
  await run.complete()
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(shown).toEqual([`Update 1 of shop/prod: succeeded (${run.id})`]))
})

it('watching stops at another click', async () => {
  vi.stubGlobal('Notification', undefined)
  await opened()
  await userEvent.click(await screen.findByRole('button', { name: 'Notify me' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Watching' }))
  expect(useWatchedRuns.getState().runs).toEqual([])
})
