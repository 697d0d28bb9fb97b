import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RunMark } from '#contract/runs.ts'
import { RunBar } from './RunBar.tsx'

/** What a bar looks like without its colour: its shapes, and the form that it has with forced colours. */
function formOf(run: Partial<RunMark>): string {
  const { container } = render(
    <svg>
      <RunBar
        run={{
          id: 'r',
          version: 1,
          kind: 'update',
          status: 'succeeded',
          isWaiting: false,
          at: 0,
          tookMs: 9,
          ...run,
        }}
        share={0.5}
        area={20}
        x={0}
      />
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
