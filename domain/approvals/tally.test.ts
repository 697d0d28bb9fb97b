import { describe, expect, it } from 'vitest'
import { approvalTally } from './tally.ts'

type Facts = Parameters<typeof approvalTally>[0][number]
const waited = (since: number, decidedAt: number | null, status: Facts['status'] = 'allowed'): Facts => ({
  status,
  since,
  until: status === 'refused' ? since : since + 60,
  decidedAt,
})

describe('what rules did to a run', () => {
  it.each<[string, Facts[], ReturnType<typeof approvalTally>]>([
    ['nothing', [], null],
    ['a step that still waits', [waited(0, null, 'waiting')], null],
    ['one that a rule refused at once', [waited(5, 5, 'refused')], { refused: 1, waitedMs: 0 }],
    ['one that was allowed', [waited(0, 40)], { refused: 0, waitedMs: 40 }],
    ['two that waited at the same time', [waited(0, 40), waited(10, 50)], { refused: 0, waitedMs: 50 }],
    ['one within the time of another', [waited(0, 40), waited(10, 20)], { refused: 0, waitedMs: 40 }],
    ['two after one another', [waited(100, 140), waited(0, 40, 'timedOut')], { refused: 1, waitedMs: 80 }],
    ['one that was allowed too late', [waited(0, 500)], { refused: 1, waitedMs: 60 }],
    ['one whose run ended', [waited(0, 30, 'ended')], { refused: 0, waitedMs: 30 }],
  ])('%s', (_, rows, expected) => {
    expect(approvalTally(rows)).toEqual(expected)
  })
})
