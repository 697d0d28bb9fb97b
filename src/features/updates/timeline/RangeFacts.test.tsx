import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { atOnce } from '#domain/inPieces.ts'
import { sampleCourse, sampleStep } from '#testing/samples/sampleRun.ts'
import { analyse, preparing } from './analysis.ts'
import { RangeFacts } from './RangeFacts.tsx'

const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
const steps = [sampleStep(urn('done'), [1000, 3000]), sampleStep(urn('open'), [2000, null], { outcome: 'open' })]

it.each([
  ['that goes on', null, 'in progress'],
  ['that was interrupted', 11_000, 'with an unknown outcome'],
])('a step without an end took longer than what is known, also in a run %s', (_, to, words) => {
  const prepared = atOnce(preparing(sampleCourse(steps, { from: 1000, to })))
  const facts = (span: { from: number; to: number }) => (
    <RangeFacts
      analysis={analyse(prepared, 11_000)}
      rows={prepared.rows}
      unchanged
      now={11_000}
      span={span}
      isZoomed
      onSelect={() => undefined}
    />
  )
  const { rerender } = render(facts({ from: 0, to: 10_000 }))
  const range = screen.getByRole('region', { name: 'Range' })
  expect(range).toHaveTextContent(`Steps1 change and 1 ${words}Longestover 9.0s open`)
  expect(range).not.toHaveTextContent('Mean')
  // Before it started, it says nothing about the other.
  rerender(facts({ from: 0, to: 500 }))
  expect(range).toHaveTextContent(/Steps1 changeLongest2\.0s done.*Mean2\.0s/)
})
