import { expect, it } from 'vitest'
import type { Chosen } from './guidedRecovery.ts'
import { coveredBy } from './sharedStatements.ts'
import { way } from './ways.ts'

const problem = (id: string, kind?: string): Chosen['problem'] => ({
  id,
  ...(kind !== undefined && { kind }),
  title: `${id} is wrong.`,
  explanation: '',
  urns: [],
  evidence: [],
  clues: [],
  ways: [],
  suggested: null,
  advice: null,
})
const chosen = (id: string, wayId: string, kind?: string, statement?: string): Chosen => ({
  problem: problem(id, kind),
  way: way({ id: wayId, title: `Way ${wayId}`, risk: '', level: 3 }),
  choice: { problem: id, way: wayId, inputs: {}, ...(statement !== undefined && { statement }) },
})
const all = [
  chosen('a', 'drop', 'dangling'),
  chosen('b', 'drop', 'dangling'),
  chosen('c', 'restore', 'dangling'),
  chosen('d', 'drop', 'provider'),
  chosen('e', 'drop', 'dangling', 'Its own words.'),
]
const shared = (...problems: string[]) => ({ problems, statement: 'Looked.' })

it('covers problems of one kind with the same way', () => {
  expect(coveredBy(all, [shared('a', 'b'), shared('d')])).toEqual({
    ok: true,
    covered: [
      { statement: 'Looked.', chosen: [all[0], all[1]] },
      { statement: 'Looked.', chosen: [all[3]] },
    ],
  })
})

it.each([
  ['another way', [shared('a', 'c')], 'One statement covers problems of one kind with the same way'],
  ['another kind', [shared('a', 'd')], 'One statement covers problems of one kind with the same way'],
  ['what another one covers', [shared('a'), shared('b', 'a')], 'Two statements cover one problem: a is wrong.'],
  ['what has words of its own', [shared('a', 'e')], 'Two statements cover one problem: e is wrong.'],
  ['what was not chosen', [shared('a', 'z')], 'A statement covers a problem for which no way was chosen: z.'],
])('does not cover %s', (_, statements, reason) => {
  expect(coveredBy(all, statements)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string })
})
