import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled } from './bootstrap.js'

let place = ''
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'holdfast-bootstrap-'))
  mkdirSync(path.join(place, 'node_modules'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const LISTED = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', optional: true },
}
const json = (/** @type {object} */ packages) => JSON.stringify({ packages })

describe('what package-lock.json lists is installed', () => {
  it.each([
    [true, 'as listed', json(LISTED)],
    [true, 'without what is optional', json({ 'node_modules/a': { version: '1.0.0' } })],
    [false, 'in another version', json({ ...LISTED, 'node_modules/a': { version: '1.0.1' } })],
    [false, 'in part', json({})],
    [false, 'by an empty record', ''],
    [false, 'by a record that was cut', json(LISTED).slice(0, 40)],
    [false, 'by a record of something else', '{}'],
    [false, 'without a record', undefined],
  ])('is %s of a record %s', (expected, _, record) => {
    writeFileSync(path.join(place, 'package-lock.json'), json(LISTED))
    if (record !== undefined) writeFileSync(path.join(place, 'node_modules/.package-lock.json'), record)
    expect(isInstalled(place)).toBe(expected)
  })
})
