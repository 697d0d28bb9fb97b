import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { CodeLine } from './CodeLine.tsx'
import { CopyButton } from './CopyButton.tsx'
import { UrnText } from './UrnText.tsx'

describe('copying', () => {
  it('puts the whole text on the clipboard and says so', async () => {
    const user = userEvent.setup()
    render(<CodeLine code="pulumi refresh --yes" />)
    await user.click(screen.getByRole('button', { name: 'Copy command' }))
    expect(await navigator.clipboard.readText()).toBe('pulumi refresh --yes')
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })

  it('copies a shortened URN whole', async () => {
    const user = userEvent.setup()
    const urn = 'urn:pulumi:prod::payments::acme:service:Checkout$aws:s3/bucketV2:BucketV2::invoices'
    render(<UrnText urn={urn} max={30} />)
    expect(screen.getByText(/…/).textContent).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'Copy URN' }))
    expect(await navigator.clipboard.readText()).toBe(urn)
  })

  it('says when it could not', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    render(<CopyButton text="x" label="Copy details" look="words" />)
    await user.click(screen.getByRole('button', { name: 'Copy details' }))
    expect(screen.getByRole('status').textContent).toMatch(/^Not copied/)
  })
})
