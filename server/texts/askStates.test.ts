import { describe, expect, it } from 'vitest'
import { createCaches } from '../caches.ts'
import { askForReply, type StateSource } from './askStates.ts'
import { type JobCaller, LARGE_BYTES, type TextJobs, textJobsHere } from './textJobs.ts'

const TEXT = '{"version":3,"deployment":{"resources":[]}}'

/** A host whose jobs wait until the test lets them go, and whose caller the test names. */
function host() {
  let current: JobCaller | null = null
  const asked: { caller: JobCaller | null; go(): void }[] = []
  const reads: string[] = []
  const jobs: TextJobs = {
    ...textJobsHere,
    caller: () => current,
    as(caller, work) {
      const before = current
      current = caller
      try {
        return work() // which asks at once
      } finally {
        current = before
      }
    },
    async ask(input) {
      const caller = current
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      asked.push({ caller, go: resolve })
      caller?.signal.addEventListener('abort', () => reject(caller.signal.reason))
      await promise
      return textJobsHere.ask(input)
    },
  }
  const source = (hash: string): StateSource => ({
    hash,
    bytes: LARGE_BYTES,
    document: () => Promise.reject(new Error('a large state is not read here')),
    async text() {
      reads.push(hash)
      return new TextEncoder().encode(TEXT)
    },
  })
  const deps = { caches: createCaches(), jobs }
  const ask = (user: string, hash = 'a') => {
    const leaving = new AbortController()
    const answer = jobs.as({ user, signal: leaving.signal }, () =>
      askForReply(deps, [source(hash)], 'outputs', { version: 1 }),
    )
    return { answer, leave: () => leaving.abort(new Error(`${user} has gone`)) }
  }
  return { asked, reads, ask }
}

describe('equal questions about a large state', () => {
  it('share one job and one read, and are answered from the cache after it', async () => {
    const { asked, reads, ask } = host()
    const all = ['ada', 'bob', 'ada', 'cleo'].map((user) => ask(user).answer)
    const another = ask('ada', 'b').answer
    expect(asked.map(({ caller }) => caller?.user)).toEqual(['ada', 'ada'])
    for (const { go } of asked) go()
    const [first, ...others] = await Promise.all(all)
    for (const other of others) expect(other).toBe(first)
    await another
    expect(await ask('dan').answer).toBe(first)
    expect(reads).toEqual(['a', 'b'])
  })

  it('are answered while one of their callers waits, and stopped when all have gone', async () => {
    const { asked, ask } = host()
    const [first, second] = [ask('ada'), ask('bob')]
    first.leave()
    await expect(first.answer).rejects.toThrow('ada has gone')
    expect(asked[0]?.caller?.signal.aborted).toBe(false)
    second.leave()
    await expect(second.answer).rejects.toThrow('bob has gone')
    expect(asked[0]?.caller?.signal.aborted).toBe(true)
    const third = ask('cleo')
    asked[1]?.go()
    await third.answer
    expect(asked).toHaveLength(2)
  })
})
