import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { propertyTests } from './propertyTests.js'

/** @type {string[]} */
const folders = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

it('a test with random cases is found wherever it is, and no other one', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'holdfast-'))
  folders.push(root)
  mkdirSync(path.join(root, 'server/core/locks'), { recursive: true })
  const random = "import { firstFault } from '#testing/cases.ts'\n"
  writeFileSync(path.join(root, 'server/core/locks/queue.test.ts'), random)
  writeFileSync(path.join(root, 'server/core/locks/other.test.ts'), "import { it } from 'vitest'\n")
  writeFileSync(path.join(root, 'server/core/locks/notATest.ts'), random)
  expect(propertyTests(root)).toEqual(['server/core/locks/queue.test.ts'])
})

it('the long form runs the random repairs, edits and pictures', () => {
  expect(propertyTests()).toContain('domain/edits/randomEdits.test.ts')
  expect(propertyTests().length).toBeGreaterThan(2)
})
