// User actions in screen tests. Each waits until it is possible.
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

type Name = string | RegExp

const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

/** Whether the button is there but says why it is unavailable. */
export const isBlocked = (name: Name): boolean => isOff(screen.getByRole('button', { name }))

/** Presses the button once it is available; of several with that name, the first. */
export async function press(name: Name): Promise<void> {
  const [button] = await waitFor(() => {
    const usable = screen.getAllByRole('button', { name }).filter((each) => !isOff(each))
    expect(usable).not.toHaveLength(0)
    return usable
  })
  if (button) await userEvent.click(button)
}

/** Selects the radio button once it is there. */
export const pick = async (name: Name): Promise<void> => userEvent.click(await screen.findByRole('radio', { name }))

/** Replaces the text of the field. */
export async function fill(label: Name, text: string): Promise<void> {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}

/** From the decisions of a recovery to the page that confirms them. */
export async function goOn(): Promise<void> {
  await press('Continue')
  await screen.findByRole('heading', { name: 'What will change' })
}
