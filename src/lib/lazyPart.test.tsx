import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazyPart.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const Part = ({ name }: { name: string }) => <p>Part {name}</p>

/** Fails so often before it loads. */
function failing(times: number) {
  let left = times
  return async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  }
}

async function shown(Lazy: ReturnType<typeof lazyPart<{ name: string }>>): Promise<string> {
  render(
    <main>
      <h1>The page</h1>
      <Suspense fallback="waiting">
        <Lazy name="a" />
      </Suspense>
    </main>,
  )
  for (let turn = 0; turn < 10; turn++) await act(() => vi.advanceTimersByTimeAsync(1_000))
  return screen.getByRole('main').textContent
}

it('asks for its code again when that did not load', async () => {
  expect(await shown(lazyPart(failing(2)))).toBe('The pagePart a')
})

it('leaves out what cannot be loaded, and the page stays', async () => {
  expect(await shown(lazyPart(failing(Infinity)))).toBe('The page')
})

it('shows what is given for that case instead', async () => {
  expect(await shown(lazyPart(failing(Infinity), ({ name }) => <p>No part {name}</p>))).toBe('The pageNo part a')
})
