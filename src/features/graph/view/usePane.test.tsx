import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Size } from '../worker/expected.ts'
import { useLayoutSize } from './usePane.ts'

describe('the size that is laid out for', () => {
  const narrow = { width: 1_500, height: 700 }
  const wide = { width: 1_788, height: 700 }
  const sizeOf = (opened: ReadonlySet<number>) =>
    renderHook(
      ({ size }: { size: Size }) =>
        useLayoutSize(size, { hasDetails: false, hasOutline: false, hasStrip: false }, { opened, shut: new Set() }),
      {
        initialProps: { size: narrow },
      },
    )

  it('grows when the outline gives way, as more groups may fit then', () => {
    const { result, rerender } = sizeOf(new Set())
    expect(result.current).toEqual(narrow)
    rerender({ size: wide })
    expect(result.current).toEqual(wide)
    rerender({ size: narrow })
    expect(result.current, 'what opens beside it moves nothing').toEqual(wide)
  })

  it('stays when the user has opened or closed groups', () => {
    const { result, rerender } = sizeOf(new Set([7]))
    rerender({ size: wide })
    expect(result.current).toEqual(narrow)
  })

  it('leaves room for the strip of creates that comes later, so that the picture is not laid out again', () => {
    const pane = { width: window.innerWidth - 65, height: Math.max(490, window.innerHeight - 260) }
    const sizeWith = (hasStrip: boolean) =>
      renderHook(() =>
        useLayoutSize(pane, { hasDetails: false, hasOutline: false, hasStrip }, { opened: new Set(), shut: new Set() }),
      ).result.current
    expect(sizeWith(false)).toEqual(pane)
    expect(sizeWith(true)).toEqual({ ...pane, height: pane.height - 52 })
  })
})
