import { afterEach, describe, expect, it } from 'vitest'
import { DomainError } from '#server/errors.ts'
import type { JobCaller, LaterText, UnguardedJobs } from '#server/texts/textJobs.ts'
import { MOST_OF_ONE } from './jobQueue.ts'
import { LAST_BYTES } from './lane.ts'
import { createTextWorker, type TextWorker } from './textWorker.ts'

const opened: TextWorker[] = []
function open(options: Parameters<typeof createTextWorker>[0] = {}): UnguardedJobs {
  const worker = createTextWorker({ largeBytes: 0, ...options })
  opened.push(worker)
  return worker.jobs
}
afterEach(async () => {
  for (const worker of opened.splice(0)) await worker.close()
})

const TEXT = new TextEncoder().encode('{"version":3,"deployment":{}}')
const caller = (user: string, signal = new AbortController().signal): JobCaller => ({ user, signal })

/** A text whose reading the test ends, and what was read. */
function gate(bytes = TEXT.length) {
  const began = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let reads = 0
  const text: LaterText = {
    bytes,
    async text() {
      reads += 1
      began.resolve()
      await ended.promise
      return TEXT.slice()
    },
  }
  return { text, began: began.promise, open: () => ended.resolve(), reads: () => reads }
}
const outline = (jobs: UnguardedJobs, who: JobCaller | null, text: LaterText) => jobs.as(who, () => jobs.outline(text))
const later = { bytes: TEXT.length, text: async () => TEXT.slice() }

describe('jobs of users on large texts', () => {
  it('hold no text while they wait, and are read one at a time', async () => {
    const jobs = open()
    const gates = Array.from({ length: 5 }, () => gate())
    const answers = gates.map(({ text }) => outline(jobs, caller('ada'), text))
    for (const [index, { began, open: end }] of gates.entries()) {
      await began
      expect(gates.map(({ reads }) => reads())).toEqual(gates.map((_, at) => Number(at <= index)))
      end()
      await answers[index]
    }
  })

  it('are refused beyond the share of the user, and another user is not', async () => {
    const jobs = open()
    const first = gate()
    const running = outline(jobs, caller('ada'), first.text)
    await first.began
    const waiting = Array.from({ length: MOST_OF_ONE }, () => outline(jobs, caller('ada'), later))
    await expect(outline(jobs, caller('ada'), later)).rejects.toMatchObject({
      refusal: { kind: 'tooManyJobs', retryAfterS: expect.any(Number) },
    })
    const others = outline(jobs, caller('bob'), later)
    first.open()
    await Promise.all([running, ...waiting, others])
    await outline(jobs, caller('ada'), later)
  })

  it('are dropped when their caller has gone, whether they wait or run', async () => {
    const jobs = open()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const [first, second, third] = [gate(), gate(), gate()]
    const answers = [
      outline(jobs, caller('ada', running.signal), first.text),
      outline(jobs, caller('ada', waiting.signal), second.text),
      outline(jobs, caller('ada'), third.text),
    ]
    const gone = Promise.allSettled(answers.slice(0, 2))
    await first.began
    waiting.abort(new Error('left the line'))
    running.abort(new Error('left the thread'))
    await third.began // which the first one does not hold up any more
    expect((await gone).map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
      'Error: left the thread',
      'Error: left the line',
    ])
    expect(second.reads()).toBe(0)
    third.open()
    await answers[2]
    first.open()
  })

  it('never hold up a job of a running update, which is not refused', async () => {
    const jobs = open()
    const first = gate()
    const asked = Array.from({ length: MOST_OF_ONE }, () => outline(jobs, caller('ada'), first.text))
    await first.began
    await Promise.all(Array.from({ length: 3 * MOST_OF_ONE }, () => jobs.prepare(TEXT.slice())))
    expect(first.reads()).toBe(1)
    first.open()
    await Promise.all(asked)
  })

  it('are stopped when they take too long, and the next one is done', async () => {
    // A third of what the long job takes on a quiet machine; ample for a thread to start on a busy one.
    const jobs = open({ mostMs: 2_000 })
    const endless = new TextEncoder().encode(
      `{"version":3,"deployment":{"resources":[${'{"a":[]},'.repeat(3_000_000)}{}]}}`,
    )
    const long = outline(jobs, caller('ada'), { bytes: 0, text: async () => endless })
    const next = outline(jobs, caller('ada'), later)
    await expect(long).rejects.toThrow(DomainError)
    await expect(long).rejects.toMatchObject({ refusal: { kind: 'jobTooLong' } })
    expect(await next).toMatchObject({ version: 3 })
  })

  it('on a large text start again when the service works on another one', async () => {
    const jobs = open()
    const [ofUser, ofService, small] = [gate(LAST_BYTES), gate(LAST_BYTES), gate()]
    const asked = outline(jobs, caller('ada'), ofUser.text)
    await ofUser.began
    const done = outline(jobs, null, ofService.text)
    await ofService.began
    const other = outline(jobs, caller('bob'), small.text)
    await small.began // which fits beside it
    small.open()
    await other
    expect(ofUser.reads()).toBe(1)
    ofUser.open()
    ofService.open()
    await Promise.all([done, asked])
    expect(ofUser.reads()).toBe(2)
  })
})
