import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { UpdatePage } from '#contract/updates.ts'
import { applyPreferences, usePreferences } from '#src/lib/preferences.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { useRecents } from './recents.ts'

const STACK = '/organization/shop/prod'

beforeEach(() => {
  useRecents.setState({ places: [] })
  usePreferences.setState({ singleKeys: true })
})

async function openAt(path: string, world: Parameters<typeof renderAt>[1], trouble?: Parameters<typeof renderAt>[2]) {
  const page = await renderAt(path, world, trouble)
  await screen.findByRole('heading', { level: 1 })
  await userEvent.keyboard('{Control>}k{/Control}')
  return { ...page, box: await screen.findByRole('combobox', { name: 'Search or go to' }) }
}
const options = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((option) => option.textContent)

it('finds a resource in any stack, opens it, and remembers it', async () => {
  const { box, router, requests } = await openAt('/-/stacks', 'healthy')
  await userEvent.type(box, 'checkout-role')
  await screen.findByRole('group', { name: 'Resources' })
  // What was found for the first letters is replaced until the answer for all of them is there.
  await waitFor(() => expect(requests.some((request) => /\?query=checkout-role&/.test(request))).toBe(true))
  await waitFor(() => expect(screen.queryByText('Searching…')).not.toBeInTheDocument())
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Resources' })).getAllByRole('option')[0] as HTMLElement,
  )
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/resources$/))
  expect(new URLSearchParams(router.state.location.search).get('urn')).toContain('::checkout-role')
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('group', { name: 'Recent' })
  expect(options('Recent').some((option) => option?.includes('checkout-role'))).toBe(true)
})

it('opens the focus on a resource with Shift', async () => {
  const { box, router } = await openAt('/-/stacks', 'healthy')
  const user = userEvent.setup()
  await user.type(box, 'checkout-role')
  await screen.findByRole('group', { name: 'Resources' })
  await waitFor(() => expect(screen.queryByText('Searching…')).not.toBeInTheDocument())
  await waitFor(() => expect(options('Resources')[0]).toMatch(/^checkout-role/))
  await user.keyboard('{Shift>}')
  const [found] = within(screen.getByRole('group', { name: 'Resources' })).getAllByRole('option')
  await user.click(found as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/graph$/))
  expect(new URLSearchParams(router.state.location.search).get('focus')).toContain('::checkout-role')
})

it('finds updates by their message and by their commit', async () => {
  const { box, ask } = await openAt('/-/stacks', 'healthy')
  const { updates } = await ask<z.infer<typeof UpdatePage>>('/organization/shop/prod/updates')
  const commit = updates.find(({ git }) => git !== null)?.git?.head.slice(0, 7) ?? ''
  expect(commit).toHaveLength(7)
  await userEvent.type(box, commit)
  await screen.findByRole('group', { name: 'Updates' })
  expect(options('Updates')[0]).toContain(commit)
  expect(options('Updates').join()).toMatch(/ · (?:GitHub Actions \d+|Ada Lovelace) · /)
  await userEvent.clear(box)
  await userEvent.type(box, 'first deployment')
  await waitFor(() => expect(options('Updates')[0]).toContain('First deployment'))
})

it('offers the actions that are possible for the current stack, and no others', async () => {
  const { box, router } = await openAt(STACK, 'pendingCreates')
  const group = await screen.findByRole('group', { name: 'organization/shop/prod' })
  expect(within(group).queryByRole('option', { name: /Release the lease/ })).not.toBeInTheDocument()
  await userEvent.type(box, 'recov{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`${STACK}/recover`))
})

it('opens the dialog that locks the stack, also after a reload, until it is closed', async () => {
  const { box, router } = await openAt(STACK, 'healthy')
  await userEvent.type(box, 'lock for{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Lock organization/shop/prod' })
  expect(router.state.location.search).toBe('?do=lock')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

it('does not offer a lock to readers', async () => {
  await openAt(STACK, 'forbidden')
  const group = await screen.findByRole('group', { name: 'organization/shop/prod' })
  expect(within(group).getByRole('option', { name: 'Settings' })).toBeInTheDocument()
  expect(within(group).queryByRole('option', { name: /lock/i })).not.toBeInTheDocument()
})

it('opens no dialog for readers by the address that opens it for others', async () => {
  await renderAt('/organization/website/prod?do=lock', 'forbidden')
  await screen.findByRole('button', { name: 'Lock for maintenance…' })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('copies a command and says so', async () => {
  const { box } = await openAt(STACK, 'healthy')
  await userEvent.type(box, 'selects this')
  await screen.findByRole('option', { name: /selects this stack/ })
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Copied: pulumi stack select organization/shop/prod')).toBeInTheDocument()
})

it('leads to the search page with what was typed', async () => {
  const { box, router } = await openAt('/-/stacks', 'healthy')
  await userEvent.type(box, 'zebra')
  await userEvent.click(await screen.findByRole('option', { name: /Search all resources for “zebra”/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/-/search'))
  expect(router.state.location.search).toBe('?q=zebra')
})

it('opens the match with Enter while the search is running, not an earlier result that does not match', async () => {
  const never = new Promise<Response>(() => {})
  const { box, router } = await openAt('/-/activity', 'healthy', (input) =>
    /[?&]search=./.test(input) ? never : undefined,
  )
  await waitFor(() => expect(options('Stacks').length).toBeGreaterThan(1))
  await userEvent.type(box, 'audit')
  await waitFor(() => expect(options('Pages')).toEqual([expect.stringContaining('Audit log')]))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/-/settings/audit'))
})

it('does not show the recent entries of one user to the next', async () => {
  useRecents.setState({ places: [{ login: 'eve', to: '/a/b/c', label: 'a/b/c', kind: 'stack' }] })
  await openAt('/-/stacks', 'healthy')
  await screen.findByRole('group', { name: 'Pages' })
  expect(screen.queryByText('a/b/c')).not.toBeInTheDocument()
})

it('shows the shortcuts on ?, not while typing, and not when switched off', async () => {
  await renderAt('/-/search', 'healthy')
  const box = await screen.findByRole('searchbox')
  await userEvent.type(box, '?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(document.body)
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await userEvent.click(within(dialog).getByRole('checkbox'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('searches the stacks on /, and not when switched off', async () => {
  onTestFinished(applyPreferences(document.documentElement))
  await renderAt('/-/stacks', 'healthy')
  const box = await screen.findByRole('searchbox')
  act(() => void usePreferences.setState({ singleKeys: false }))
  await userEvent.keyboard('/')
  expect(box).not.toHaveFocus()
  act(() => void usePreferences.setState({ singleKeys: true }))
  await userEvent.keyboard('/')
  expect(box).toHaveFocus()
})

it('finds settings by name', async () => {
  const { box, router } = await openAt('/-/stacks', 'healthy')
  await userEvent.type(box, 'audit')
  await waitFor(() => expect(options('Pages')).toEqual([expect.stringContaining('Audit log')]))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/-/settings/audit'))
})

describe('an action without a stack', () => {
  it('asks for the stack in a second step, those first on which it is possible', async () => {
    const { box, router } = await openAt('/', 'stuckLease')
    await userEvent.type(box, 'release{Enter}')
    const step = await screen.findByRole('combobox', { name: 'Which stack' })
    expect(screen.getByRole('dialog', { name: 'Release lease: which stack?' })).toBeInTheDocument()
    await waitFor(() => expect(step).toHaveFocus())
    await waitFor(() => expect(options('Stacks').length).toBeGreaterThan(1))
    expect(options('Stacks')[0]).toMatch(/^organization\/shop\/prodNot responding · expires in \d:\d\d$/)
    expect(options('Stacks')[1]).toMatch(/No one holds the lease\.$/)
    const [first, second] = within(screen.getByRole('group', { name: 'Stacks' })).getAllByRole('option')
    expect(first?.querySelector('span')).not.toHaveClass('text-muted')
    expect(second?.querySelector('span')).toHaveClass('text-muted')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`${STACK}/recover/release-lease`))
  })

  it('goes back to all actions with Backspace', async () => {
    const { box } = await openAt('/', 'stuckLease')
    await userEvent.type(box, 'lock{Enter}')
    await screen.findByRole('combobox', { name: 'Which stack' })
    await userEvent.keyboard('x{Backspace}')
    expect(screen.getByRole('combobox', { name: 'Which stack' })).toBeInTheDocument()
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search or go to' })).toHaveFocus())
  })

  it.each([
    ['release shop/prod', 'stuckLease', `${STACK}/recover/release-lease`],
    ['cancel shop prod', 'refused', `${STACK}/recover/cancel-update`],
    ['recover shop/prod', 'pendingCreates', `${STACK}/recover`],
    ['lock website/prod', 'healthy', '/organization/website/prod?do=lock'],
    ['resources website/prod', 'healthy', '/organization/website/prod/resources'],
    ['versions website/prod', 'healthy', '/organization/website/prod/versions'],
    ['updates website/prod', 'healthy', '/organization/website/prod/updates'],
    ['settings website/prod', 'healthy', '/organization/website/prod/settings/options'],
    // The page says why it is not possible.
    ['release website/prod', 'healthy', '/organization/website/prod#lease'],
  ] as const)('is carried out on the stack that “%s” names', async (query, world, address) => {
    const { box, router } = await openAt('/-/leases', world)
    await userEvent.type(box, query)
    await screen.findByRole('group', { name: 'Actions' })
    await waitFor(() => expect(options('Actions')[0]).toMatch(/organization\/\w+\/prod/))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => {
      const { pathname, search, hash } = router.state.location
      expect(pathname + search + hash).toBe(address)
    })
  })

  it('is offered to readers with the right that it needs', async () => {
    const { box } = await openAt('/', 'forbidden')
    await userEvent.type(box, 'lock website/prod')
    await waitFor(() =>
      expect(options('Actions')[0]).toMatch(
        /website\/prodYou can view stacks, but changing them needs the operator role\./,
      ),
    )
  })
})

it('changes the theme and the density', async () => {
  const { box } = await openAt('/', 'healthy')
  await userEvent.type(box, 'theme dark{Enter}')
  expect(usePreferences.getState().theme).toBe('dark')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or go to' }), 'compact{Enter}')
  expect(usePreferences.getState().density).toBe('compact')
})

it('copies the login command', async () => {
  const { box } = await openAt('/', 'healthy')
  await userEvent.type(box, 'copy login')
  await screen.findByRole('option', { name: /Copy the login command/ })
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText(/^Copied: .*pulumi login http/s)).toBeInTheDocument()
})

it('finds the preferences by what they change', async () => {
  const { box, router } = await openAt('/-/stacks', 'healthy')
  await userEvent.type(box, 'time zone{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/-/settings/preferences'))
})

it('a page that only another word leads to comes after what has the word in its name', async () => {
  const { box } = await openAt('/', 'unusual')
  await userEvent.type(box, 'bucket')
  const resources = await screen.findByRole('group', { name: 'Resources' })
  const pages = await screen.findByRole('group', { name: 'Pages' })
  expect(resources.compareDocumentPosition(pages)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(pages).toHaveTextContent('Backends')
  const [long] = within(resources).getAllByRole('option')
  expect(long).toHaveTextContent(/^a-name-\S+…\S+ · s3 Bucketorganization\/a-\S*…\S+-name-w$/)
})
