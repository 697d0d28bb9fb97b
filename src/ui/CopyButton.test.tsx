import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { CodeLine } from './CodeLine.tsx'
import { CopyableValue } from './CopyableValue.tsx'
import { CopyButton } from './CopyButton.tsx'
import { UrnText } from './UrnText.tsx'

describe('copying', () => {
  it('puts the whole text on the clipboard and says so', async () => {
    const user = userEvent.setup()
    render(<CodeLine code="pulumi refresh --yes" />)
    await user.click(screen.getByRole('button', { name: 'Copy command' }))
    expect(await navigator.clipboard.readText()).toBe('pulumi refresh --yes')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Copied$/))
  })

  it('copies the full text of a shortened URN', async () => {
    const user = userEvent.setup()
    const urn = 'urn:pulumi:prod::payments::acme:service:Checkout$aws:s3/bucketV2:BucketV2::invoices'
    render(<UrnText urn={urn} max={30} />)
    expect(screen.getByText(/…/).textContent).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'Copy URN' }))
    expect(await navigator.clipboard.readText()).toBe(urn)
  })

  it.each(['id\u001b[201~\u0003', 'id\nrm -rf x\n', 'id\u009b'])(
    'is not offered for a value that a terminal would execute, with the reason: %j',
    (text) => {
      render(<CopyButton text={text} label="Copy ID" />)
      expect(screen.queryByRole('button')).not.toBeInTheDocument()
      expect(screen.getByText(/^Copy ID: not offered, it has control characters/)).toBeInTheDocument()
    },
  )

  it('is offered for several lines where lines are expected, but never with an escape sequence', () => {
    render(<CopyButton text={'one\n\ttwo\r\n'} label="Copy JSON" isLines />)
    expect(screen.getByRole('button', { name: 'Copy JSON' })).toBeInTheDocument()
    render(<CopyButton text={'one\n\u001b[201~'} label="Copy details" isLines />)
    expect(screen.queryByRole('button', { name: 'Copy details' })).not.toBeInTheDocument()
  })

  it('shows invisible characters in a URN or ID, and warns about them in a command', () => {
    render(<UrnText urn={'urn:pulumi:p::q::t::a\u202eb'} max={80} />)
    expect(screen.getByText('urn:pulumi:p::q::t::a\\u202eb')).toBeInTheDocument()
    render(<CopyableValue value={'i-1\u202e2'} label="Copy ID" />)
    expect(screen.getByText('i-1\\u202e2')).toBeInTheDocument()
    render(<CodeLine code={String.raw`pulumi state delete $'a\342\200\256b'`} />)
    expect(screen.getByText(/invisible characters/)).toBeInTheDocument()
  })

  it('reports a failure', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    render(<CopyButton text="x" label="Copy details" look="words" />)
    await user.click(screen.getByRole('button', { name: 'Copy details' }))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Not copied/))
  })
})
