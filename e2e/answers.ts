import type { Locator } from '@playwright/test'

/** Clicks an answer as a person does: on its label, the radio itself is out of sight. */
export const answerFor = (main: Locator, name: string, answer: string): Promise<void> =>
  main
    .getByRole('group', { name: `What happened to ${name}?` })
    .getByText(answer, { exact: true })
    .click()

/** Answers for the three operations that `killedWhileCreating` leaves behind: none of them made anything. */
export async function answerAll(main: Locator): Promise<void> {
  await answerFor(main, 'receipts', 'It doesn’t exist')
  await answerFor(main, 'ledger', 'It doesn’t exist')
  await answerFor(main, 'checkout-task', 'I checked it – clear the operation')
}
