import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleApproval, sampleDecision } from '#testing/samples/sampleApproval.ts'
import { DecidedSteps } from './DecidedSteps.tsx'

const allowed = {
  status: 'allowed' as const,
  decidedAt: 1,
  keptUntil: Date.now() + 3_600_000,
  decisions: [sampleDecision('ada')],
}

it.each([
  ['a step', sampleApproval(allowed), true],
  ['the rest of a run, which is over with it', sampleApproval({ ...allowed, of: 'run' }), false],
])('says whether a rerun may go on unasked: %s', (_, approval, isKept) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecidedSteps approvals={[approval]} endedAt={null} />
    </QueryClientProvider>,
  )
  expect(screen.queryAllByText(/A rerun may do this step without asking until/)).toHaveLength(isKept ? 1 : 0)
})

it('of several users each has a time, and says what they decided if they differ', () => {
  const decisions = [sampleDecision('ada'), sampleDecision('grace', false)]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecidedSteps approvals={[sampleApproval({ status: 'refused', decidedAt: 1, decisions })]} endedAt={null} />
    </QueryClientProvider>,
  )
  const [ada, grace] = screen.getByRole('list', { name: 'Decisions' }).children
  expect(ada).toHaveTextContent(/^ada allowed it /)
  expect(grace).toHaveTextContent(/^grace refused it /)
})
