import { expect, it } from 'vitest'
import { endedByRevocation } from './revocationWords.ts'

const token = { name: 'ci', login: 'admin' }
const update = { stack: { org: 'o', project: 'p', stack: 's' }, kind: 'update', version: 1 }

it.each([
  [{ tokens: [], sessions: 0, updates: [] }, undefined],
  [{ tokens: [token], sessions: 0, updates: [] }, '1 token'],
  [{ tokens: [], sessions: 2, updates: [update] }, '2 sessions and the lease of 1 running update'],
  [
    { tokens: [token, token, token], sessions: 2, updates: [update, update] },
    '3 tokens, 2 sessions and the lease of 2 running updates',
  ],
])('the warning before revoking %j says: %s', (effect, words) => {
  expect(endedByRevocation({ ...effect, endsThisSession: false })).toBe(words)
})
