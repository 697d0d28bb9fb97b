import { expect, it } from 'vitest'
import { whyNotConfirmed } from './ConfirmFields.tsx'

const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const NAME = 'organization/shop/prod'

it.each([
  [1, '', '', 0, 'Add a reason to continue.'],
  [1, 'why', '', 0, undefined],
  [2, ' ', '', 0, 'Add a reason and type the name of the stack.'],
  [2, '', NAME, 0, 'Add a reason to continue.'],
  [2, 'why', 'shop', 0, `Type ${NAME} to confirm.`],
  [2, 'why', NAME, 0, undefined],
  [3, '', '', 2, 'Say what you checked.'],
] as const)('at level %i, with “%s” and “%s”, says all that is missing', (level, reason, typed, covers, why) =>
  expect(whyNotConfirmed(stack, level, { reason, typed }, covers)).toBe(why),
)
