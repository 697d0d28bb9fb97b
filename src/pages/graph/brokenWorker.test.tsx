import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { paths } from '#src/lib/paths.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'

const stack = { org: 'organization', project: 'shop', stack: 'prod' }

/** What a browser makes of a worker whose file is gone: it fails in a turn after the one in which it was made. */
class BrokenWorker extends EventTarget {
  #report: (() => void) | undefined
  set onerror(report: () => void) {
    if (this.#report === undefined) setTimeout(() => this.#report?.())
    this.#report = report
  }
  postMessage() {}
  terminate() {}
}

/** Some policies refuse a worker at once. */
class RefusedWorker {
  constructor() {
    throw new Error('Refused by a policy.')
  }
}

beforeEach(() => {
  vi.resetModules() // a page has one worker: this page has not started any
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['fails', BrokenWorker, 'The worker could not be started.'],
  ['is refused', RefusedWorker, 'Refused by a policy.'],
])('reports with its reason that a worker %s, and shows the outline', async (_, worker, reason) => {
  vi.stubGlobal('Worker', worker)
  const { startAhead } = await import('#src/features/graph/worker/ahead.ts')
  startAhead() // as the route does
  await new Promise((done) => setTimeout(done)) // this worker has failed when the page takes it
  const { default: GraphPage } = await import('./GraphPage.tsx')
  const { loader } = await import('./opening.ts')
  const client = createQueryClient()
  client.setQueryData(resourceQueries.graph(stack).queryKey, generateGraph('flat', 300))
  const page = { path: '/:org/:project/:stack/graph', Component: GraphPage, HydrateFallback: () => null }
  const router = createMemoryRouter([{ ...page, loader: loader(client) }], { initialEntries: [paths.graph(stack)] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const notice = (await screen.findByText('The graph could not be laid out')).closest('section, [role=alert]')
  expect(notice).toHaveTextContent(reason)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeInTheDocument() // not hidden as the picture is
  expect(await screen.findByRole('row', { name: /^shared-vpc/ })).toBeInTheDocument()
})
