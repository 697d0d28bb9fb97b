import { expect, it } from 'vitest'
import { shortenMiddle } from './shorten.ts'

it('shortens in the middle and keeps the end, where names differ', () => {
  expect(shortenMiddle('urn:pulumi:prod::payments::bucket', 11)).toBe('urn:…bucket')
  expect(shortenMiddle('short', 11)).toBe('short')
})
