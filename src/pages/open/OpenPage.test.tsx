// A file on its way through the page: real page, real reading, verifying and repairing, no service at all.
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { isBlocked } from '#testing/screens/steps.ts'
import OpenPage from './OpenPage.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a busy machine, not a slow page

const asked = vi.fn<() => Promise<Response>>(() => Promise.reject(new Error('this page must not send requests')))

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: OpenPage }])} />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  asked.mockClear()
  vi.unstubAllGlobals()
})

const root = { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'c1phertext' }
const bucket = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`,
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: `${name}-1`,
  parent: root.urn,
  inputs: { bucket: name, password: SECRET },
  ...more,
})
const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
const state = (resources: object[], more: object = {}) =>
  JSON.stringify({ version: 3, deployment: { manifest, resources, ...more } })
const choose = async (text: string, name = 'state.json', label = 'Choose a state file') =>
  userEvent.upload(await screen.findByLabelText(label), new File([text], name))

describe('an invalid state', () => {
  const dangling = { dependencies: [bucket('gone').urn] }

  it('is explained; nothing is chosen silently, and there is no download before a choice', async () => {
    await choose(state([root, bucket('logs', dangling)]))
    expect(await screen.findByText('The engine refuses this state')).toBeInTheDocument()
    expect(screen.getByText(/Invalid: no update/)).toBeInTheDocument()
    const options = screen.getByRole('group', { name: /How to fix it: logs refers to gone/ })
    expect(within(options).queryAllByRole('radio', { checked: true })).toEqual([])
    await screen.findByText('Not ready to be imported')
    expect(isBlocked(/^Download/)).toBe(true)

    await userEvent.click(within(options).getByRole('radio', { name: /Drop the reference/ }))
    expect(await screen.findByText(/Valid: checked against the CLI’s rules/)).toBeInTheDocument()
    expect(within(screen.getByRole('list', { name: 'Changed' })).getByText('dependencies')).toBeInTheDocument()
    expect(isBlocked('Download the repaired state')).toBe(false)
    expect(screen.getByText(/pulumi stack import --stack organization\/shop\/prod --file/)).toBeInTheDocument()
  })

  it('can have everything set to the safest fix with one click', async () => {
    await choose(state([bucket('logs'), root]))
    await userEvent.click(await screen.findByRole('button', { name: 'Select recommended fixes' }))
    expect(screen.getByText('1 of 1 problem fixed')).toBeInTheDocument()
    expect(await screen.findByText(/1 moved in the list/)).toBeInTheDocument()
  })
})

describe('pending operations', () => {
  const pending = { pending_operations: [{ type: 'creating', resource: bucket('new', { id: '' }) }] }

  it('are dropped by an import only after a confirmation', async () => {
    await choose(state([root], pending))
    await screen.findByText('Pending operations')
    await screen.findByRole('button', { name: 'Download as an export' })
    expect(isBlocked('Download as an export')).toBe(true)
    await userEvent.click(screen.getByRole('checkbox', { name: /I have checked what is still pending/ }))
    expect(isBlocked('Download as an export')).toBe(false)
  })

  it('leave the state when they are answered', async () => {
    await choose(state([root], pending))
    const question = await screen.findByRole('group', { name: 'What happened to new?' })
    await userEvent.click(within(question).getByRole('radio', { name: 'It doesn’t exist' }))
    expect(await screen.findByText(/1 pending operation resolved/)).toBeInTheDocument()
    expect(isBlocked('Download the repaired state')).toBe(false)
  })
})

it('shows an entry without the values of its secrets', async () => {
  await choose(state([root, bucket('logs')]))
  await userEvent.click(await screen.findByRole('row', { name: /logs/ }))
  const details = await screen.findByRole('region', { name: 'logs' })
  await userEvent.click(await within(details).findByText('As JSON, secrets masked'))
  expect(within(details).getByText(/"bucket": "logs"/)).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('c1phertext')
})

it('an entry is edited in this browser only, and the edit can be undone', async () => {
  await choose(state([root, bucket('logs')]))
  await userEvent.click(await screen.findByRole('row', { name: /logs/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit logs in the state' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Protect…' }))
  const edit = await screen.findByRole('region', { name: 'Protect' })
  expect(await within(edit).findByRole('row', { name: /protect/ })).toBeInTheDocument()
  await userEvent.click(within(edit).getByRole('button', { name: 'Change the opened state' }))
  const edits = await screen.findByRole('region', { name: 'Edits by hand' })
  expect(within(edits).getByText('Protect logs')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Download the edited state' })).toBeInTheDocument()
  await userEvent.click(within(edits).getByRole('button', { name: 'Undo the last one' }))
  expect(await screen.findByRole('button', { name: 'Download as an export' })).toBeInTheDocument()
  expect(asked).not.toHaveBeenCalled()
})

it('compares with another file, without any request', async () => {
  await choose(state([root, bucket('logs')]))
  const other = state([root, bucket('logs', { id: 'logs-2' }), bucket('queue')])
  await screen.findByText('What it is')
  await choose(other, 'other.json', 'Choose the other state')
  expect(await screen.findByText('In other.json: 1 more, 0 missing, 1 changed, 1 the same.')).toBeInTheDocument()
  expect(asked).not.toHaveBeenCalled()
})

it('stays usable after an invalid file', async () => {
  await choose('{"version": 3, "deploy', 'cut.json')
  expect(await screen.findByRole('alert')).toHaveTextContent(/cut.json cannot be opened.*truncated/)
  await choose(state([root]))
  expect(await screen.findByText('Valid')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Open another file' }))
  await waitFor(() => expect(screen.getByLabelText('Choose a state file')).toBeInTheDocument())
})
