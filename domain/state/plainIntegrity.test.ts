import { describe, expect, it } from 'vitest'
import { firstIntegrityError } from './firstIntegrityError.ts'
import type { verify } from './integrity.ts'
import { readState } from './checkpoint.ts'
import { integrityErrors, plainIntegrity } from './plainIntegrity.ts'
import { unknownFeatures } from './unknownFeatures.ts'

const BUCKET = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::'
const PROVIDER = 'urn:pulumi:prod::shop::pulumi:providers:aws::default_6_72_0::0f7c'
const bucket = (name: string, more: object = {}) => ({
  urn: BUCKET + name,
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  ...more,
})

/** What is said about the first fault of a state. */
const said = (resources: Parameters<typeof verify>[0]['resources'], manifest?: object): string =>
  plainIntegrity(
    firstIntegrityError({ resources, ...(manifest && { manifest }) } as Parameters<typeof verify>[0]) ?? '',
  )

describe('an invalid state in plain words', () => {
  it.each([
    [
      'an unknown provider',
      [bucket('main', { provider: PROVIDER })],
      '“main” refers to a provider that isn’t in the state',
    ],
    [
      'a component with an ID',
      [bucket('checkout', { custom: false, id: 'x' })],
      '“checkout” is a component but has an ID',
    ],
    ['no type', [{ urn: `${BUCKET}main`, type: '', custom: true }], '“main” has no type'],
    [
      'a missing parent',
      [bucket('main', { parent: `${BUCKET}lost` })],
      'The parent of “main”, “lost”, isn’t in the state',
    ],
    [
      'a parent that comes later',
      [bucket('main', { parent: `${BUCKET}net` }), bucket('net')],
      '“main” is listed before its parent “net”',
    ],
    [
      'a missing dependency',
      [bucket('main', { dependencies: [`${BUCKET}lost`] })],
      '“main” refers to “lost”, which isn’t in the state',
    ],
    [
      'a dependency of a property that comes later',
      [bucket('main', { propertyDependencies: { vpcId: [`${BUCKET}net`] } }), bucket('net')],
      '“main” is listed before “net”, which it refers to',
    ],
    [
      'a resource that is deleted with a missing one',
      [bucket('main', { deletedWith: `${BUCKET}lost` })],
      '“main” refers to “lost”, which isn’t in the state',
    ],
    [
      'two that depend on each other',
      [bucket('main', { dependencies: [`${BUCKET}net`] }), bucket('net', { dependencies: [`${BUCKET}main`] })],
      '“main” and “net” depend on each other',
    ],
    [
      'two that depend on each other through a third',
      [
        bucket('main', { dependencies: [`${BUCKET}net`] }),
        bucket('logs', { parent: `${BUCKET}main` }),
        bucket('net', { dependencies: [`${BUCKET}logs`] }),
      ],
      '“main” and “net” depend on each other',
    ],
    ['a duplicate', [bucket('main'), bucket('main')], '“main” is in the state twice'],
  ])('says what it means: %s', (_, resources, words) => {
    expect(said(resources)).toBe(words)
  })

  it('counts the other errors', () => {
    const broken = ['main', 'logs', 'audit'].map((name) => bucket(name, { parent: `${BUCKET}lost` }))
    expect(said(broken)).toBe('The parent of “main”, “lost”, isn’t in the state, and 2 more errors')
  })

  it('does not frighten about a checksum', () => {
    expect(said([], { version: 'v3.1.0', magic: 'x' })).toMatch(/^The checksum doesn’t match/)
  })

  it('shows any other message as it is, with names instead of URNs', () => {
    expect(plainIntegrity(`${BUCKET}main cannot be read`)).toBe('main cannot be read')
  })
})

it.each([
  ['a feature', { version: 4, features: ['x'] }, 'x'],
  ['two', { version: 4, features: ['x', 'y'] }, 'x and y'],
  ['the version', { version: 5 }, 'its format'],
])('what is newer than Holdfast is named, not called a fault: %s', (_, wrapper, need) => {
  const read = readState({ ...wrapper, deployment: {} })
  const problem = read.ok ? '' : read.problem
  expect(unknownFeatures(problem)).toEqual('features' in wrapper ? wrapper.features : [])
  expect(plainIntegrity(problem)).toBe(`A newer CLI wrote the state: Holdfast doesn’t know ${need}`)
  expect(unknownFeatures('two parents')).toBeUndefined()
})

it('counts the errors that a message is about', () => {
  const [lost, twice] = [bucket('a', { provider: PROVIDER }), bucket('b', { provider: PROVIDER })]
  expect(integrityErrors(firstIntegrityError({ resources: [lost] } as never) ?? '')).toBe(1)
  expect(integrityErrors(firstIntegrityError({ resources: [lost, twice] } as never) ?? '')).toBe(2)
})
