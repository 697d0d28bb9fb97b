// The notice above every page: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { CredentialAction } from '#contract/credentialChanges.ts'
import { notifyOwner } from '#server/core/access/credentialChanges.ts'
import { renderAt } from '#testing/renderAt.tsx'
import type { World } from '#mocks/story.ts'
import { worlds } from '#mocks/worlds.ts'

const notice = async () => {
  const title = await screen.findByText(/^\d+ changes? to your sign-in and access$/)
  const box = title.closest('[role=status]')
  if (!(box instanceof HTMLElement)) throw new Error('the notice has no role status')
  return box
}
/** What is said; `…` represents how long ago. */
const linesOf = (box: HTMLElement) =>
  within(box)
    .getAllByRole('listitem')
    .map((line) => line.textContent.replace(line.querySelector('time')?.textContent ?? '', '…'))

const runScenario = async ({ deps }: World, actions: readonly CredentialAction[]): Promise<void> => {
  const at = await deps.store.now()
  const by = { login: 'grace', address: '10.0.0.7' }
  await deps.store.write(async (writer) => {
    const ada = await writer.userByLogin('ada')
    for (const action of actions) await notifyOwner(writer, ada?.id ?? '', action, { at, by, byId: null })
  })
}
const healthyWith = (actions: readonly CredentialAction[]) => async () => {
  const world = await worlds.healthy()
  await runScenario(world, actions)
  return world
}

/**
 * The world as a browser that was signed in with a link sees it: a page of a test cannot keep its cookie, and has an
 * access token instead.
 */
async function withSession(): Promise<World> {
  const world = await worlds.secrets()
  const { store } = world.deps
  const app: World['app'] = {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const userId = (await store.read((reader) => reader.userByLogin('ada')))?.id ?? ''
      if (pathname.endsWith('/credential-changes/seen')) {
        const upTo = Number.MAX_SAFE_INTEGER
        await store.write((writer) => writer.markCredentialChanges({ userId, notBy: '', upTo, seenAt: 1 }))
        return Response.json({ ok: true })
      }
      const response = await world.app.fetch(request)
      if (!pathname.endsWith('/credential-changes')) return response
      return Response.json({ ...((await response.json()) as object), canMark: true }, { headers: response.headers })
    },
  }
  return { ...world, app }
}

it('a token created elsewhere is shown above every page until it is seen', async () => {
  const { open } = await renderAt('/-/settings/tokens', withSession)
  const box = await notice()
  expect(linesOf(box)).toEqual(['A new token ci-prod (operate) was created in the console, … from 10.1.2.3.'])
  expect(within(box).getByText(/If this was not you, revoke the token/)).toBeInTheDocument()
  expect(within(box).getByRole('link', { name: 'Your tokens' })).toHaveAttribute('href', '/-/settings/tokens')
  expect(within(box).getByRole('link', { name: 'Your sessions' })).toHaveAttribute('href', '/-/settings/sessions')
  await userEvent.setup().click(within(box).getByRole('button', { name: 'I have seen this' }))
  await waitFor(() => expect(screen.queryByText(/to your sign-in and access/)).not.toBeInTheDocument())
  open('/')
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  expect(screen.queryByText(/to your sign-in and access/)).not.toBeInTheDocument()
})

it('a page signed in with an access token cannot mark them as seen, and says why', async () => {
  await renderAt('/-/settings/tokens', 'secrets')
  const button = within(await notice()).getByRole('button', { name: 'I have seen this' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(
    within(await notice()).getByText(
      /needs a session opened with a sign-in link: this one was opened with an access token/,
      { selector: 'p' },
    ),
  ).toBeVisible()
})

it('pages of other things have one line of it, with the details on demand', async () => {
  await renderAt('/-/stacks', 'secrets')
  expect(within(await notice()).queryByRole('list')).not.toBeInTheDocument()
  await userEvent.click(within(await notice()).getByRole('button', { name: 'Details' }))
  expect(within(await notice()).getByRole('listitem')).toBeInTheDocument()
})

it('every kind of change has a sentence that names who made it', async () => {
  const name = 'ci'
  await renderAt(
    '/-/settings/sessions',
    healthyWith([
      { what: 'role-changed', before: 'operator', after: 'admin' },
      { what: 'sessions-ended', count: 2 },
      { what: 'signed-in', device: 'Firefox on Linux', tokenName: null },
      { what: 'link-created' },
      { what: 'token-revoked', name, endedWith: 'root' },
      { what: 'token-revoked', name, endedWith: null },
    ]),
  )
  const box = await notice()
  await waitFor(() => expect(linesOf(box)[0]).toContain('Grace Hopper'))
  await userEvent.setup().click(within(box).getByRole('button', { name: 'Show 3 more' }))
  const end = ' … from 10.0.0.7.'
  await waitFor(() =>
    expect(linesOf(box)).toEqual([
      `The token ci was revoked by Grace Hopper,${end}`,
      `The token ci ended, because “root”, with which it was created, was revoked by Grace Hopper,${end}`,
      `A link that signs in as you was created by Grace Hopper,${end}`,
      `A new sign-in with Firefox on Linux, by a sign-in link,${end}`,
      `2 sessions of yours were ended by Grace Hopper,${end}`,
      `Your role was changed from operator to admin by Grace Hopper,${end}`,
    ]),
  )
})

it('the latest 20 changes are shown on demand, with the number of older ones', async () => {
  await renderAt('/-/settings/sessions', healthyWith(Array.from({ length: 32 }, () => ({ what: 'link-created' }))))
  const box = await notice()
  expect(within(box).getByText('32 changes to your sign-in and access')).toBeInTheDocument()
  expect(linesOf(box)).toHaveLength(3)
  await userEvent.setup().click(within(box).getByRole('button', { name: 'Show 17 more' }))
  expect(await within(box).findByText('And 12 older ones.')).toBeInTheDocument()
  expect(linesOf(box)).toHaveLength(20)
})
