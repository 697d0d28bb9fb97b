import { render, screen } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { expect, it } from 'vitest'
import { lazyPart } from './lazyPart.ts'

const Part = ({ name }: { name: string }) => <p>Part {name}</p>

/** Fails so often before it loads. */
function failing(times: number) {
  let left = times
  return async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  }
}

/** A page with the part, once that is there or given up. */
async function shown(times: number, Missing?: ComponentType<{ name: string }>): Promise<string> {
  const Lazy = lazyPart(failing(times), Missing, [0, 1])
  render(
    <main>
      <h1>The page</h1>
      <Suspense fallback=" waits">
        <Lazy name="a" />
        <p>, settled</p>
      </Suspense>
    </main>,
  )
  await screen.findByText(', settled')
  return screen.getByRole('main').textContent
}

it('a part of a page requests its code again when that did not load', async () => {
  expect(await shown(2)).toBe('The pagePart a, settled')
})

it('a part that cannot be loaded is omitted, and the page stays', async () => {
  expect(await shown(Infinity)).toBe('The page, settled')
})

it('a part that cannot be loaded is replaced by the given fallback', async () => {
  expect(await shown(Infinity, ({ name }) => <p>No part {name}</p>)).toBe('The pageNo part a, settled')
})
