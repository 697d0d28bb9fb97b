import { describe, expect, it } from 'vitest'
import { codeIn, returnTo } from './signInAddress.ts'

it.each([
  ['#code=abc', 'abc'],
  ['#code=', undefined],
  ['', undefined],
  ['#other=1', undefined],
])('the code in the address %j is %j', (hash, code) => expect(codeIn(hash)).toBe(code))

describe('after signing in', () => {
  const to = (value: string) => returnTo(new URLSearchParams({ returnTo: value }))
  it.each(['/-/stacks?search=a&page=2', '/acme/shop/prod#x', '/'])('the browser returns to %s', (path) => {
    expect(to(path)).toBe(path)
  })
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/path',
    'javascript:alert(1)',
    'evil',
    '/login?returnTo=/',
    '',
  ])('the browser never goes to %j', (path) => expect(to(path)).toBe('/'))
  it('the home page opens when nothing was requested', () => expect(returnTo(new URLSearchParams())).toBe('/'))
})
