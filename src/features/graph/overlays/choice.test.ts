import { expect, it } from 'vitest'
import type { StackDetail } from '#contract/stacks.ts'
import { hasStrip, pastVersion, readOverlay } from './choice.ts'

it.each([
  ['update.12', 14, 12],
  ['durations.12', 14, 12],
  ['diff.3.12', 14, 12],
  ['update.14', 14, undefined], // the newest one may be running: its state is the current one
  ['update.15', 14, undefined],
  ['update', 14, undefined],
  ['diff.3', 14, undefined],
  ['diff.3.0', 14, undefined], // before the first update there is nothing to draw
  ['type', 14, undefined],
])('the overlay %s of a stack at version %i is drawn over %s', (overlay, newest, version) => {
  expect(pastVersion(readOverlay(overlay), newest)).toBe(version)
})

it.each([
  ['status', 2, 'expired', true],
  ['pending', 2, 'expired', true],
  ['age', 2, 'expired', false],
  ['status', 0, 'expired', false],
  ['status', 2, 'running', false],
] as const)(
  '%s with %i pending operations of a run that is %s has a strip: %s',
  (kind, pendingCount, status, isShown) => {
    const detail = { pendingCount, lastUpdate: { status } } as StackDetail
    expect(hasStrip({ kind }, detail)).toBe(isShown)
  },
)
