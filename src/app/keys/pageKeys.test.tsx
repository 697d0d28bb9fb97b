// Keys of one character on the pages: real routes, real client, real app in a world.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { usePreferences } from '#src/lib/preferences.ts'
import { renderAt } from '#testing/renderAt.tsx'

/** Presses until the keys are heard: they are loaded after the first screen. */
const heard = (keys: string, isHeard: () => void) =>
  waitFor(async () => {
    await userEvent.keyboard(keys)
    isHeard()
  })

describe('g and another key', () => {
  it.each([
    ['gs', '/-/stacks'],
    ['gl', '/-/leases'],
    ['ga', '/-/activity'],
    ['gp', '/-/settings/preferences'],
  ])('%s opens %s', async (keys, address) => {
    const { router } = await renderAt('/', 'healthy')
    await screen.findByRole('heading', { level: 1, name: 'Home' })
    await heard(keys, () => expect(router.state.location.pathname).toBe(address))
  })

  it('opens a tab of the stack by its number, on its pages only', async () => {
    const { router } = await renderAt('/organization/shop/prod', 'healthy')
    await screen.findByRole('heading', { level: 1, name: /prod/ })
    await heard('g5', () => expect(router.state.location.pathname).toBe('/organization/shop/prod/versions'))
    await userEvent.keyboard('gh')
    await screen.findByRole('heading', { level: 1, name: 'Home' })
    await userEvent.keyboard('g5')
    expect(router.state.location.pathname).toBe('/')
  })

  it('does nothing while someone types, in a dialog, with other keys held, or when switched off', async () => {
    const { router } = await renderAt('/-/stacks', 'healthy')
    const search = await screen.findByRole('searchbox')
    await heard('ga', () => expect(router.state.location.pathname).toBe('/-/activity'))
    await userEvent.keyboard('gs')
    await waitFor(() => expect(router.state.location.pathname).toBe('/-/stacks'))
    expect(search).toBeDefined()
    await screen.findByRole('heading', { level: 1, name: 'Stacks' })
    await userEvent.click(await screen.findByRole('searchbox'))
    await userEvent.keyboard('ga')
    await userEvent.click(document.body)
    await userEvent.keyboard('{Control>}g{/Control}a')
    await userEvent.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await userEvent.keyboard('ga{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    act(() => void usePreferences.setState({ singleKeys: false }))
    await userEvent.keyboard('ga')
    expect(router.state.location.pathname).toBe('/-/stacks')
  })
})

it('j and k move through the rows of a table, and Enter opens one', async () => {
  const { router } = await renderAt('/-/stacks', 'healthy')
  const table = await screen.findByRole('table', { name: 'Stacks' })
  const rowLinks = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0])
  await heard('j', () => expect(rowLinks).toContain(document.activeElement))
  const at = rowLinks.indexOf(document.activeElement as HTMLElement)
  await userEvent.keyboard('j')
  expect(rowLinks[at + 1]).toHaveFocus()
  await userEvent.keyboard('k')
  expect(rowLinks[at]).toHaveFocus()
  const address = rowLinks[at]?.getAttribute('href') ?? ''
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(address))
})
