import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import type { Resource } from './checkpoint.ts'
import { formerObjects, sameObjectIn } from './objectPlaces.ts'

const TABLE = 'aws:dynamodb/table:Table'
const { urn, entry } = sampleEntries({ type: TABLE })
const AWS = 'pulumi:providers:aws'
const KUBERNETES = 'pulumi:providers:kubernetes'
const provider = (name: string, inputs: Record<string, unknown>, more: Partial<Resource> = {}) =>
  entry(name, { type: AWS, inputs, ...more })
const by = (name: string, type = AWS, id = `${name}-id`) => ({ provider: `${urn(name, type)}::${id}` })
const cipher = (text: string) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  ciphertext: text,
})
const eu = provider('eu', { region: 'eu-west-1', version: '6.1.0' })
const us = provider('us', { region: 'us-east-1', version: '6.1.0' })
const table = (name: string, of: string, more: Partial<Resource> = {}) => entry(name, { id: 't', ...by(of), ...more })

describe('two entries with one type and ID', () => {
  const compared = (one: Partial<Resource>, other: Partial<Resource>, ...states: Resource[][]) =>
    sameObjectIn(...states)(table('a', 'eu', one), table('b', 'us', other))

  it.each<[string, Resource, Resource, string]>([
    ['regions', eu, us, 'apart'],
    ['versions of the plugin', eu, provider('us', { region: 'eu-west-1', version: '7.0.0' }), 'same'],
    ['tags', eu, provider('us', { region: 'eu-west-1', defaultTags: { tags: { a: 'b' } } }), 'unknown'],
    ['regions, one of which is not in the state', eu, provider('us', {}), 'unknown'],
    ['regions, one of which is a secret', eu, provider('us', { region: cipher('x') }), 'unknown'],
  ])('whose providers differ by %s', (_, one, other, expected) => {
    expect(compared({}, {}, [one, other])).toBe(expected)
  })

  const config = (server: string, user: string) =>
    `clusters: [{name: c, cluster: {server: "https://${server}"}}]\nusers: [{name: ${user}}]`
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['names of clusters', { context: 'eu' }, { context: 'us' }, 'apart'],
    ['kubeconfigs of two clusters', { kubeconfig: config('eu', 'x') }, { kubeconfig: config('us', 'x') }, 'apart'],
    ['kubeconfigs of one cluster', { kubeconfig: config('eu', 'x') }, { kubeconfig: config('eu', 'y') }, 'unknown'],
    ['encrypted kubeconfigs', { kubeconfig: cipher('x') }, { kubeconfig: cipher('y') }, 'unknown'],
  ])('whose providers differ by %s', (_, one, other, expected) => {
    const type = 'kubernetes:core/v1:Namespace'
    const state = [
      provider('eu', one, { type: KUBERNETES, urn: urn('eu', KUBERNETES) }),
      provider('us', other, { type: KUBERNETES, urn: urn('us', KUBERNETES) }),
    ]
    expect(compared({ type, ...by('eu', KUBERNETES) }, { type, ...by('us', KUBERNETES) }, state)).toBe(expected)
  })

  it.each<[string, Partial<Resource>, Partial<Resource>, string]>([
    ['belong to a service without regions', { type: 'aws:iam/role:Role' }, { type: 'aws:iam/role:Role' }, 'unknown'],
    ['have a name that is unique in all regions', { type: 'aws:s3/bucket:Bucket' }, {}, 'unknown'],
    ['have an ID with their place', { id: 'arn:aws:sns:eu-west-1:1:t' }, {}, 'same'],
    ['have a region of their own', { inputs: { region: 'eu-west-1' } }, {}, 'unknown'],
    ['have one ARN', { outputs: { arn: 'arn:a' } }, { outputs: { arn: 'arn:a' } }, 'same'],
    ['have two ARNs', { outputs: { arn: 'arn:a' } }, { outputs: { arn: 'arn:b' } }, 'apart'],
  ])('of two regions, which %s', (_, one, other, expected) => {
    expect(compared(one, { ...one, ...other }, [eu, us])).toBe(expected)
  })

  it('of one provider are one object, unless they are in two containers', () => {
    expect(compared(by('us'), {}, [us])).toBe('same')
    expect(compared({}, { provider: by('eu').provider }, [])).toBe('same')
    expect(compared({ ...by('us'), inputs: { table: 'a' } }, { inputs: { table: 'b' } }, [us])).toBe('unknown')
    expect(compared({ ...by('us'), outputs: { arn: 'a' } }, { outputs: { arn: 'b' } }, [us])).toBe('unknown')
  })

  it('of a provider that no state has are unknown', () => {
    expect(compared({}, {}, [eu])).toBe('unknown')
    expect(compared({}, { provider: '' }, [eu])).toBe('unknown')
  })

  it('without a provider are one object: of the only one that old states have', () => {
    expect(compared({ provider: '' }, { provider: '' }, [])).toBe('same')
  })
})

describe('an entry of a former state', () => {
  const found = (lost: Resource, former: Resource[], later: Resource[]) =>
    formerObjects({ resources: former }, { resources: later })(lost)?.sameness

  it('is not held by the one of the other region, which was beside it', () => {
    const [a, b] = [table('a', 'eu'), table('b', 'us')]
    expect(found(b, [eu, us, a, b], [eu, us, a])).toBe('apart')
    expect(found(b, [eu, us, a, b], [eu, a])).toBe('apart')
  })

  it('is not held by an entry that was beside it, however alike they are encrypted', () => {
    const [one, other] = [provider('eu', { token: cipher('x') }), provider('us', { token: cipher('y') })]
    const [a, b] = [table('a', 'eu'), table('b', 'us')]
    expect(found(b, [one, other, a, b], [one, a])).toBe('apart')
  })

  it('is held by an entry with another URN, also after a replacement or an upgrade of its provider', () => {
    const b = table('b', 'us')
    expect(found(b, [us, b], [us, table('c', 'us')])).toBe('same')
    const next = provider('us', { region: 'us-east-1', version: '7.0.0' }, { id: 'us-2' })
    expect(found(b, [us, b], [next, table('c', 'us', by('us', AWS, 'us-2'))])).toBe('same')
    const version = provider('default_7_0_0', { region: 'us-east-1', version: '7.0.0' })
    expect(found(b, [us, b], [version, table('c', 'default_7_0_0')])).toBe('same')
  })

  it('is held by an entry of its provider, whose configuration has changed', () => {
    const b = table('b', 'us')
    expect(found(b, [us, b], [provider('us', { region: 'us-east-1', retries: 3 }), table('c', 'us')])).toBe('same')
  })

  it('may be held by a new entry of a provider that has another ID and configuration', () => {
    const next = provider('us', { region: 'us-east-1', retries: 3 }, { id: 'us-2' })
    const b = table('b', 'us')
    expect(found(b, [us, b], [next, table('c', 'us', by('us', AWS, 'us-2'))])).toBe('unknown')
  })

  it('is still held when the stack has another name', () => {
    const renamed = (entries: Resource[]) =>
      JSON.parse(JSON.stringify(entries).replaceAll('urn:pulumi:prod::', 'urn:pulumi:next::')) as Resource[]
    const b = table('b', 'us')
    expect(found(b, [us, b], renamed([provider('us', { token: cipher('y') }), table('c', 'us')]))).toBe('same')
  })

  it('that was recorded twice is held by the other one', () => {
    const [a, b] = [table('a', 'us'), table('b', 'us')]
    expect(found(b, [us, a, b], [us, a])).toBe('same')
  })

  it('is not held by another one with an ID that identifies nothing', () => {
    const password = (name: string) => entry(name, { type: 'random:index/randomPassword:RandomPassword', id: 'none' })
    expect(found(password('b'), [password('a'), password('b')], [password('a')])).toBe('apart')
  })

  it('whose ID no entry has is nowhere', () => {
    expect(found(table('b', 'us'), [us, table('b', 'us')], [us])).toBe(undefined)
  })
})
