import { expect, it } from 'vitest'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { statementsWanted } from './statements.ts'

const option = (level: ConfirmationLevel, needsStatement = false) => ({ level, needsStatement })
const [keep, click, name, statement, always] = [option(0), option(1), option(2), option(3), option(1, true)]

it.each([
  ['below level 3 only options that always want one', 2, [click, name, always], [always]],
  ['at level 3 the options that ask for it', 3, [keep, click, statement, always], [statement, always]],
  [
    'at level 3 all that change something, where the write as a whole was raised',
    3,
    [keep, click, name],
    [click, name],
  ],
] as const)('a statement is required, %s', (_, level, chosen, wanted) => {
  expect(chosen.filter(statementsWanted(level, chosen))).toEqual(wanted)
})
