import { expect, it } from 'vitest'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { statementsWanted } from './statements.ts'

const option = (level: ConfirmationLevel, needsStatement = false) => ({ level, needsStatement })
const [keep, click, name, statement, always] = [option(0), option(1), option(2), option(3), option(1, true)]

it.each([
  ['below level 3 only for options that always need one', 2, [click, name, always], [always]],
  ['at level 3 for the options that ask for it', 3, [keep, click, statement, always], [statement, always]],
  [
    'for all options that change something when the whole write was raised to level 3',
    3,
    [keep, click, name],
    [click, name],
  ],
] as const)('a statement is required %s', (_, level, chosen, wanted) => {
  expect(chosen.filter(statementsWanted(level, chosen))).toEqual(wanted)
})
