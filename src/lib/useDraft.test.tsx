import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, useSearchParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDraft } from './useDraft.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

/** A list with a search box, next to a page that takes its time to load. */
async function opened() {
  const elsewhere = Promise.withResolvers<null>()
  let type: (text: string) => void = () => undefined
  function List() {
    const [search, setSearch] = useSearchParams()
    const [draft, setDraft] = useDraft(search.get('q') ?? '', (q) => setSearch({ q }))
    type = setDraft
    return <h1>List of {draft}</h1>
  }
  const router = createMemoryRouter([
    { path: '/', Component: List },
    { path: '/elsewhere', loader: () => elsewhere.promise, Component: () => <h1>Elsewhere</h1> },
  ])
  render(<RouterProvider router={router} />)
  await screen.findByText('List of')
  return { router, type: (text: string) => type(text), arrive: () => elsewhere.resolve(null) }
}

it('reports what was typed after a pause', async () => {
  const page = await opened()
  act(() => page.type('aws '))
  expect(page.router.state.location.search).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect(page.router.state.location.search).toBe('?q=aws')
})

it('reports nothing once the user is navigating to another page', async () => {
  const page = await opened()
  act(() => page.type('aws'))
  act(() => void page.router.navigate('/elsewhere'))
  await act(() => vi.advanceTimersByTimeAsync(300))
  act(page.arrive)
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument()
  expect(page.router.state.location.pathname).toBe('/elsewhere')
})
