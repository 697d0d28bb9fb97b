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
  expect(document.getElementById(box.getAttribute('aria-activedescendant') ?? '')).toHaveTextContent(/^website$/)
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith('website')
  expect(box).toHaveFocus()
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
  expect(screen.getByRole('status')).toHaveTextContent(/^Nothing is called “zebra”\.$/)
  expect(onPick).not.toHaveBeenCalled()
})

it('keeps an option in place in the page while others arrive before it', () => {
  const item = (key: string, group?: string) => ({ key, label: key, Icon: Layers, group })
  const picker = (items: ReturnType<typeof item>[]) => (
    <Picker label="Go to" query="" onQuery={vi.fn()} items={items} onPick={vi.fn()} nothing="" />
  )
  const { rerender } = render(picker([item('page', 'Pages'), item('everything', 'Search'), item('loose')]))
  const before = ['everything', 'loose'].map((name) => screen.getByRole('option', { name }))
  rerender(
    picker([
      item('a', 'Stacks'),
      item('b', 'Stacks'),
      item('page', 'Pages'),
      item('everything', 'Search'),
      item('loose'),
    ]),
  )
  expect(['everything', 'loose'].map((name) => screen.getByRole('option', { name }))).toEqual(before)
  for (const option of before) expect(option.isConnected).toBe(true)
})
