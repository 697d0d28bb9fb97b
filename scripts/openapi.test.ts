import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { documents } from './openapi.ts'

it.each(Object.entries(documents))('%s matches the service; if not, run npm run openapi', (file, text) => {
  expect(JSON.parse(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))).toEqual(JSON.parse(text))
})
