// Renders pages as a user opens them: real routes, real client, real app in a world.
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, vi } from 'vitest'
import type { World } from '#mocks/story.ts'
import type { WorldName } from '#mocks/worlds.ts'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { createRoutes } from '#src/app/routes.tsx'
import { fetchIn } from './screens/fetchIn.ts'
import { newWorld } from './screens/newWorld.ts'

type Answer = ReturnType<typeof fetchIn>
type Trouble = (input: string, answer: Answer) => Promise<Response> | undefined

/**
 * Renders the console at an address, on a server in that world; `trouble` may answer instead of the server. Live events
 * need a browser: the journeys have one.
 */
export async function renderAt(path: string, worldName: WorldName | (() => Promise<World>), trouble?: Trouble) {
  const world = await (typeof worldName === 'string' ? newWorld(worldName) : worldName())
  const answer = fetchIn(world)
  const requests: string[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    requests.push([init?.method ?? 'GET', input, ...(typeof init?.body === 'string' ? [init.body] : [])].join(' '))
    return trouble?.(input, answer) ?? answer(input, init)
  })
  vi.stubGlobal(
    'EventSource',
    class {
      close(): void {}
    },
  )
  const client = createQueryClient()
  const open = (address: string) => {
    const router = createMemoryRouter(createRoutes(client), { initialEntries: [address] })
    const view = render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    return { router, view }
  }
  /** Calls the API of a stack outside the page, as another user would: with a body a POST. */
  const ask = async <Data,>(address: string, body?: unknown): Promise<Data> => {
    const response = await answer(`/api/ui/stacks${address}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost' },
        body: JSON.stringify(body),
      }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Data
  }
  return {
    ...open(path),
    world,
    client,
    /** Opens another page of the same browser at that address. */
    open,
    ask,
    /** The requests so far: method, address, body. */
    requests,
  }
}
