import { expect, it } from 'vitest'
import { withFaded } from './faded.ts'

const line = (from: string, to: string, opacity?: number) => ({
  id: `${from} ${to}`,
  from,
  to,
  path: '',
  color: '',
  width: 1,
  ...(opacity !== undefined && { opacity }),
})
const lines = [line('a', 'b'), line('b', 'c', 0.8), line('c', 'd'), line('d', 'e', 0.1)]

it.each([
  ['nothing', undefined, [undefined, 0.8, undefined, 0.1]],
  ['a box with lines', 'b', [undefined, 0.8, 0.15, 0.1]],
  ['the end of a line', 'e', [0.15, 0.15, 0.15, 0.1]],
  ['a box without lines', 'z', [undefined, 0.8, undefined, 0.1]],
])('fades the lines of other boxes while the pointer is over %s', (_, pointed, opacities) => {
  expect(withFaded(lines, pointed).map(({ opacity }) => opacity)).toEqual(opacities)
})
