import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { JsonValue } from './JsonValue.tsx'

const KEY = '4dabf18193072939515e22adb298388d'
const secret = (extra: object) => ({ [KEY]: '1b47061264138c4ac30d75fd1eb44270', ...extra })

const show = (value: unknown, open = 9) => render(<JsonValue label="Outputs" value={value} open={open} />).container

describe('secrets', () => {
  it.each([
    ['ciphertext', secret({ ciphertext: 'v1:c2VjcmV0' })],
    ['plaintext', secret({ plaintext: '"hunter2"' })],
    ['an output value', { [KEY]: 'd0e6a833031e9bbcd3f4e8bde6ca49a4', value: 'hunter2', secret: true }],
    ['an unknown signature', { [KEY]: '00000000000000000000000000000000', value: 'hunter2' }],
  ])('are masked when they hold %s', (_, value) => {
    const page = show({ outer: [{ password: value }] })
    expect(screen.getByText('secret')).toBeInTheDocument()
    expect(page.innerHTML).not.toMatch(/hunter2|c2VjcmV0/)
  })

  it('are masked when the whole value is one, and when the engine masked a text', () => {
    show(secret({ ciphertext: 'v1:c2VjcmV0' }))
    show({ password: '[secret]' })
    expect(screen.getAllByText('secret')).toHaveLength(2)
  })
})

describe('other marked values', () => {
  it('show assets, archives and references by name', () => {
    show({
      code: { [KEY]: 'c44067f5952c0a294b673a41bacd8c17', hash: 'a0b1c2d3e4f5a0b1c2d3e4f5', path: './index.js' },
      site: { [KEY]: '0def7320c3a5731c473e5ecbe6d01bc7', hash: 'ff', assets: { a: {}, b: {} } },
      owner: { [KEY]: '5cf8f73096256a8f31e491e813e4eb8e', urn: 'urn:pulumi:dev::p::t::n' },
    })
    const page = screen.getByRole('group', { name: 'Outputs' }).textContent
    expect(page).toContain('asset ./index.js')
    expect(page).toContain('archive 2 files')
    expect(page).toContain('reference urn:pulumi:dev::p::t::n')
  })

  it('show an unknown value as computed later', () => {
    show({ id: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' })
    expect(screen.getByText('computed')).toBeInTheDocument()
    expect(screen.queryByText(/04da6b54/)).not.toBeInTheDocument()
  })
})

describe('large values', () => {
  it('open on request', async () => {
    show({ tags: { team: 'checkout' } }, 0)
    expect(screen.queryByText('checkout')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /tags:/, expanded: false }))
    expect(screen.getByText('checkout')).toBeInTheDocument()
  })

  it('show the first hundred of many items, and the rest on demand', async () => {
    show(Array.from({ length: 130 }, (_, index) => `item-${index}`))
    expect(screen.queryByText('item-100')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Show 30 more of 130' }))
    expect(screen.getByText('item-129')).toBeInTheDocument()
  })

  it('truncate a long text until it is expanded', async () => {
    show({ script: `${'x'.repeat(500)}END` })
    expect(screen.queryByText(/END/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /show all 503 characters/ }))
    expect(screen.getByText(/END/)).toBeInTheDocument()
  })
})
