import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'

describe('a blocked button', () => {
  it('can be reached by keyboard and says why it is blocked', async () => {
    render(<Button blocked="Nothing is running.">Cancel the update</Button>)
    await userEvent.tab()
    const button = screen.getByRole('button', { name: 'Cancel the update', description: 'Nothing is running.' })
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  it('does nothing, and submits nothing', async () => {
    const onClick = vi.fn<() => void>()
    const onSubmit = vi.fn<() => void>()
    render(
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" onClick={onClick} blocked="Type the name first.">
          Delete
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await userEvent.type(screen.getByLabelText('Name'), 'prod{Enter}')
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('shows the reason when it is tapped', async () => {
    render(<Button blocked="Nothing is running.">Cancel</Button>)
    expect(screen.getAllByText('Nothing is running.')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' })) // no hover comes before it on a touch screen
    expect(await screen.findAllByText('Nothing is running.')).toHaveLength(2)
  })
})

it('a button ignores clicks while its action is in progress', async () => {
  const onClick = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={onClick}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(
    <Button onClick={onClick} busy>
      Save
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save', busy: true }))
  expect(onClick).toHaveBeenCalledTimes(1)
})

it('a button submits a form only when its type is submit', async () => {
  const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
