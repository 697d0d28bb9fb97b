// The page of preferences: real routes, real client, real app in a world.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { applyPreferences, usePreferences } from '#src/lib/preferences.ts'
import { renderAt } from '#testing/renderAt.tsx'

const choose = async (group: string, value: string | RegExp) =>
  userEvent.click(within(await screen.findByRole('group', { name: group })).getByRole('radio', { name: value }))

beforeEach(() => {
  const stop = applyPreferences(document.documentElement)
  onTestFinished(() => {
    stop()
    for (const name of ['theme', 'density', 'motion']) delete document.documentElement.dataset[name]
  })
})

it('changes how the console looks, at once and for the next visit', async () => {
  await renderAt('/-/settings/preferences', 'healthy')
  await choose('Theme', 'Dark')
  await choose('Density', 'Compact')
  await choose('Motion', 'Off')
  const root = document.documentElement
  for (const [name, value] of [
    ['data-theme', 'dark'],
    ['data-density', 'compact'],
    ['data-motion', 'off'],
  ] as const)
    expect(root).toHaveAttribute(name, value)
  expect(JSON.parse(localStorage.getItem('holdfast.preferences') ?? '')).toMatchObject({
    state: { theme: 'dark', density: 'compact', motion: 'off' },
  })
  await choose('Motion', 'System')
  expect(root).not.toHaveAttribute('data-motion')
})

it('writes times in UTC, on this page and on the others', async () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330) // as in Kolkata
  const { router, ask } = await renderAt('/-/settings/preferences', 'healthy')
  await choose('Time zone', 'UTC')
  const { now } = await ask<{ now: number }>('/organization/shop/prod')
  const hour = new Date(now).toISOString().slice(11, 14)
  expect(
    await screen.findByText(new RegExp(`^It is \\w{3} \\d{4}-\\d\\d-\\d\\d ${hour}\\d\\d now\\.`)),
  ).toBeInTheDocument()
  await act(() => router.navigate('/organization/shop/prod'))
  const times = await waitFor(() => {
    const found = [...document.querySelectorAll('time[title]')]
    expect(found).not.toHaveLength(0)
    return found
  })
  for (const { title } of times as HTMLElement[]) expect(title).toMatch(/^[\d-]{10} [\d:]{8} UTC$/)
})

describe('notifications', () => {
  it('are asked for only after a click, and can be switched off here', async () => {
    const requestPermission = vi.fn(() => Promise.resolve('granted'))
    vi.stubGlobal('Notification', { permission: 'default', requestPermission })
    await renderAt('/-/settings/preferences', 'healthy')
    const allow = await screen.findByRole('button', { name: 'Allow notifications in this browser' })
    expect(requestPermission).not.toHaveBeenCalled()
    await userEvent.click(allow)
    expect(await screen.findByText(/^This browser shows notifications/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Notify me when a watched run ends' }))
    expect(usePreferences.getState().notifications).toBe(false)
  })

  it('says where a browser blocks them', async () => {
    vi.stubGlobal('Notification', { permission: 'denied' })
    await renderAt('/-/settings/preferences', 'healthy')
    expect(await screen.findByText(/^This browser blocks notifications from this site/)).toBeInTheDocument()
  })
})

it('is reached from the menu of theme and density, and is a tab for every user', async () => {
  const { router } = await renderAt('/-/stacks', 'forbidden')
  await userEvent.click(await screen.findByRole('button', { name: 'Theme and density', expanded: false }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'All preferences' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/-/settings/preferences'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Preferences' })).toBeInTheDocument()
  const tabs = screen.getByRole('navigation', { name: 'Settings' })
  expect(within(tabs).getByRole('link', { name: 'Preferences' })).toHaveAttribute('aria-current', 'page')
})

it('switches single-key shortcuts off', async () => {
  await renderAt('/-/settings/preferences', 'healthy')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Use single-key shortcuts' }))
  expect(usePreferences.getState().singleKeys).toBe(false)
})
