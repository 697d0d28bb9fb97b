import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

/** The run that was interrupted in the world, in a table. */
const row = async (table: string) =>
  within(await screen.findByRole('table', { name: table })).findByRole('row', { name: /Update 2.*Interrupted/ })

it.each([
  ['/organization/shop/prod/updates', 'History'],
  ['/organization/shop/prod', 'Last updates'],
  ['/-/activity', 'Activity'],
])('the reported steps of an interrupted run are counted, as on its own page: %s', async (path, table) => {
  await renderAt(path, 'oddNames')
  const counted = await within(await row(table)).findByTitle('5 created')
  expect(within(await row(table)).getByTitle('2 operations with an unknown outcome')).toHaveTextContent('?2')
  expect(counted.closest('[title^="Counted"]')).toHaveAttribute(
    'title',
    'Counted from reported steps; 2 more have an unknown outcome',
  )
})

it('a run that recorded no change and left an operation open may have changed something', async () => {
  await renderAt('/-/activity?stack=organization/ledger', 'halfDone')
  const runs = await screen.findByRole('table', { name: 'Activity' })
  expect(runs).toHaveTextContent(/unknown outcome.*none recorded/)
  expect(runs).not.toHaveTextContent(/pending.*no changes/)
})

it('an operation with an unknown outcome counts where it was left, not where a later run succeeded', async () => {
  await renderAt('/-/activity?stack=organization/search', 'pendingCreates')
  const runs = within(await screen.findByRole('table', { name: 'Activity' }))
  const unknown = '1 operation with an unknown outcome'
  const left = await runs.findByRole('row', { name: /Update 2.*Interrupted/ })
  expect(await within(left).findByTitle(unknown)).toHaveTextContent('?1')
  const later = runs.getByRole('row', { name: /Update 3.*Succeeded/ })
  expect(within(later).queryByTitle(unknown)).not.toBeInTheDocument()
})
