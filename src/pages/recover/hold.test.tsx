// Holding a stack where hands are needed in the cloud: real routes, real client, real app in a world.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchIn } from '#testing/fetchIn.ts'
import { type WorldName, worlds } from '#mocks/worlds.ts'
import { setLiveState } from '#src/api/live/liveState.ts'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { createRoutes } from '#src/app/routes.tsx'
import { useServerClock } from '#src/lib/serverClock.ts'

configure({ asyncUtilTimeout: 8_000 }) // a busy machine, not a slow page

afterEach(() => {
  cleanup() // while the server still answers: a page says that it is left
  vi.unstubAllGlobals()
  useServerClock.setState({ offsetMs: 0 })
  setLiveState({ state: 'reconnecting' })
})

async function renderAt(path: string, worldName: WorldName) {
  const answer = fetchIn(await worlds[worldName]())
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => answer(input, init))
  vi.stubGlobal(
    'EventSource',
    class {
      close(): void {}
    },
  )
  const client = createQueryClient()
  const router = createMemoryRouter(createRoutes(client), { initialEntries: [path] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('is offered at the start of a recovery of pending creates, and released again', async () => {
  await renderAt('/organization/shop/prod/recover', 'pendingCreates')
  await userEvent.click(await screen.findByRole('button', { name: 'Hold for maintenance…' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'Looking for the bucket')
  await userEvent.click(screen.getByRole('button', { name: 'Hold it' }))
  const card = await screen.findByRole('region', { name: 'Held for maintenance' })
  expect(card.textContent).toContain('You hold it')
  expect(card.textContent).toContain('Looking for the bucket')
  await userEvent.click(within(card).getByRole('button', { name: 'Release…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }))
  expect(await screen.findByRole('button', { name: 'Hold for maintenance…' })).toBeTruthy()
})

it('is not offered while somebody holds the lease', async () => {
  await renderAt('/organization/shop/prod/recover', 'stuckLease')
  expect(await screen.findByRole('region', { name: 'Lease' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hold for maintenance…' })).toBeNull()
})
