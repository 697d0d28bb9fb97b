import { act, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { IS_NARROW } from '#src/lib/useMedia.ts'
import { entriesOfGraph } from './entries.ts'
import { ResourceTree } from './ResourceTree.tsx'

const entries = entriesOfGraph(generateGraph('aws', 60))
const row = (place: number) =>
  screen.getAllByRole('row').find((each) => each.getAttribute('aria-rowindex') === String(place))

beforeEach(() => {
  // The page that these tests run in has no sizes.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => vi.unstubAllGlobals())

/** The tree, and a key that is pressed as soon as new rows are in the page, before the effects of these have run. */
function Busy({ selected, press }: { selected: number; press?: string }) {
  useLayoutEffect(() => {
    if (press !== undefined && document.activeElement) fireEvent.keyDown(document.activeElement, { key: press })
  }, [press])
  return <ResourceTree label="Resources" entries={entries} selected={selected} onSelect={() => {}} />
}

it('a key that is pressed while the effects of the last change are due moves the focus', () => {
  const { rerender } = render(<Busy selected={-1} />)
  row(1)?.focus()
  rerender(<Busy selected={-1} press="ArrowDown" />)
  expect(document.activeElement).toHaveAttribute('aria-rowindex', '2')
})

it.each([
  ['the first resource that is looked for', -1, 1],
  ['the selection, if there is one', 0, 0],
] as const)('has in view at first %s', (_, selected, times) => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(9_000) // else nothing can be scrolled
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
  const last = entries.count - 1
  render(
    <ResourceTree
      label="Resources"
      entries={entries}
      selected={selected}
      onSelect={() => {}}
      isFirst={(index) => index >= last - 2}
    />,
  )
  const tops = scrolled.mock.calls.map(([to]) => Number(Object(to)['top']))
  expect(tops.filter((top) => top > 300)).toHaveLength(times)
})

it('begins with the parent of the first resource that is looked for', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(9_000)
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
  const { parent } = entries.outline
  // Among the rows that are mounted at first.
  const child = parent.findIndex((each, index) => each > 0 && parent[index - 2] === each)
  render(
    <ResourceTree
      label="Resources"
      entries={entries}
      selected={-1}
      onSelect={() => {}}
      isFirst={(index) => index === child}
    />,
  )
  const top = Number(Object(scrolled.mock.calls.at(-1)?.[0])['top'])
  const above = screen.getAllByRole('row').find((each) => each.style.transform === `translateY(${top}px)`)
  expect(above).toHaveTextContent(entries.names[parent[child] ?? -1] ?? 'no parent')
})

it('has the selection in view when the rows get another height, as in a window that becomes narrow', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(9_000)
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
  const listeners = new Set<() => void>()
  let isNarrow = false
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isNarrow && query === IS_NARROW,
    addEventListener: (_: string, call: () => void) => listeners.add(call),
    removeEventListener: (_: string, call: () => void) => listeners.delete(call),
  }))
  const facts = {
    idOf: () => null,
    isCustom: () => true,
    providerOf: () => '',
    childCountOf: () => 0,
    changeOf: () => undefined,
  }
  render(<ResourceTree label="Resources" entries={entries} selected={12} onSelect={() => {}} facts={facts} />)
  const tops = () => scrolled.mock.calls.map(([to]) => Number(Object(to)['top'])).filter((top) => top > 0)
  expect(tops()).toEqual([])
  isNarrow = true
  act(() => listeners.forEach((call) => call()))
  expect(tops().length).toBeGreaterThan(0)
})

describe('a row', () => {
  const heightOf = (pointer: string): number => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === `(pointer: ${pointer})`,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    render(<ResourceTree label="Resources" entries={entries} selected={-1} onSelect={() => {}} />)
    return parseFloat(row(1)?.style.height ?? '')
  }

  it('is large enough for a finger', () => expect(heightOf('coarse')).toBeGreaterThanOrEqual(40))

  it('is low for a mouse, so that many are in view', () => expect(heightOf('fine')).toBeLessThanOrEqual(30))
})
