import { expect, it } from 'vitest'
import { initialsOf } from './Avatar.tsx'

it.each([
  ['Ada Lovelace', 'AL'],
  ['Grace Brewster Murray Hopper', 'GH'],
  ['grace.hopper', 'GH'],
  ['admin', 'A'],
  ['ci-runner-7', 'C7'],
  ['Zoë Ångström', 'ZÅ'],
  ['\u{20BB7}野 家', '\u{20BB7}家'],
  ['(none)', '?'],
  ['', '?'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
