import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it } from 'vitest'
import { type Address, useAddress } from './useAddress.ts'

/** A page whose address is read slowly, as one that loads what it shows. */
async function opened() {
  let address: Address | undefined
  let slow: Promise<unknown> = Promise.resolve()
  function Page() {
    address = useAddress()
    return <h1>{address.search.toString()}</h1>
  }
  const router = createMemoryRouter([{ path: '/', Component: Page, loader: () => slow }], { initialEntries: ['/?q=a'] })
  render(<RouterProvider router={router} />)
  await screen.findByText('q=a')
  return {
    router,
    address: () => address as Address,
    /** From now on what is navigated to is there when that is called. */
    slowDown() {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      slow = promise.then(() => null)
      return () => resolve(undefined)
    },
  }
}
const put = (name: string, value: string) => (now: URLSearchParams) => new URLSearchParams([...now, [name, value]])

it('changes to the address are applied in sequence, also before the first one has arrived', async () => {
  const page = await opened()
  const arrive = page.slowDown()
  act(() => {
    page.address().change(put('type', 'x'))
    page.address().change(put('at', '1'))
  })
  act(arrive)
  expect(await screen.findByText('q=a&type=x&at=1')).toBeInTheDocument()
})

it('a pending change to the address of the page before is dropped, and never navigates back', async () => {
  const page = await opened()
  const arrive = page.slowDown()
  act(() => void page.router.navigate('/?focus=vpc'))
  act(() => page.address().change(put('at', '1')))
  act(arrive)
  expect(await screen.findByText('focus=vpc')).toBeInTheDocument()
  expect(page.router.state.location.search).toBe('?focus=vpc')
})
