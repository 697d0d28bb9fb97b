import { expect, it, vi } from 'vitest'
import type { LogLine } from '#contract/updates.ts'
import { readOn } from './engineLog.ts'

const line = (sequence: number): LogLine => ({ sequence, at: 0, severity: 'info', urn: null, text: `line ${sequence}` })

/** A log of the server: pages of two lines, cursors that count lines. */
const server = (count: number, isEnded: boolean) =>
  vi.fn(async (after: string | undefined) => {
    const from = Number(after ?? 0)
    const to = Math.min(count, from + 2)
    const lines = Array.from({ length: to - from }, (_, index) => line(from + index))
    return { lines, next: isEnded && to === count ? null : String(to), total: count }
  })
const soFar = () => undefined

it('a finished log is read to its end, page by page', async () => {
  const log = await readOn(undefined, { page: server(5, true), soFar })
  expect(log.lines.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4])
  expect(log.next).toBeNull()
})

it('reading continues where it was, and requests nothing twice', async () => {
  const known = await readOn(undefined, { page: server(4, false), soFar })
  const page = server(5, false)
  const log = await readOn(known, { page, soFar })
  expect(log.lines).toHaveLength(5)
  expect(page.mock.calls).toEqual([['4']])
  expect(log.lines[0]).toBe(known.lines[0])
})

it('lines read by receipt are sorted into engine order once a finished log is complete', async () => {
  const pages = [
    { lines: [line(2), line(3)], next: '2', total: 2 },
    { lines: [line(0), line(1)], next: null, total: 4 },
  ]
  const page = async () => pages.shift() ?? { lines: [], next: null, total: 4 }
  const known = await readOn(undefined, { page, soFar })
  expect(known.lines.map(({ sequence }) => sequence)).toEqual([2, 3])
  const log = await readOn(known, { page, soFar })
  expect(log.lines.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3])
})

it('a long log is shown while it is loading', async () => {
  const seen: number[] = []
  await readOn(undefined, { page: server(6, true), soFar: ({ lines }) => seen.push(lines.length) })
  expect(seen).toEqual([2, 4])
})

it('a finished log is read again, because a late client may have added to it', async () => {
  const known = await readOn(undefined, { page: server(3, true), soFar })
  expect((await readOn(known, { page: server(5, true), soFar })).lines).toHaveLength(5)
})
