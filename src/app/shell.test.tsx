import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchIn } from '#testing/screens/fetchIn.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { worlds } from '#mocks/worlds.ts'
import { setLiveState } from '#src/api/live/liveState.ts'
import { ApiProblem } from '#src/api/http/problem.ts'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { applyPreferences, usePreferences } from '#src/lib/preferences.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { createRoutes } from './routes.tsx'
import { RouteError } from './RouteError.tsx'
import { Shell } from './Shell.tsx'

configure({ asyncUtilTimeout: 20_000 }) // chunks are compiled when they are first asked for

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server in this test')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  setLiveState({ state: 'connecting' })
})

const renderRoutes = (routes: (client: ReturnType<typeof createQueryClient>) => RouteObject[], at: string) => {
  const client = createQueryClient()
  const router = createMemoryRouter(routes(client), { initialEntries: [at] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

/** A shell around pages of this test. */
const inShell = (children: RouteObject[]) => (): RouteObject[] => [
  { Component: Shell, children: [{ ErrorBoundary: RouteError, children }] },
]

it('reports an unknown address, inside the shell', async () => {
  renderRoutes(createRoutes, '/acme/payments')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument()
  expect(screen.getByText('/acme/payments')).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  expect(document.title).toBe('No such page · Holdfast')
})

it('moves the focus to the heading after a navigation, and leaves it alone at the first load', async () => {
  const One = () => {
    const navigate = useNavigate()
    return (
      <>
        <h1>One</h1>
        <button type="button" onClick={() => void navigate('/two')}>
          Go
        </button>
      </>
    )
  }
  renderRoutes(
    inShell([
      { path: '/', Component: One },
      { path: '/two', element: <h1>Two</h1> },
    ]),
    '/',
  )
  expect(await screen.findByRole('heading', { name: 'One' })).not.toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Two' })).toHaveFocus())
})

it.each([
  ['/-/leases', 'Leases', 'page'],
  ['/-/stacks', 'Stacks', 'page'],
  ['/organization', 'Stacks', 'true'],
  ['/-/import', 'Stacks', 'true'],
  ['/organization/shop/prod/graph', 'Stacks', 'true'],
  ['/organization/shop/prod/updates/1', 'Stacks', 'true'],
])('the page %s is a part of %s', async (path, name, current) => {
  await renderAt(path, 'healthy')
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  await waitFor(() => expect(nav.getByRole('link', { name })).toHaveAttribute('aria-current', current))
  expect(nav.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1)
})

it('shows no age by the clock of the browser while that of the server is not known', async () => {
  useServerClock.setState({ offsetMs: 0 })
  await import('#src/pages/activity/ActivityPage.tsx') // or the wait for its code would be one for the clock
  const { promise, resolve } = Promise.withResolvers<void>()
  const ages = new Set<string>()
  const seen = new MutationObserver(() => ages.add(document.querySelector('td time')?.textContent ?? ''))
  seen.observe(document.body, { childList: true, subtree: true, characterData: true })
  const isAtOnce = (input: string) => /^\/api\/ui\/(activity|people)/.test(input)
  const { client } = await renderAt('/-/activity', 'healthy', (input, answer) =>
    isAtOnce(input) ? undefined : promise.then(() => answer(input)),
  )
  const answered = () => client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  await waitFor(() => expect(answered()).toHaveLength(2))
  // Whatever these two answers lead to has happened.
  for (let turn = 0; turn < 20; turn++) await act(() => new Promise((next) => void setImmediate(next)))
  resolve()
  await screen.findByRole('table', { name: 'Activity' })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  seen.disconnect()
  expect([...ages].filter((age) => age !== '')).toHaveLength(1)
})

it('shows the initials of the signed-in user', async () => {
  await renderAt('/-/stacks', 'healthy')
  const menu = await screen.findByRole('button', { name: 'Signed in as ada' })
  expect(menu.querySelector('[data-initials]')).toHaveAttribute('data-initials', 'AL')
  await userEvent.click(menu)
  expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeInTheDocument()
})

it('lets keyboard users skip the header', async () => {
  renderRoutes(inShell([{ path: '/', element: <h1>One</h1> }]), '/')
  await screen.findByRole('heading', { name: 'One' })
  await userEvent.tab()
  expect(document.activeElement).toHaveTextContent(/^Skip to the content$/)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('main')).toHaveFocus()
})

describe('an error in a page', () => {
  const failing = (error: unknown) =>
    inShell([
      {
        path: '/',
        element: <h1>Fine</h1>,
        loader: () => {
          throw error
        },
      },
    ])
  const problem = (code: 'not_found' | 'unavailable', status: number) =>
    new ApiProblem({ status, code, detail: 'There is no stack acme/payments/prod.', requestId: 'req-1' })

  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {}) // the router reports what it catches
  })

  it('keeps the shell and shows the server’s message, with its request ID', async () => {
    renderRoutes(failing(problem('not_found', 404)), '/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeInTheDocument()
    expect(screen.getByText('There is no stack acme/payments/prod.')).toBeInTheDocument()
    expect(screen.getByText('req-1')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  })

  it('offers to retry where that may help', async () => {
    let isDown = true
    const routes = inShell([
      {
        path: '/',
        element: <h1>Fine</h1>,
        loader: () => {
          if (isDown) throw problem('unavailable', 503)
          return null
        },
      },
    ])
    renderRoutes(routes, '/')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    isDown = false
    await userEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'Fine' })).toBeInTheDocument()
  })

  it('is shown once when the server does not answer, and mentions no older data when none is shown', async () => {
    renderRoutes(failing(problem('unavailable', 503)), '/')
    await screen.findByRole('heading', { level: 1, name: 'Server unreachable' })
    act(() => setLiveState({ state: 'offline', since: Date.now() }))
    expect(screen.getAllByText('Server unreachable')).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'All stacks' })).not.toBeInTheDocument()
    expect(screen.queryByText(/What you see was loaded/)).not.toBeInTheDocument()
  })

  it('keeps the name of the page, and is no green connection, while the server answers with errors', async () => {
    act(() => setLiveState({ state: 'live' }))
    await renderAt('/organization/shop/prod', 'healthy', (input) =>
      input.endsWith('/stacks/organization/shop/prod') ? Promise.resolve(new Response('', { status: 500 })) : undefined,
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('Server unreachable')
    expect(within(screen.getByRole('main')).getByText('shop/prod')).toBeInTheDocument()
    act(() => setLiveState({ state: 'live' }))
    expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent(/^errors$/)
  })

  it('goes away by itself when the server answers again', async () => {
    let isDown = true
    const loader = () => {
      if (isDown) throw problem('unavailable', 503)
      return null
    }
    renderRoutes(inShell([{ path: '/', element: <h1>Fine</h1>, loader }]), '/')
    await screen.findByRole('heading', { level: 1, name: 'Server unreachable' })
    act(() => setLiveState({ state: 'offline', since: Date.now() }))
    isDown = false
    act(() => setLiveState({ state: 'live' }))
    expect(await screen.findByRole('heading', { name: 'Fine' })).toBeInTheDocument()
  })

  it('is called a bug when it is one, with details to copy', async () => {
    renderRoutes(failing(new RangeError('out of range')), '/')
    expect(await screen.findByRole('heading', { name: 'Unexpected error' })).toBeInTheDocument()
    expect(screen.getByText('RangeError: out of range')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy details' })).toBeInTheDocument()
  })
})

it('shows the connection status, and the age of the data while the server is down', async () => {
  renderRoutes(inShell([{ path: '/', element: <h1>One</h1> }]), '/')
  const state = await screen.findByRole('status', { name: 'Connection' })
  expect(state).toHaveTextContent(/^connecting$/)
  act(() => setLiveState({ state: 'live' }))
  expect(state).toHaveTextContent(/^live$/)
  expect(screen.queryByText('Server unreachable')).not.toBeInTheDocument()
  act(() => setLiveState({ state: 'offline', since: new Date(2026, 0, 5, 12, 4).getTime() }))
  expect(state).toHaveTextContent(/^offline since 12:04$/)
  expect(screen.getByText(/was loaded before 12:04/)).toBeInTheDocument()
})

it('the live connection is started once, and kept while the first page loads', async () => {
  const answer = fetchIn(await worlds.healthy())
  const { promise: pageMayCome, resolve: letPageCome } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!input.includes('/session')) await pageMayCome
    return answer(input, init)
  })
  const opened: { isClosed: boolean }[] = []
  vi.stubGlobal(
    'EventSource',
    class {
      isClosed = false
      constructor() {
        opened.push(this)
      }
      close(): void {
        this.isClosed = true
      }
    },
  )
  renderRoutes(createRoutes, '/')
  await waitFor(() => expect(opened).toHaveLength(1))
  letPageCome()
  expect(await screen.findByText('All clear')).toBeInTheDocument()
  expect(opened).toMatchObject([{ isClosed: false }])
})

it('keeps the chosen theme, also on the next visit', async () => {
  const root = document.createElement('html')
  const stop = applyPreferences(root)
  renderRoutes(inShell([{ path: '/', element: <h1>One</h1> }]), '/')
  // Only the menu's own button says whether it is open; the one that was there first does not.
  await userEvent.click(await screen.findByRole('button', { name: 'Theme and density', expanded: false }))
  await screen.findByRole('menuitemradio', { name: 'Dark' })
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compact' }))
  expect(root.dataset).toMatchObject({ theme: 'dark', density: 'compact' })
  expect(JSON.parse(localStorage.getItem('holdfast.preferences') ?? '')).toMatchObject({
    state: { theme: 'dark', density: 'compact' },
  })
  act(() => void usePreferences.setState({ theme: 'system' }))
  expect(root.dataset['theme']).toBeUndefined()
  stop()
})

it('opens a page by name from the keyboard', async () => {
  const router = renderRoutes(
    inShell([
      { path: '/', element: <h1>One</h1> },
      { path: '/-/leases', element: <h1>Leases</h1> },
    ]),
    '/',
  )
  await screen.findByRole('heading', { name: 'One' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or go to' }), 'leas{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/-/leases'))
  await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument())
})

describe('an address whose stack or update does not exist', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {}) // the router reports what it catches
  })

  it('leads to the same page of the stack under its present name, if it was renamed, and says so', async () => {
    const { ask, open } = await renderAt('/', 'healthy')
    await ask('/organization/shop/prod/rename', { stack: 'live', project: 'shop' })
    const { router } = open('/organization/shop/prod/updates?result=failed')
    await waitFor(() => expect(router.state.location.pathname).toBe('/organization/shop/live/updates'))
    expect(router.state.location.search).toBe('?result=failed')
    const note = (await screen.findByText('This stack was called organization/shop/prod.')).closest('[role="status"]')
    expect(screen.getByRole('heading', { level: 1, name: /live/ })).toBeInTheDocument()
    await userEvent.click(within(note as HTMLElement).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/^This stack was called/)).not.toBeInTheDocument()
  })

  it('names what was looked for, and similar stacks', async () => {
    await renderAt('/organization/shop/prd', 'healthy')
    expect(await screen.findByRole('heading', { level: 1, name: 'Stack not found' })).toBeInTheDocument()
    expect(await screen.findByText('organization/shop/prd')).toBeInTheDocument()
    const similar = await screen.findByRole('list', { name: 'Stacks with similar names' })
    const link = within(similar).getByRole('link', { name: 'organization/shop/prod' })
    expect(link).toHaveAttribute('href', '/organization/shop/prod')
    // A name that is only similar, perhaps of a production stack, is no main button.
    expect(screen.getByRole('link', { name: 'Stacks like “prd”' })).toHaveAttribute('href', '/-/stacks?search=prd')
    expect(screen.queryByText('Ask'), 'an administrator asks no one').not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Sign in as another user' })).toHaveAttribute(
      'href',
      '/login?returnTo=%2Forganization%2Fshop%2Fprd',
    )
  })

  it('names whom a reader can ask', async () => {
    await renderAt('/organization/shop/prd', 'forbidden')
    expect(await screen.findByText('Ada Lovelace (administrator)')).toBeInTheDocument()
  })

  it('leads from a missing update to the last one', async () => {
    await renderAt('/organization/shop/prod/updates/4711', 'healthy')
    expect(await screen.findByRole('heading', { level: 1, name: 'Update 4711 not found' })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: /^Update \d+, the last one$/ })).toBeInTheDocument()
    expect(screen.getByText('This stack has no update 4711.')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Sign in as another user' })).not.toBeInTheDocument()
  })
})

it('marks one item of the header on each page of the menu of tools', async () => {
  const currentAt = async (path: string, world: 'healthy' | 'noRecord') => {
    const { view } = await renderAt(path, world)
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    const current = () =>
      [...main.getAllByRole('link'), ...main.getAllByRole('button')].filter((each) => each.hasAttribute('aria-current'))
    await waitFor(() => expect(current()).toHaveLength(1))
    const [name] = current().map((each) => each.textContent.trim())
    view.unmount()
    return name
  }
  expect(await currentAt('/-/diagnose/conflict', 'healthy')).toBe('Tools')
  expect(await currentAt('/-/untracked', 'healthy')).toBe('Tools')
  expect(await currentAt('/-/untracked', 'noRecord')).toMatch(/^Untracked/)
})
