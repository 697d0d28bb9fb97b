import { describe, expect, it } from 'vitest'
import { forecastText, forecastTitle } from './words.ts'

const line = (action: 'refuse' | 'hold', steps = 1, name = 'orders') => ({
  action,
  steps,
  step: 'delete' as const,
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`,
  type: 'aws:s3/bucket:Bucket',
  rule: { name: 'many deletes' },
})

describe('what rules would do with a preview', () => {
  it.each([
    [[line('hold')], '1 step would wait for approval'],
    [[line('hold'), line('hold')], '2 steps would wait for approval'],
    [[line('refuse')], '1 step would be refused'],
    [
      [line('refuse'), line('refuse'), line('refuse'), line('hold'), line('hold')],
      '3 steps would be refused, 2 would wait for approval',
    ],
    [[line('hold', 15)], '15 steps would wait for 1 approval'],
    [[line('refuse', 4), line('hold', 15), line('hold')], '4 steps would be refused, 16 would wait for 2 approvals'],
  ])('counts the steps %#', (lines, words) => expect(forecastTitle(lines)).toBe(words))

  it('names the first step of the rest of a run, for which a rule asks once', () => {
    expect(forecastText([line('hold', 15)], 'https://holdfast.example')).toBe(
      '15 steps from deleting orders (aws:s3/bucket:Bucket) on (asked once) would wait for approval by "many deletes". https://holdfast.example',
    )
    const seven = Array.from({ length: 7 }, (_, index) => line('refuse', index + 1, `b${index}`))
    expect(forecastText(seven, 'url')).toContain('and 13 more steps.')
  })
})
