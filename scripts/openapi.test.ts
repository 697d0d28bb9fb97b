import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DIGESTS, digests } from './openapi.ts'

it('the digests of both APIs match the service; if a change is intended, run npm run openapi', () => {
  expect(readFileSync(DIGESTS, 'utf8').split('\n')).toEqual(digests().split('\n'))
})
