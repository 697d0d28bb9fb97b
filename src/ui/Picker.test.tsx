import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Layers from 'lucide-react/icons/layers'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Picker } from './Picker.tsx'

const names = ['payments', 'payroll', 'website']

function Stacks({ onPick }: { onPick: (key: string) => void }) {
  const [query, setQuery] = useState('')
  const items = names.filter((name) => name.includes(query)).map((name) => ({ key: name, label: name, Icon: Layers }))
  return (
    <Picker
      label="A stack"
      query={query}
      onQuery={setQuery}
      items={items}
      onPick={({ key }) => onPick(key)}
      nothing={`Nothing is called “${query}”.`}
    />
  )
}

const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

it('is used from the input: arrows move, wrapping around, and Enter selects', async () => {
  const onPick = vi.fn<(key: string) => void>()
  render(<Stacks onPick={onPick} />)
  const box = screen.getByRole('combobox', { name: 'A stack' })
  await userEvent.click(box)
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toBe('payroll')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen()).toBe('website')
  expect(document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('website')
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith('website')
  expect(document.activeElement).toBe(box)
})

it('keeps the selection while the list shrinks around it, else moves to the first item', async () => {
  render(<Stacks onPick={() => {}} />)
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('{ArrowDown}pay')
  expect(chosen()).toBe('payroll')
  await userEvent.keyboard('m')
  expect(chosen()).toBe('payments')
})

it('says when nothing matches, and Enter then does nothing', async () => {
  const onPick = vi.fn<(key: string) => void>()
  render(<Stacks onPick={onPick} />)
  await userEvent.type(screen.getByRole('combobox'), 'zebra{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('Nothing is called “zebra”.')
  expect(onPick).not.toHaveBeenCalled()
})
