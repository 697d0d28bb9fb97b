import { expect, it } from 'vitest'
import { straightText, visibleText } from './visible.ts'

it.each([
  ['pay\u202egnp.exe', 'pay\\u202egnp.exe'],
  ['a\u2066b\u2069', 'a\\u2066b\\u2069'],
  ['a\u200bb', 'a\\u200bb'],
  ['a\nb\t', 'a\\u000ab\\u0009'],
  ['a\u{e0041}', 'a\\u{e0041}'],
  ['größe-日本-😀', 'größe-日本-😀'],
  ['👩‍💻 ❤️‍🔥 👩🏽‍🚀', '👩‍💻 ❤️‍🔥 👩🏽‍🚀'],
  ['pay\u200d👩 👩\u200dpay 👩\u200d\u202e👩', 'pay\\u200d👩 👩\\u200dpay 👩\\u200d\\u202e👩'],
])('a name shows its invisible characters: %j', (name, shown) => {
  expect(visibleText(name)).toBe(shown)
})

it('a message keeps its lines, scripts and emoji; direction marks are shown', () => {
  expect(straightText('fix\n\tשלום 👩‍👧')).toBe('fix\n\tשלום 👩‍👧')
  expect(straightText('fix \u202etset\u202c')).toBe('fix \\u202etset\\u202c')
})
