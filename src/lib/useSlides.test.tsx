import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSlides } from './useSlides.ts'

const ROW_PX = 20

function List({ names }: { names: readonly string[] }) {
  const list = useSlides<HTMLUListElement>(names)
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

const slides: string[] = []
let isReduced = false

beforeEach(() => {
  isReduced = false
  slides.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
  // Nothing is laid out here: each row is as high as the others.
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * ROW_PX
  })
  Object.assign(Element.prototype, {
    animate(this: Element, [from]: { transform: string }[]) {
      slides.push(`${this.textContent} ${from?.transform}`)
    },
  })
})
afterEach(() => Reflect.deleteProperty(Element.prototype, 'animate'))

const slidesFrom = (before: readonly string[], now: readonly string[]): readonly string[] => {
  const { rerender } = render(<List names={before} />)
  rerender(<List names={now} />)
  return slides
}

it('rows slide to their new places when their order changes', () => {
  expect(slidesFrom(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual([
    'c translateY(40px)',
    'a translateY(-20px)',
    'b translateY(-20px)',
  ])
})

it.each([
  ['when a row is new', ['a', 'b'], ['c', 'a', 'b']],
  ['when other rows take their places, as after a filter', ['a', 'b'], ['c', 'd']],
  ['when nothing changed', ['a', 'b'], ['a', 'b']],
])('nothing slides %s', (_, before, now) => {
  expect(slidesFrom(before, now)).toEqual([])
})

it('nothing slides with reduced motion', () => {
  isReduced = true
  expect(slidesFrom(['a', 'b'], ['b', 'a'])).toEqual([])
})
