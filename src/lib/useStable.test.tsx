import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { memo, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useStable } from './useStable.ts'

it('is one function that calls the latest work, so a memoized part renders once', async () => {
  const rendered = vi.fn<() => void>()
  const Add = memo(function Add({ onAdd }: { onAdd: (many: number) => void }) {
    rendered()
    return (
      <button type="button" onClick={() => onAdd(2)}>
        Add 2
      </button>
    )
  })
  function Sum() {
    const [sum, setSum] = useState(0)
    return (
      <>
        <p>Sum {sum}</p>
        <Add onAdd={useStable((many: number) => setSum(sum + many))} />
      </>
    )
  }
  render(<Sum />)
  await userEvent.click(screen.getByRole('button', { name: 'Add 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add 2' }))
  expect(await screen.findByText('Sum 4')).toBeInTheDocument()
  expect(rendered).toHaveBeenCalledOnce()
})
