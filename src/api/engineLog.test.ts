import { expect, it, vi } from 'vitest'
import type { LogLine, LogPage } from '#contract/updates.ts'
import { readOn } from './engineLog.ts'

const line = (sequence: number): LogLine => ({ sequence, at: 0, severity: 'info', urn: null, text: `line ${sequence}` })

/** A log of the server, as of a run without an error: pages of two lines, cursors that count lines. */
const server = (count: number, isEnded: boolean) =>
  vi.fn(async (after: string | undefined) => {
    const from = Number(after ?? 0)
    const to = Math.min(count, from + 2)
    const lines = Array.from({ length: to - from }, (_, index) => line(from + index))
    return { lines, next: isEnded && to === count ? null : String(to), total: count }
  })
const reader = (page: (after: string | undefined) => Promise<LogPage>) => ({
  page,
  pageAtFailure: () => page(undefined),
  soFar: () => undefined,
})

it('a finished log is read to its end, page by page', async () => {
  const log = await readOn(undefined, reader(server(5, true)))
  expect(log.lines.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4])
  expect(log.next).toBeNull()
})

it('reading continues where it was, and requests nothing twice', async () => {
  const known = await readOn(undefined, reader(server(4, false)))
  const page = server(5, false)
  const log = await readOn(known, reader(page))
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
  const known = await readOn(undefined, reader(page))
  expect(known.lines.map(({ sequence }) => sequence)).toEqual([2, 3])
  const log = await readOn(known, reader(page))
  expect(log.lines.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3])
})

it('a long log is shown while it is loading', async () => {
  const seen: number[] = []
  await readOn(undefined, { ...reader(server(6, true)), soFar: ({ lines }) => seen.push(lines.length) })
  expect(seen).toEqual([2, 4])
})

it('a finished log is read again, because a late client may have added to it', async () => {
  const known = await readOn(undefined, reader(server(3, true)))
  expect((await readOn(known, reader(server(5, true)))).lines).toHaveLength(5)
})

it('the lines around the error of a failed run come first, and stay until those before them are there', async () => {
  const page = server(7, true)
  const seen: [number, number | undefined][] = []
  const log = await readOn(undefined, {
    page,
    pageAtFailure: async () => ({ lines: [line(4), line(5)], next: '6', total: 7, failure: { line: 6, before: 4 } }),
    soFar: ({ lines, ahead }) => seen.push([lines.length, ahead?.before]),
  })
  expect(seen).toEqual([
    [0, 4],
    [2, 4],
    [4, 4],
    [6, undefined],
  ])
  expect(log).toMatchObject({ next: null, failure: 6, ahead: undefined })
  expect(log.lines.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(page.mock.calls).toEqual([[undefined], ['2'], ['4'], ['6']])
})
