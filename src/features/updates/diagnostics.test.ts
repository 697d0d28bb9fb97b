import { expect, it } from 'vitest'
import { sampleChange } from '#testing/samples/sampleRun.ts'
import type { ChangeRow } from '#contract/updates.ts'
import { groupDiagnostics, otherDiagnostics, saysMore } from './diagnostics.ts'

const row = (name: string, ...messages: [severity: string, text: string][]) =>
  sampleChange({
    urn: `urn:pulumi:dev::shop::a:b:C::${name}`,
    name,
    op: 'create',
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

it('besides the cause are those that say something else, and the cause itself if several resources have it', () => {
  const others = (rows: ChangeRow[]) => otherDiagnostics(groupDiagnostics(rows), 'denied\n').map(({ text }) => text)
  const rows = [row('a', ['error', 'denied']), row('b', ['warning', 'rare']), row('', ['error', 'update failed'])]
  expect(others(rows)).toEqual(['rare'])
  expect(others([...rows, row('c', ['error', 'denied'])])).toEqual(['denied', 'rare'])
  expect(otherDiagnostics(groupDiagnostics(rows), undefined).map(({ text }) => text)).toEqual([
    'denied',
    'update failed',
    'rare',
  ])
})

it.each([
  ['denied', false],
  ['error: denied\n', false],
  ['1 error occurred:\n\t* creating the bucket: denied\n\n', false],
  ['creating the bucket: denied\n\tstatus code: 403', true],
])('an error that says %j says more than its first line: %s', (text, is) => expect(saysMore(text)).toBe(is))
