import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { sampleRecord } from '#testing/samples/sampleRecord.ts'
import type { Check } from '#contract/recoveries.ts'
import { RecordView } from './RecordView.tsx'

const passed: Check = { what: 'Version 3 is valid.', ok: true }

function rendered(proof: Check[], next?: { label: string; to: string; operations: number }, toRefresh = 0) {
  const record = sampleRecord({
    recovery: 'clear-create',
    steps: [{ what: 'Version 3 was written.', ok: true }],
    proof,
    toRefresh,
    undoBlocked: 'Version 4 has changed the state since.',
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RecordView record={record} next={next} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  [[], 'Recovery complete and verified.'],
  [[{ what: 'The rest is as it was.', ok: null }], 'Complete. Some checks below can no longer be made.'],
  [[{ what: '3 of 5 errors fixed, 2 left.', ok: false, isLeft: true }], 'Saved: 3 of 5 errors fixed, 2 left.'],
  [
    [
      { what: '3 of 5 errors fixed, 2 left.', ok: false, isLeft: true },
      { what: 'The rest is as it was.', ok: false },
    ],
    'Complete, but a check below failed.',
  ],
  [[{ what: 'The rest is as it was.', ok: false }], 'Complete, but a check below failed.'],
] as const)('shows the overall result of the checks: %j', (more, sentence) => {
  rendered([passed, ...more])
  expect(screen.getByRole('status').textContent).toBe(sentence)
})

it('never calls a recovery complete while operations wait for an answer', () => {
  rendered([passed], { label: 'Resolve 2 operations', to: '/', operations: 2 })
  expect(screen.getByRole('status').textContent).toBe('Saved and verified · 2 operations need an answer')
})

it('never calls a recovery complete while outputs are unknown', () => {
  rendered([passed], undefined, 3)
  expect(screen.getByRole('status').textContent).toBe('Saved and verified · 3 resources to refresh')
})

it('marks a failed check, and one that could not be made, in words', () => {
  rendered([passed, { what: 'Nothing else changed.', ok: false }, { what: 'Version 2 is kept.', ok: null }])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Version 3 is valid.',
    'Failed: Nothing else changed.',
    'Not checked: Version 2 is kept.',
    'Version 3 was written.',
  ])
})
