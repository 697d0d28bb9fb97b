import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RunMark } from '#contract/runs.ts'
import { RunBar } from './RunBar.tsx'
import { RunCalendar } from './RunCalendar.tsx'

const RUN: RunMark = {
  id: 'r',
  version: 1,
  kind: 'update',
  status: 'succeeded',
  isWaiting: false,
  at: 0,
  tookMs: 9,
}

/** What a bar looks like without its colour: its shapes, and the form that it has with forced colours. */
function formOf(run: Partial<RunMark>): string {
  const { container } = render(
    <svg>
      <RunBar run={{ ...RUN, ...run }} share={0.5} area={20} x={0} />
    </svg>,
  )
  return [...container.querySelectorAll('rect')]
    .map((rect) => [rect.getAttribute('data-mark'), rect.getAttribute('class')].join(' '))
    .join(', ')
}

it('differs by its form for each way in which a run can end, where colours are forced', () => {
  const forms = (['succeeded', 'failed', 'cancelled', 'expired'] as const).map((status) => formOf({ status }))
  forms.push(formOf({ status: 'running', verdict: 'notResponding' }))
  expect(new Set(forms).size).toBe(forms.length)
})

it('the bar of a run that has just started ends within its axis, and its outline is not cut off', () => {
  const days = 14
  const now = days * 86_400_000
  const { container } = render(
    <RunCalendar runs={[{ ...RUN, at: now, tookMs: null }]} since={0} now={now} days={days} />,
  )
  // A bar is at most 80 % as wide as its place, of which there are 120.
  expect(parseFloat(container.querySelector('rect')?.getAttribute('x') ?? '')).toBeLessThanOrEqual(100 - 80 / 120)
  expect(container.querySelector('svg')).toHaveClass('overflow-visible')
})
