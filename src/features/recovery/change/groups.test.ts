import { expect, it } from 'vitest'
import { asChoices, type Choices } from './choices.ts'
import { sharedStatements, toState } from './groups.ts'
import { sampleProblem, sampleWay } from '#testing/samples/sampleProblem.ts'

const grave = (id: string, kind: string) =>
  sampleProblem(id, { kind, ways: [sampleWay('forget', { level: 3, needsStatement: true }), sampleWay('keep')] })
const problems = [grave('a', 'old'), grave('b', 'old'), grave('c', 'old'), grave('d', 'half'), grave('e', 'old')]
const said = (way: string, statement: string) => ({ way, inputs: {}, statement })
const choices: Choices = {
  a: said('forget', 'Account closed. '),
  b: said('forget', 'Looked in S3.'),
  c: said('forget', 'Account closed. '),
  d: said('forget', 'Account closed. '),
  e: said('keep', ''),
}

it('puts the same words about problems of one kind with the same way into one statement', () => {
  const shared = sharedStatements(problems, choices, 3)
  expect(shared).toEqual([{ problems: ['a', 'c'], statement: 'Account closed.' }])
  const single = asChoices(problems, choices, 'with', new Set(shared.flatMap((each) => each.problems)))
  expect(single.map(({ problem, statement }) => [problem, statement])).toEqual([
    ['a', undefined],
    ['b', 'Looked in S3.'],
    ['c', undefined],
    ['d', 'Account closed.'],
    ['e', undefined],
  ])
})

it('asks once for the words that are still to be said about several', () => {
  const unsaid = Object.fromEntries(Object.entries(choices).map(([id, { way }]) => [id, { ...said(way ?? '', '') }]))
  const groups = toState(problems, unsaid, 3).map((group) => group.problems.map(({ id }) => id))
  expect(groups).toEqual([['a', 'b', 'c'], ['d'], ['e']])
})
