// Someone asks to be reported when a run ends: real routes, real client, real app in a world.
import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'
import { ref, runScenario } from '#mocks/story.ts'
import type { Run } from '#mocks/cli.ts'
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
  expect(await screen.findByText('You’ll be notified here, in this console')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Watching' }).getAttribute('aria-pressed')).toBe('true')
  await watched(client)
  await run.complete('failed', 5)
  await act(() => client.invalidateQueries())
  expect(await screen.findByText('Update 1 of shop/prod: failed')).toBeTruthy()
  expect(useWatchedRuns.getState().runs).toEqual([])
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
