import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Event } from '../wizard/decisions.ts'
import type { Choices } from './choices.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { sampleProblem, sampleOption } from '#testing/samples/sampleProblem.ts'

const many = Array.from({ length: 200 }, (_, index) =>
  sampleProblem(`dangling:${index}`, {
    title: `task-${index} refers to what is not there.`,
    options:
      index % 50 === 49
        ? [sampleOption('restore', { level: 2 })]
        : [sampleOption('drop'), sampleOption('restore', { level: 2 })],
    suggested: index % 50 === 49 ? 'restore' : 'drop',
  }),
)

function rendered(
  filter = '',
  problems = many,
  choices: Choices = { 'dangling:3': { option: 'restore', inputs: {} } },
) {
  const events: Event[] = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/?filter=${filter}`]}>
        <ChooseStep
          stack={{ org: 'organization', project: 'shop', stack: 'prod' }}
          problems={problems}
          left={30}
          choices={choices}
          preselected={new Set()}
          dispatch={(event) => events.push(event)}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return events
}
const shown = () =>
  within(screen.getByRole('list', { name: 'Problems to decide about' })).getAllByText(/^task-\d+ refers/)

it('shows only some of hundreds of problems at first, with their total', async () => {
  rendered()
  expect(shown()).toHaveLength(20)
  expect(screen.getByText(/^1 of 200 chosen.*30 more will be shown once these are resolved/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show 20 more of 200' }))
  expect(shown()).toHaveLength(40)
})
it('selects the recommended fix where one click is enough, keeps existing choices, and respects the filter', async () => {
  const events = rendered('task-4')
  // task-4, 40 to 49 of which 49 asks for more, 140 and the like do not begin so but hold it.
  const matching = many.filter(({ title }) => title.includes('task-4'))
  await userEvent.click(screen.getByRole('button', { name: /^Choose the recommended fix for 10 problems/ }))
  expect(matching).toHaveLength(11)
  expect(events).toEqual([
    {
      type: 'chosen',
      choices: matching.filter(({ id }) => id !== 'dangling:49').map(({ id }) => ({ id, option: 'drop' })),
    },
  ])
})
it('selects one fix for several problems of a kind, within the filter', async () => {
  const grave = Array.from({ length: 30 }, (_, index) =>
    sampleProblem(`old:${index}`, {
      kind: index < 20 ? 'bucket' : 'queue',
      title: `${index < 20 ? 'bucket' : 'queue'}-${index} waits to be deleted.`,
      options: [sampleOption('forget', { level: 3, needsStatement: true, title: 'Forget it' })],
      suggested: null,
    }),
  )
  const events = rendered('bucket', grave, {})
  await userEvent.click(screen.getByText('Choose in bulk'))
  await userEvent.click(screen.getByRole('button', { name: /^Apply/ }))
  expect(events).toEqual([]) // nothing is chosen yet
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Option' }), 'Forget it (20 problems)')
  await userEvent.click(screen.getByRole('button', { name: 'Apply to 20 problems' }))
  const ids = grave.slice(0, 20).map(({ id }) => id)
  expect(events).toEqual([{ type: 'chosen', choices: ids.map((id) => ({ id, option: 'forget' })) }])
})
it('shows the filter when nothing matches', () => {
  rendered('nonsense')
  expect(screen.getByText('No problem matches “nonsense”')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Clear filter' })).toBeInTheDocument()
})
