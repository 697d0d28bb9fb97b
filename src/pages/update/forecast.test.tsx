import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UpdatePage } from '#contract/updates.ts'
import { renderAt } from '#testing/renderAt.tsx'

const SHOP = '/organization/shop/prod'

it('a preview tells which of its steps would wait, by which rule, with links', async () => {
  const { ask, open, view } = await renderAt('/-/connect', 'approval')
  const { updates } = UpdatePage.parse(await ask(`${SHOP}/updates?previews=true`))
  const preview = updates.find(({ dryRun }) => dryRun)
  view.unmount()
  open(`${SHOP}/previews/${preview?.id}`)
  const rule = await screen.findByRole('list', { name: 'No deletes of databases in production' })
  const notice = rule.closest<HTMLElement>('[role=status]') ?? document.body
  expect(notice).toHaveTextContent(/^2 steps would wait for approval/)
  expect(notice).toHaveTextContent(
    'If the same user ran this update now, it would wait at each of these steps.The rule “No deletes of databases in production” stops these steps until they are allowed:',
  )
  expect(
    within(rule)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['deleteorders-exportsaws:s3/bucket:Bucket', 'deleteorders-dbaws:rds/instance:Instance'])
  expect(within(rule).getByRole('link', { name: 'orders-db' }).getAttribute('href')).toMatch(
    /^\/organization\/shop\/prod\/resources\?urn=.*orders-db$/,
  )
})
