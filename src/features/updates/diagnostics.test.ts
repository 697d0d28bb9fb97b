import { expect, it } from 'vitest'
import type { ChangeRow } from '#contract/updates.ts'
import { groupDiagnostics } from './diagnostics.ts'

const row = (name: string, ...messages: [severity: string, text: string][]): ChangeRow => ({
  urn: `urn:pulumi:dev::shop::a:b:C::${name}`,
  parent: null,
  type: 'a:b:C',
  name,
  op: 'create',
  state: 'done',
  diffs: [],
  replaceKeys: [],
  detailedDiff: null,
  old: null,
  new: null,
  messages: messages.map(([severity, text]) => ({ severity, text })),
})

it('diagnostics list each message once, errors first, then by the number of resources', () => {
  const groups = groupDiagnostics([
    row('a', ['warning', 'is deprecated'], ['info', 'creating']),
    row('b', ['warning', 'rare'], ['error', 'denied'], ['error', ' denied\n']),
    row('c', ['warning', 'is deprecated']),
  ])
  expect(
    groups.map(({ severity, text, count, resources }) => [severity, text, count, resources.map(({ name }) => name)]),
  ).toEqual([
    ['error', 'denied', 2, ['b']],
    ['warning', 'is deprecated', 2, ['a', 'c']],
    ['warning', 'rare', 1, ['b']],
  ])
})

it('diagnostics end their errors with the closing line of the engine', () => {
  const groups = groupDiagnostics([
    row('root', ['error', 'update failed']),
    row('b', ['error', 'denied'], ['warning', 'w']),
  ])
  expect(groups.map(({ text }) => text)).toEqual(['denied', 'update failed', 'w'])
})
