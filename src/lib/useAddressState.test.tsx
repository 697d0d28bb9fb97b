import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, type NavigateOptions } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addressState, type ChangeOf, STEP, useAddressState } from './useAddressState.ts'

const address = addressState(
  {
    search: z.string().default(''),
    result: z.enum(['failed', 'running']).optional(),
    sort: z.enum(['name', 'time']).default('name'),
    page: z.coerce.number().int().min(1).default(1),
  },
  ['page'],
)
const NOTHING = { search: '', result: undefined, sort: 'name', page: 1 }
const read = (text: string) => address.read(new URLSearchParams(text))

describe('the values in an address', () => {
  it.each([
    ['', {}],
    ['search=a b&result=failed&sort=time&page=3', { search: 'a b', result: 'failed', sort: 'time', page: 3 }],
    ['unknown=1', {}],
    ['search=&result=', {}],
    ['result=lost&search=x', { search: 'x' }],
    ['page=-1&sort=colour&result=failed', { result: 'failed' }],
    ['page=1.5', {}],
    ['result=failed&result=running', { result: 'failed' }],
  ])('of ?%s are the defaults with %j', (text, values) => {
    expect(read(text)).toEqual({ ...NOTHING, ...values })
  })
})

describe('a link', () => {
  it.each<[string, ChangeOf<typeof address> | undefined, string]>([
    ['', undefined, ''],
    ['page=4&sort=time&result=failed&search=x', undefined, 'search=x&result=failed&sort=time'],
    ['page=4', { page: 5 }, 'page=5'],
    ['page=4', { result: 'running' }, 'result=running'],
    ['sort=time&search=x', { sort: 'name', search: '' }, ''],
    ['sort=time&search=x', { sort: undefined, search: undefined }, ''],
    ['page=4', { page: 1 }, ''],
  ])('from ?%s with the change %j leads to ?%s', (from, change, to) => {
    expect(new URLSearchParams(address.query(read(from), change)).toString()).toBe(to)
  })

  it('leads to the same values', () => {
    const values = read('search=a %26 b&result=running&sort=time&page=2')
    expect(read(new URLSearchParams(address.query(values, { page: values.page })).toString())).toEqual(values)
  })
})

describe('a change', () => {
  /** A list whose rows take their time, at an address. */
  async function opened(at: string) {
    const answers: (() => void)[] = []
    let change: (next: ChangeOf<typeof address>, options?: NavigateOptions) => void = () => undefined
    function List() {
      const [values, changeValues] = useAddressState(address)
      change = changeValues
      return <h1>Rows of {values.search || 'all'}</h1>
    }
    const loader = ({ request }: { request: Request }) =>
      new URL(request.url).searchParams.has('search')
        ? new Promise<null>((resolve) => answers.push(() => resolve(null)))
        : null
    const router = createMemoryRouter(
      [
        { path: '/before', Component: () => <h1>Before</h1> },
        { path: '/list', loader, Component: List },
        { path: '/elsewhere', loader: () => new Promise<null>(() => undefined), Component: () => null },
      ],
      { initialEntries: ['/before', at] },
    )
    render(<RouterProvider router={router} />)
    await screen.findByText('Rows of all')
    return {
      router,
      searchOf: () => router.state.location.search,
      change: (...given: Parameters<typeof change>) => act(async () => change(...given)),
      answer: () => act(async () => answers.forEach((each) => each())),
    }
  }

  it('follows the one before while its rows are still loading, and these rows stay', async () => {
    const page = await opened('/list')
    await page.change({ search: 'a' })
    await page.change({ result: 'failed' })
    await page.change({ sort: 'time' })
    expect(screen.getByText('Rows of all')).toBeInTheDocument()
    await page.answer()
    expect(await screen.findByText('Rows of a')).toBeInTheDocument()
    expect(page.searchOf()).toBe('?search=a&result=failed&sort=time')
  })

  it('leaves the parameters of other parts of the page', async () => {
    const page = await opened('/list?tab=log&page=2&result=failed')
    await page.change({ result: undefined })
    expect(page.searchOf()).toBe('?tab=log')
  })

  it('starts from the address on screen when the user is leaving for another page', async () => {
    const page = await opened('/list?result=failed')
    await act(async () => void page.router.navigate('/elsewhere?result=running'))
    await page.change({ sort: 'time' })
    expect(page.router.state.location).toMatchObject({ pathname: '/list', search: '?result=failed&sort=time' })
  })

  it('replaces the address unless it is a step that back takes back', async () => {
    const page = await opened('/list')
    await page.change({ result: 'failed' })
    await page.change({ sort: 'time' }, STEP)
    await act(() => page.router.navigate(-1))
    expect(page.searchOf()).toBe('?result=failed')
    await act(() => page.router.navigate(-1))
    expect(page.router.state.location.pathname).toBe('/before')
  })
})
