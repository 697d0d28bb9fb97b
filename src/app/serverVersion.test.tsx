import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sessionQueries } from '#src/api/session.ts'
import { renderAt } from '#testing/renderAt.tsx'

it.each([
  ['99.10.0', 'The server was updated to 99.10.0'],
  ['0.8.12', 'The server went back to 0.8.12'],
])('says that the server is now %s, and offers to reload', async (version, words) => {
  let now = '0.9.1'
  const { client } = await renderAt('/-/stacks', 'healthy', (input, answer) =>
    input.startsWith('/api/ui/session')
      ? answer(input).then(async (response) =>
          Response.json({ ...((await response.json()) as object), serverVersion: now }),
        )
      : undefined,
  )
  expect(await screen.findByRole('link', { name: 'organization/shop/prod' })).toBeInTheDocument()
  expect(await screen.findByRole('region', { name: /^Notifications/ })).toBeInTheDocument() // it is loaded after the page
  expect(screen.queryByText(/^This page is from/)).not.toBeInTheDocument()
  now = version
  await act(() => client.invalidateQueries({ queryKey: sessionQueries.current().queryKey })) // as every greeting after the first does
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/^This page is from/)).length).toBeGreaterThan(0)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  screen.getByRole('button', { name: 'Reload' }).click()
  expect(reload).toHaveBeenCalledOnce()
})
