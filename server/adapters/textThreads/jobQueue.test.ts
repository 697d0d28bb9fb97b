import { describe, expect, it } from 'vitest'
import { createJobQueue, type Queued } from './jobQueue.ts'

type Job = Queued & { name: string }
const job = (user: string, name: string, bytes = 0): Job => ({ user, name, bytes })
const names = (queue: { next(): Job | undefined }) => {
  const found: string[] = []
  for (let next = queue.next(); next !== undefined; next = queue.next()) found.push(next.name)
  return found
}

describe('the queue of jobs on large texts', () => {
  it('gives users turns, and does the jobs of one in their order', () => {
    const queue = createJobQueue<Job>()
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.add(job('ada', name))
    queue.add(job('bob', 'b1'))
    queue.add(job('cleo', 'c1'))
    queue.add(job('bob', 'b2'))
    expect(names(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('refuses the job of a user who has too many, and lets others in', () => {
    const queue = createJobQueue<Job>({ mostOfOne: 2 })
    expect(['a1', 'a2', 'a3'].map((name) => queue.add(job('ada', name)))).toEqual([true, true, false])
    expect(queue.add(job('bob', 'b1'))).toBe(true)
    queue.next()
    expect(queue.add(job('ada', 'a4'))).toBe(true)
    expect(names(queue)).toEqual(['b1', 'a2', 'a4'])
  })

  it('refuses jobs beyond the number and the bytes of all, but never a single one for its size', () => {
    const queue = createJobQueue<Job>({ mostOfAll: 3, mostBytes: 100 })
    expect(queue.add(job('ada', 'a1', 500))).toBe(true)
    expect(queue.add(job('bob', 'b1', 1))).toBe(false)
    expect(queue.next()?.name).toBe('a1')
    expect([60, 40, 1, 0, 0].map((bytes, at) => queue.add(job(`user ${at}`, `${bytes} bytes`, bytes)))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
    expect(names(queue)).toEqual(['60 bytes', '40 bytes', '0 bytes'])
    expect(queue.add(job('ada', 'a2', 100))).toBe(true)
  })

  it('drops a job that waits, and frees its place and its bytes', () => {
    const queue = createJobQueue<Job>({ mostOfOne: 2, mostBytes: 100 })
    const [first, second] = [job('ada', 'a1', 90), job('ada', 'a2')]
    queue.add(first)
    queue.add(second)
    expect(queue.add(job('bob', 'b1', 20))).toBe(false)
    expect([queue.drop(first), queue.drop(first)]).toEqual([true, false])
    expect(queue.add(job('bob', 'b2', 20))).toBe(true)
    expect(queue.add(job('ada', 'a3'))).toBe(true)
    expect(names(queue)).toEqual(['a2', 'b2', 'a3'])
    expect(queue.drop(second)).toBe(false)
  })

  it('gives the next turn to a job that was put back, even if its user has no place left', () => {
    const queue = createJobQueue<Job>({ mostOfOne: 1 })
    queue.add(job('bob', 'b1'))
    queue.add(job('ada', 'a2'))
    queue.putBack(job('ada', 'a1'))
    expect(queue.add(job('ada', 'a3'))).toBe(false)
    expect(names(queue)).toEqual(['a1', 'b1', 'a2'])
  })

  it('passes over jobs that may not begin yet, which keep their place', () => {
    const queue = createJobQueue<Job>()
    queue.add(job('ada', 'large', 90))
    queue.add(job('bob', 'small', 1))
    const isSmall = ({ bytes }: Job) => bytes < 10
    expect([queue.next(isSmall)?.name, queue.next(isSmall)?.name]).toEqual(['small', undefined])
    expect(queue.clear().map(({ name }) => name)).toEqual(['large'])
    expect(queue.next()).toBeUndefined()
  })
})
