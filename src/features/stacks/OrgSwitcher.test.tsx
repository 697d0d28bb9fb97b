import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { worlds } from '#mocks/worlds.ts'
import { haveOrganization } from '#testing/haveOrganization.ts'
import { renderAt } from '#testing/renderAt.tsx'

/** As the CLI creates stacks, in a second organization. */
async function withAcme() {
  const world = await worlds.healthy()
  await haveOrganization(world.deps, 'acme')
  const headers = { authorization: `token ${world.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ stackName: 'dev', tags: {} })
  const made = await world.app.fetch(
    new Request('http://localhost/api/stacks/acme/tools', { method: 'POST', headers, body }),
  )
  expect(made.status).toBe(200)
  return world
}

it('the organization switcher leads from a stack to the other organizations, and to all stacks', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/organization/shop/prod', withAcme)
  await user.click(await screen.findByRole('button', { name: 'Other organizations' }))
  expect(await screen.findByRole('menuitem', { name: 'Stacks of all organizations' })).toBeInTheDocument()
  await user.click(screen.getByRole('menuitem', { name: 'acme' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/acme'))
  expect(await screen.findByRole('link', { name: 'acme/tools/dev' })).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Other organizations' }))
  expect(await screen.findByRole('menuitem', { name: 'organization' })).toBeInTheDocument()
})

it('the list of stacks is limited to an organization by the address', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/stacks', withAcme)
  await user.selectOptions(await screen.findByLabelText('Organization'), 'acme')
  await waitFor(() => expect(router.state.location.search).toBe('?org=acme'))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'organization/shop/prod' })).not.toBeInTheDocument())
  expect(await screen.findByRole('link', { name: 'acme/tools/dev' })).toBeInTheDocument()
})

it('the organization switcher is absent for a user with one organization', async () => {
  await renderAt('/organization/shop/prod', 'healthy')
  expect(await screen.findByRole('heading', { level: 1, name: 'shop / prod' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Other organizations' })).not.toBeInTheDocument()
})
