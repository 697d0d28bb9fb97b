import { expect, it } from 'vitest'
import { sampleUpdate } from '#testing/samples/sampleStack.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'
import { banOf, cloudWords, headline } from './headline.ts'

const finding = { recovery: null, tone: 'danger', title: '', explanation: '', evidence: [], couldBeLost: '', level: 0, blocked: null, items: [] } as const // prettier-ignore

it.each([
  ['expired', 'Update 2 was interrupted: 1 operation has an unknown outcome'],
  ['failed', 'Update 2 failed: 1 operation has an unknown outcome'],
  ['cancelled', 'Update 2 was cancelled: 1 operation has an unknown outcome'],
] as const)('an update that is %s has the same word in the headline as on its page', (status, title) => {
  const diagnosis: Diagnosis = {
    stack: { org: 'organization', project: 'shop', stack: 'prod' },
    now: 0,
    basis: null,
    lease: null,
    lastUpdate: null,
    interrupted: {
      update: sampleUpdate({ version: 2, status }),
      finished: [],
      inFlight: [],
      failed: [],
      untouched: 0,
      late: [],
      mayStillRunSince: null,
      resolved: null,
    },
    findings: [{ ...finding, evidence: [], items: [] }],
    fine: [],
    pending: [pendingItem()],
    integrity: [],
  }
  expect(headline(diagnosis, true).title).toBe(title)
})

it('a create of a component is no reason to wait with an update', () => {
  const pending = [pendingItem({ situation: 'createOnlyInState' })]
  expect(cloudWords(pending, false)).toBe('The recovery changes only the state, not your cloud.')
  expect(banOf(pending, false)).toBeUndefined()
})

it.each([
  [[], 'The recovery changes only the state, not your cloud.'],
  [['reading', 'importing'], 'The recovery changes only the state, not your cloud.'],
  [['creating'], '1 resource may have been created in the cloud, or not.'],
  [['creating', 'updating', 'reading'], '2 resources may have been created or updated in the cloud, or not.'],
  [['deleting', 'newer'], '2 resources may have been deleted or changed in the cloud, or not.'],
])('with %j pending, it says of the cloud only what is known', (types, words) => {
  const pending = types.map((type, index) => pendingItem({ type, index }))
  expect(cloudWords(pending, false)).toBe(words)
  expect(cloudWords(pending, true)).toBe(`${words} Nothing is written here until you confirm.`)
})
