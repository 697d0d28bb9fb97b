import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { atOnce } from '#domain/inPieces.ts'
import { sampleCourse, sampleStep } from '#testing/samples/sampleRun.ts'
import { analyse, preparing } from './analysis.ts'
import { stepsAt } from '#domain/timeline/course.ts'
import { workWords } from './words.ts'
import { RangeFacts } from './RangeFacts.tsx'

const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
const [at, first, slow, aside, last] = ['at', 'first', 'slow', 'aside', 'last'].map(urn) as [
  string,
  string,
  string,
  string,
  string,
]

it('lists the steps of the critical path in order, and selects the resource of one', async () => {
  const course = sampleCourse(
    [
      sampleStep('urn:pulumi:dev::shop::pulumi:providers:aws::default_6_0_0', [1000, 1000]),
      sampleStep(at, [1000, 1000]),
      sampleStep(first, [1000, 3000], { after: [at] }),
      sampleStep(slow, [3000, 9000], { after: [first] }),
      sampleStep(aside, [3000, 4000], { after: [first] }),
      sampleStep(last, [9000, 10_000], { after: [slow] }),
    ],
    { from: 1000, to: 10_000 },
  )
  const prepared = atOnce(preparing(course))
  const onSelect = vi.fn<(urn: string) => void>()
  const facts = (isZoomed: boolean) => (
    <RangeFacts
      analysis={analyse(prepared, 10_000)}
      rows={prepared.rows}
      unchanged
      now={10_000}
      span={{ from: 0, to: 9000 }}
      isZoomed={isZoomed}
      onSelect={onSelect}
    />
  )
  const { rerender } = render(facts(false))
  const path = screen.getByRole('region', { name: 'Critical path' })
  expect(
    within(path)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['first2.0s', 'slow6.0s', 'last1.0s'])
  const { course: run, path: steps } = analyse(prepared, 10_000)
  expect(workWords(stepsAt(run, steps.steps), true)).toBe('4 changes')
  expect(path).toHaveTextContent('and 1 shorter step')
  // Its row is there, as created.
  expect(screen.getByText('1 default provider not counted')).toBeInTheDocument()
  await userEvent.click(within(path).getByRole('button', { name: 'slow' }))
  expect(onSelect).toHaveBeenCalledWith(slow)
  rerender(facts(true))
  expect(screen.queryByRole('region', { name: 'Critical path' })).not.toBeInTheDocument()
})

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
