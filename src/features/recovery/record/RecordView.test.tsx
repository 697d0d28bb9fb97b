import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { option } from '#domain/recoveries/options.ts'
import { sampleRecord } from '#testing/samples/sampleRecord.ts'
import type { Check, Effect, Problem, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import { RecordView } from './RecordView.tsx'

const passed: Check = { what: 'Version 3 is valid.', ok: true }

function rendered(
  proof: Check[],
  next?: { label: string; to: string; operations: number },
  toRefresh = 0,
  effect: Effect | null = null,
  { commands = [], rest }: { commands?: RecoveryRecord['commands']; rest?: RecoveryOptions } = {},
) {
  const record = sampleRecord({
    stillInvalid: commands.length > 0 ? null : 'The state is still invalid: “a” refers to “b”.',
    bans: ['Don’t run an update before the state is repaired.'],
    effect,
    recovery: 'clear-create',
    steps: [{ what: 'Version 3 was written.', ok: true }],
    proof,
    toRefresh,
    commands,
    undoBlocked: 'Version 4 has changed the state since.',
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RecordView record={record} next={next} rest={rest} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  [[], 'Recovery complete and verified.'],
  [[{ what: 'The rest is as it was.', ok: null }], 'Complete. Some checks below can no longer be made.'],
  [[{ what: '3 of 5 errors fixed, 2 left.', ok: false, isLeft: true }], 'Saved as version 3'],
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

it('after a part of a repair says once what was changed and what is left, with one way on', () => {
  const effect: Effect = {
    operationsRemoved: [],
    operationsKept: [],
    entriesRemoved: [],
    entriesAdded: [],
    entriesChanged: [],
    diffs: [],
    entriesMoved: 0,
    urnsChanged: [],
    sentences: ['a is added to the state.'],
    written: [
      'a was added to the state.',
      'Everything else is unchanged. The version before is kept and can be restored.',
    ],
  }
  rendered([passed, { what: '3 of 5 errors fixed, 2 left.', ok: false, isLeft: true }], undefined, 0, effect)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    /^3 of 5 errors fixed, 2 left: the state is still invalid$/,
  )
  expect(screen.getAllByText(/a was added/)).toHaveLength(1)
  expect(screen.queryByText(/Everything else is unchanged/)).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Repair the rest' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/recover',
  )
  expect(screen.queryByRole('link', { name: 'Go to stack' })).not.toBeInTheDocument()
})

it('does not call the state invalid any more once the rest is repaired', () => {
  const left = { what: '3 of 5 errors fixed, 2 left.', ok: false, isLeft: true }
  rendered([passed, left], undefined, 0, null, { commands: [{ label: 'Then update', command: 'pulumi up' }] })
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(/^3 of 5 errors fixed, 2 left$/)
  expect(screen.queryByText(/still invalid/)).not.toBeInTheDocument()
})

it('lists what is left by kind, says what can be done about it, and leads there once', async () => {
  const drop = option({ id: 'drop', title: 'Drop the reference', risk: '', level: 1 })
  const problemOf = (name: string, more: Partial<Problem> = {}): Problem => ({
    id: name,
    kind: 'dangling',
    errors: 2,
    title: `task refers to ${name}, which isn’t in the state.`,
    explanation: '',
    urns: [],
    evidence: [],
    clues: [],
    options: [drop, { ...drop, id: 'restore:1', title: 'Put it back from version 1' }],
    suggested: null,
    advice: null,
    ...more,
  })
  const problems = [
    ...['a', 'b', 'c', 'd'].map((name) => problemOf(name)),
    problemOf('e', { suggested: 'drop', options: [drop] }),
    problemOf('g', {
      kind: 'cycle',
      options: [
        { ...drop, id: 'cut:a' },
        { ...drop, id: 'cut:b' },
      ],
    }),
    problemOf('f', { kind: 'malformed', errors: 1, options: [], suggested: null }),
  ]
  const rest: RecoveryOptions = {
    recovery: 'fix-references',
    basis: { version: 3, hash: '' },
    finding: null,
    problems,
    left: 0,
    onlyOne: false,
    guide: null,
  }
  rendered([passed, { what: '1 of 14 errors fixed, 13 left.', ok: false, isLeft: true }], undefined, 0, null, { rest })
  const left = within(screen.getByRole('region', { name: 'What is left' }))
  expect(left.getByText('Don’t run an update before the state is repaired.')).toBeInTheDocument()
  expect(left.queryByText(/^The state is still invalid/)).not.toBeInTheDocument()
  expect(left.getByText('10 references to 5 resources that aren’t in the state')).toBeInTheDocument()
  expect(left.getByText('1 entry that can’t be read')).toBeInTheDocument()
  expect(left.queryByText(/refers to d,/)).not.toBeInTheDocument()
  await userEvent.click(left.getByRole('button', { name: 'Show all 5' }))
  expect(left.getByText(/refers to d,/)).toBeInTheDocument()
  expect(left.getByText('Still in the cloud? Put its entry back (possible for 4).')).toBeInTheDocument()
  expect(
    left.getByText(/^Gone\? Drop the reference: a resource that does exist stays untracked, and/),
  ).toBeInTheDocument()
  expect(left.getByText('1 has a recommended fix, “Drop the reference”.')).toBeInTheDocument()
  expect(left.getByText('1 needs your decision.')).toBeInTheDocument()
  expect(left.getByText(/^1 has no fix there/)).toBeInTheDocument()
  expect(left.getByRole('link', { name: 'edit the state as text' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/edit?do=state',
  )
  expect(screen.getAllByRole('link', { name: 'Repair the rest' })).toHaveLength(1)
  expect(left.getByRole('link', { name: 'Repair the rest' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/recover/fix-references',
  )
})

it('says in red what must not be run yet, above what is left to do', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RecordView
          record={sampleRecord({
            bans: ['Don’t run pulumi up: it would delete a live resource.'],
            leftToDo: ['Resolve it.'],
          })}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const ban = screen.getByText('Don’t run pulumi up: it would delete a live resource.')
  expect(ban.closest('p')).toHaveClass('text-danger')
  expect(ban.compareDocumentPosition(screen.getByText('Resolve it.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
