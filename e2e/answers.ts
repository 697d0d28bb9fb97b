import type { Locator } from '@playwright/test'

/** Clicks an answer as a user does: on its label, because the radio button itself is invisible. */
export const answerFor = (main: Locator, name: string, answer: string): Promise<void> =>
  main
    .getByRole('group', { name: `What happened to ${name}?` })
    .getByText(answer, { exact: true })
    .click()

/** Answers for the three operations that `killedWhileCreating` leaves behind: none of them created anything. */
export async function answerAll(main: Locator): Promise<void> {
  await answerFor(main, 'receipts', 'It doesn’t exist')
  await answerFor(main, 'ledger', 'It doesn’t exist')
  await answerFor(main, 'checkout-task', 'I checked it – clear the operation')
}
