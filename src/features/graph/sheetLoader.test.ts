import { describe, expect, it } from 'vitest'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { sheetLoader } from './sheetLoader.ts'

const laid = {} as Positions // a loader only passes it on

const unexpected = (error: unknown) => {
  throw error
}

describe('layouts of closed groups', () => {
  it('are reported together when many arrive one after the other', async () => {
    const items = Array.from({ length: 20 }, (_, i) => i)
    const complete: boolean[] = []
    const sheets = sheetLoader(
      () => Promise.resolve(laid),
      () => complete.push(items.every((item) => sheets.get(item))),
      unexpected,
    )
    for (const item of items) sheets.request(item)
    await expect.poll(() => complete.at(-1)).toBe(true)
    expect(complete.length).toBeLessThanOrEqual(2)
  })

  it('are reported while others are still expected', async () => {
    let reports = 0
    const sheets = sheetLoader(
      (item) => (item === 2 ? Promise.resolve(laid) : new Promise(() => undefined)),
      () => reports++,
      unexpected,
    )
    // The latest request comes first; the first one has started by then.
    sheets.request(2)
    sheets.request(1)
    await expect.poll(() => reports).toBe(1)
    expect([sheets.get(1), sheets.get(2)]).toEqual([undefined, laid])
  })

  it('are reported at once when no others are expected, and not after the end', async () => {
    let reports = 0
    const sheets = sheetLoader(
      () => Promise.resolve(laid),
      () => reports++,
      unexpected,
    )
    sheets.request(1)
    await Promise.resolve()
    await Promise.resolve()
    expect(reports).toBe(1)
    sheets.close()
    sheets.request(2)
    await Promise.resolve()
    await Promise.resolve()
    expect(reports).toBe(1)
  })

  it('are reported when they fail, once each, and do not keep others from arriving', async () => {
    const failures: unknown[] = []
    const sheets = sheetLoader(
      (item) => (item === 1 ? Promise.reject(new Error('too large')) : Promise.resolve(laid)),
      () => undefined,
      (error) => failures.push(error),
    )
    for (const item of [1, 2, 1]) sheets.request(item)
    await expect.poll(() => sheets.get(2)).toBe(laid)
    expect(failures).toEqual([new Error('too large')])
  })
})
