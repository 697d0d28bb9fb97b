import { expect, it } from 'vitest'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import { originInFull, originWords, savedWhere } from './keptWords.ts'

it.each([savedWhere, originWords, originInFull])('%o: what is opened in this browser has words of its own', (words) => {
  expect(words({ org: OPENED_ORG })).not.toBe(words({ org: 'acme-s3' }))
  expect(words({ org: OPENED_ORG })).not.toMatch(/audit|backend/)
})
