import { expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { whyNotOperate } from './rights.ts'

it.each<[Session['role'], Session['scope'], string | undefined]>([
  ['admin', 'admin', undefined],
  ['operator', 'operate', undefined],
  ['reader', 'operate', undefined], // operator in one organization: the server decides in which
  ['reader', 'read', 'You can view stacks, but changing them needs the role operator.'],
  ['admin', 'preview', 'This needs the scope operate; you have signed in with an access token of the scope preview.'],
])('the reason why a %s with the scope %s may not operate is: %s', (role, scope, why) => {
  expect(whyNotOperate({ role, scope })).toBe(why)
})
