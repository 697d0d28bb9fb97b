import { describe, expect, it } from 'vitest'
import { counted, firstOf, list, number, plural } from './counts.ts'

describe('a count with its noun', () => {
  it.each([
    [0, '0 stacks'],
    [1, '1 stack'],
    [2, '2 stacks'],
    [1200, '1,200 stacks'],
  ])('is for %d: %s', (count, words) => {
    expect(counted(count, 'stack')).toBe(words)
  })

  it('takes a plural of its own', () => {
    expect([1, 3].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '3 entries'])
  })
})

it('the word agrees with the count', () => {
  expect([0, 1, 2].map((count) => plural(count, 'it is', 'they are'))).toEqual(['they are', 'it is', 'they are'])
})

it('lists the first items, and counts the others', () => {
  expect([['a'], ['a', 'b'], ['a', 'b', 'c', 'd']].map((items) => firstOf(items, 2))).toEqual([
    'a',
    'a and b',
    'a, b and 2 more',
  ])
})

it('groups digits, and joins a list', () => {
  expect(number(1234567)).toBe('1,234,567')
  expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => list(items))).toEqual(['a', 'a and b', 'a, b and c'])
})
