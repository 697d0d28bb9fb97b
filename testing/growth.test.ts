import { expect, it } from 'vitest'
import { growth, LINEAR } from './growth.ts'

const numbers = (length: number) => Array.from({ length }, (_, index) => index)

it('distinguishes linear work from quadratic work', () => {
  const once = (length: number) => {
    const all = numbers(length)
    return () => new Set(all.map((one) => `${one}`)).size
  }
  const eachWithEach = (length: number) => {
    const all = numbers(length)
    return () => all.filter((one) => all.every((other) => other !== one + 0.5)).length
  }
  expect(growth(20_000, once)).toBeLessThan(LINEAR)
  expect(growth(2000, eachWithEach)).toBeGreaterThan(LINEAR)
})
