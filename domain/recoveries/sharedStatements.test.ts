import { expect, it } from 'vitest'
import type { Chosen } from './guidedRecovery.ts'
import { coveredBy, recordedFor } from './sharedStatements.ts'
import { option } from './options.ts'

const problem = (id: string, kind?: string): Chosen['problem'] => ({
  id,
  ...(kind !== undefined && { kind }),
  title: `${id} is wrong.`,
  explanation: '',
  urns: [],
  evidence: [],
  clues: [],
  options: [],
  suggested: null,
  advice: null,
})
const chosen = (id: string, optionId: string, kind?: string, statement?: string): Chosen => ({
  problem: problem(id, kind),
  option: option({ id: optionId, title: `Way ${optionId}`, risk: '', level: 3 }),
  choice: { problem: id, option: optionId, inputs: {}, ...(statement !== undefined && { statement }) },
})
const all = [
  chosen('a', 'drop', 'dangling'),
  chosen('b', 'drop', 'dangling'),
  chosen('c', 'restore', 'dangling'),
  chosen('d', 'drop', 'provider'),
  chosen('e', 'drop', 'dangling', 'Its own words.'),
]
const shared = (...problems: string[]) => ({ problems, statement: 'Looked.' })

it('a shared statement covers resources that were checked together, whether or not they are alike', () => {
  expect(coveredBy(all, [shared('a', 'b', 'c'), shared('d')])).toEqual({
    ok: true,
    covered: [
      { statement: 'Looked.', chosen: [all[0], all[1], all[2]] },
      { statement: 'Looked.', chosen: [all[3]] },
    ],
  })
})

it.each([
  [
    'a problem that another one covers',
    [shared('a'), shared('b', 'a')],
    'Two statements cover one problem: a is wrong.',
  ],
  ['a problem with a statement of its own', [shared('a', 'e')], 'Two statements cover one problem: e is wrong.'],
  ['a problem without a chosen fix', [shared('a', 'z')], 'A statement covers a problem without a chosen fix: z.'],
])('a shared statement does not cover %s', (_, statements, reason) => {
  expect(coveredBy(all, statements)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string })
})

it('a shared statement is recorded with the problems it covers, and with each decision when these differ', () => {
  const [a, b, c] = all
  if (!a || !b || !c) throw new Error('the test needs three problems')
  expect(recordedFor({ statement: 'Looked.', chosen: [a, b] })).toEqual({
    item: '2 problems, each resolved as “Way drop”',
    statement: 'Looked.',
    covers: ['a is wrong.', 'b is wrong.'],
  })
  expect(recordedFor({ statement: 'Looked.', chosen: [a, c] })).toEqual({
    item: '2 problems',
    statement: 'Looked.',
    covers: ['a is wrong.: Way drop', 'c is wrong.: Way restore'],
  })
})
