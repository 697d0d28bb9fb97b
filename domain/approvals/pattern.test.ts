import { describe, expect, it } from 'vitest'
import { anyOf, matcherOf } from './pattern.ts'

describe('a pattern', () => {
  it.each([
    ['prod', 'prod', true],
    ['prod', 'production', false],
    ['prod*', 'production', true],
    ['*-prod', 'shop-prod', true],
    ['a*a', 'a', false],
    ['*ab*ab*', 'ab', false],
    ['*ab*ab*', 'xabyabz', true],
    ['a*b*c', 'a-c-b', false],
    ['*', '', true],
    ['aws:*:Instance', 'aws:rds/instance:Instance', true],
    ['Prod', 'prod', false],
    ['a.b', 'axb', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matcherOf(pattern)(text)).toBe(expected)
  })

  it('agrees with a regular expression on all short patterns and texts', () => {
    for (const pattern of allOf('ab*', 5)) {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
      const matches = matcherOf(pattern)
      const differing = allOf('ab', 5).filter((text) => matches(text) !== expression.test(text))
      expect({ pattern, differing }).toEqual({ pattern, differing: [] })
    }
  })

  it('of 1,000 characters never goes back, which would take longer than the universe lasts', () => {
    expect(matcherOf('*a'.repeat(500))('a'.repeat(499).padEnd(100_000, 'b'))).toBe(false)
  })

  it('is one of several, and no pattern matches everything', () => {
    expect(anyOf(['a', 'b*'])('bc')).toBe(true)
    expect(anyOf(['a', 'b*'])('c')).toBe(false)
    expect(anyOf([])('anything')).toBe(true)
  })
})

/** All texts of these letters up to a length. */
const allOf = (letters: string, most: number): string[] =>
  most === 0
    ? ['']
    : ['', ...allOf(letters, most - 1).flatMap((text) => letters.split('').map((letter) => letter + text))]
