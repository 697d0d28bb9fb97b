// Secrets of a stack in a connected backend, revealed by its passphrase: real routes, real app, real cryptography.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'
import { press } from '#testing/screens/steps.ts'

beforeEach(() => {
  // happy-dom lays nothing out; a virtual list mounts what fits into its box
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
})

const KEYS = 'urn:pulumi:prod::mailer::aws:secretsmanager/secretVersion:SecretVersion::webhook-keys'
const NETWORK = 'urn:pulumi:prod::mailer::acme:net:Network::network'

const addressOf = (urn: string) => `/acme-s3/mailer/prod/resources?urn=${encodeURIComponent(urn)}`

/** Opens a resource of a stack in the bucket. */
async function open(urn: string) {
  const rendered = await renderAt(addressOf(urn), 'bucket')
  await screen.findByRole('group', { name: 'Inputs' })
  return rendered
}
const inputs = () => within(screen.getByRole('group', { name: 'Inputs' }))
const typePassphrase = async (text: string) => {
  await press('Reveal secrets…')
  await userEvent.type(screen.getByLabelText('Passphrase of the stack'), text)
  await press('Reveal')
}

it('shows the secrets of a resource until they are hidden, and sends the passphrase to nobody', async () => {
  const { requests, client } = await open(KEYS)
  expect(inputs().getByText('secret')).toBeInTheDocument()
  const before = requests.length
  await typePassphrase('correct horse')
  expect(await screen.findByRole('button', { name: 'Hide secrets' })).toBeInTheDocument()
  expect(inputs().getByText('ghs_demo')).toBeInTheDocument()
  expect(requests.slice(before).filter((each) => !each.startsWith('GET '))).toEqual([])
  expect(requests.slice(before).join(' ')).not.toMatch(/horse/)
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).not.toMatch(/horse|ghs_demo/)
  await press('Hide secrets')
  expect(inputs().getByText('secret')).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('ghs_demo')
})

it('forgets them when another resource is opened', async () => {
  const { router } = await open(KEYS)
  await typePassphrase('correct horse')
  await screen.findByRole('button', { name: 'Hide secrets' })
  await router.navigate(addressOf(NETWORK))
  await screen.findByRole('heading', { name: 'network' })
  await router.navigate(addressOf(KEYS))
  await screen.findByRole('button', { name: 'Reveal secrets…' })
  expect(document.body).not.toHaveTextContent('ghs_demo')
})

it('shows nothing if it was cancelled while it decrypted', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { client } = await renderAt(addressOf(KEYS), 'bucket', (input, answer) =>
    input.includes('/entry?') ? released.then(() => answer(input)) : undefined,
  )
  await typePassphrase('correct horse')
  await press('Cancel')
  expect(screen.getByRole('button', { name: 'Reveal secrets…' })).toHaveFocus()
  const decrypted = vi.spyOn(crypto.subtle, 'decrypt')
  release()
  await waitFor(() => expect(decrypted).toHaveBeenCalledTimes(3)) // the check word, then inputs and outputs
  await act(() => Promise.all(decrypted.mock.results.map(({ value }) => value as unknown)))
  await client.invalidateQueries()
  expect(document.body).not.toHaveTextContent('ghs_demo')
  expect(screen.queryByRole('button', { name: 'Hide secrets' })).not.toBeInTheDocument()
})

it('is typed where no browser offers to keep it', async () => {
  await open(KEYS)
  await press('Reveal secrets…')
  expect(screen.getByLabelText('Passphrase of the stack')).toHaveAttribute('type', 'text')
  expect(screen.getByLabelText('Passphrase of the stack')).toHaveFocus()
})

it('says that a passphrase is wrong, and shows nothing', async () => {
  await open(KEYS)
  await typePassphrase('wrong horse')
  expect(await screen.findByText('This is not the passphrase of the stack.')).toBeInTheDocument()
  expect(inputs().getByText('secret')).toBeInTheDocument()
})

it('is not offered for resources without secrets, nor for stacks of this server', async () => {
  const { view } = await open(NETWORK)
  expect(screen.queryByRole('button', { name: 'Reveal secrets…' })).not.toBeInTheDocument()
  view.unmount()
  await renderAt('/organization/shop/prod/resources', 'secrets')
  await userEvent.click(await screen.findByRole('row', { name: /^mailer-with-secrets/ }))
  expect((await screen.findAllByText('secret')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Reveal secrets…' })).not.toBeInTheDocument()
})
