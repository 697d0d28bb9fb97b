import { expect, it } from 'vitest'
import { sampleStack } from '#testing/samples/sampleStack.ts'
import { askGoals, hereGoals, namedGoals, preferenceGoals, stepGoals } from './goals.ts'
import { namedAction, paletteActions } from './stackActions.ts'

const NOBODY = { session: undefined, outage: undefined, names: {} }
const held = (verdict: 'alive' | 'notResponding') =>
  sampleStack({ lease: { updateId: 'u', holder: 'ada', verdict, since: 0, expiresAt: 300_000 }, health: 'running' })

it.each([
  ['release shop/prod', 'release', 'shop/prod'],
  ['release lease shop/prod', 'release', 'shop/prod'],
  ['cancel shop', 'release', 'shop'],
  ['lock for maintenance shop prod', 'lock', 'shop prod'],
  ['recov', 'stack.recover', ''],
  ['history shop', 'stack.updates', 'shop'],
  ['resources shop', 'stack.resources', 'shop'],
  ['settings shop', 'settings', 'shop'],
] as const)('“%s” begins with the action %s', (query, id, rest) => {
  expect(namedAction(query)).toMatchObject({ action: { id }, rest })
})

it.each(['', 're', 'shop release', 'prod', 'theme dark', 'audit'])('“%s” begins with no action', (query) => {
  expect(namedAction(query)).toBeUndefined()
})

it('leads to the recovery that fits the verdict, and to the lease card where no one holds the lease', () => {
  const release = paletteActions.find(({ id }) => id === 'release')
  expect(
    [held('alive'), held('notResponding'), sampleStack()].map((stack) => [
      release?.to(stack),
      release?.blocked(stack, NOBODY),
    ]),
  ).toEqual([
    ['/acme/payments/prod/recover/cancel-update', undefined],
    ['/acme/payments/prod/recover/release-lease', undefined],
    ['/acme/payments/prod#lease', 'No one holds the lease.'],
  ])
})

it('does not lock a stack whose lease is held, and says why', () => {
  const lock = paletteActions.find(({ id }) => id === 'lock')
  expect(lock?.blocked(held('alive'), NOBODY)).toMatch(/its lease is held/)
  expect(lock?.to(held('alive'))).toBe('/acme/payments/prod#lease')
  expect(lock?.blocked(sampleStack(), NOBODY)).toBeUndefined()
})

it('names each stack that the query names, and none without one', () => {
  expect(namedGoals('release payments', [held('alive')], NOBODY).map(({ label }) => label)).toEqual([
    'Release lease… acme/payments/prod',
  ])
  expect(namedGoals('release', [held('alive')], NOBODY)).toEqual([])
})

it('lists those stacks first on which the action is possible', () => {
  const release = paletteActions[1]
  const free = sampleStack({ ref: { org: 'acme', project: 'a', stack: 'dev' } })
  expect(
    release && stepGoals(release, [free, held('alive')], NOBODY).map(({ label, detail }) => [label, detail]),
  ).toEqual([
    ['acme/payments/prod', free.healthReason],
    ['acme/a/dev', 'No one holds the lease.'],
  ])
})

it('offers acts everywhere, tabs of another stack only for a query', () => {
  expect(askGoals('', undefined).map(({ label }) => label)).toEqual([
    'Recover',
    'Release lease…',
    'Lock for maintenance…',
  ])
  expect(askGoals('', sampleStack().ref)).toEqual([])
  expect(askGoals('versions', undefined).map(({ label }) => label)).toEqual(['Versions'])
})

it('shows the actions of the current stack that are possible, and with a query why another one is not', () => {
  const stack = sampleStack()
  expect(hereGoals('', stack, NOBODY).map(({ label }) => label)).toEqual([
    'Lock for maintenance…',
    'Updates',
    'Resources',
    'Graph',
    'Versions',
    'Settings',
    'Copy the command that selects this stack',
  ])
  expect(hereGoals('recover', stack, NOBODY).map(({ detail }) => detail)).toEqual(['Nothing is wrong with this stack.'])
})

it('finds preferences only by a query', () => {
  expect(preferenceGoals('')).toEqual([])
  expect(preferenceGoals('dark theme').map(({ label }) => label)).toEqual(['Theme: dark'])
})
