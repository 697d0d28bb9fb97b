import { expect, it } from 'vitest'
import { downMs, isFromOutage, outagesDuring, wasNotStarted } from './outage.ts'

const run = { status: 'failed', createdAt: 0, startedAt: 100, endedAt: 200, endReason: 'complete', lease: null }
const ERROR = 'error sending request for url (https://holdfast/api/stacks/acme/shop/prod): connection refused'

it.each([
  ['before the run', { from: 10, to: 100 }, 0],
  ['at its start', { from: 10, to: 101 }, 1],
  ['at its end', { from: 199, to: 300 }, 1],
  ['after it', { from: 200, to: 300 }, 0],
])('an outage counts for a run if it was during it: %s', (_, outage, count) => {
  expect(outagesDuring([outage], run)).toHaveLength(count)
  expect(outagesDuring([outage], { ...run, status: 'succeeded' })).toEqual([])
})

it('an outage does not count for an interrupted run whose CLI renewed its lease after it', () => {
  const outage = { from: 120, to: 130 }
  const renewedAt = (at: number) => outagesDuring([outage], { ...run, endReason: 'expiry', lease: { renewedAt: at } })
  expect([renewedAt(110), renewedAt(131)]).toEqual([[outage], []])
})

it('a run failed because of an outage if the error is of a call to Holdfast', () => {
  const outages = [{ from: 0, to: 23_400 }]
  expect([isFromOutage(ERROR, outages), isFromOutage(ERROR, []), isFromOutage('BucketAlreadyExists', outages)]).toEqual(
    [true, false, false],
  )
  expect(downMs([...outages, { from: 0, to: 1_000 }])).toBe(24_000)
})

it('a step that the engine could not record was not started', () => {
  const said = (when: string) => wasNotStarted(`error: ${when}-step event returned an error: ${ERROR}`)
  expect([said('pre'), said('post'), wasNotStarted(ERROR)]).toEqual([true, false, false])
})
