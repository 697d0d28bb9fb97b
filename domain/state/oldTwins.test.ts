import { describe, expect, it } from 'vitest'
import type { Resource } from './checkpoint.ts'
import { endangeringTwins, oldTwins } from './oldTwins.ts'

const urn = (name: string, type: string) => `urn:pulumi:prod::shop::${type}::${name}`
const PARAMETER = 'aws:ssm/parameter:Parameter'
const entry = (name: string, more: Partial<Resource> = {}, type = PARAMETER): Resource => ({
  urn: urn(name, type),
  type,
  custom: true,
  id: '/app/key',
  ...more,
})
const provider = (name: string, region: string): Resource => ({
  ...entry(name, { id: `id-${name}`, inputs: { region } }, 'pulumi:providers:aws'),
})
const found = (old: Partial<Resource>, live: Partial<Resource> = {}, type = PARAMETER) => {
  const [a, b] = [provider('a', 'eu-west-1'), provider('b', 'eu-central-1')]
  const deployment = { resources: [a, b, entry('key', live, type), entry('key', { delete: true, ...old }, type)] }
  return oldTwins(deployment)
}

describe('an old entry with the ID of the live one', () => {
  it('endangers the live object, whichever comes first in the list', () => {
    expect(found({})).toEqual([{ old: 3, live: 2, apart: undefined }])
    const reversed = { resources: [entry('key', { delete: true }), entry('key')] }
    expect(endangeringTwins(reversed)).toEqual([{ old: 0, live: 1, apart: undefined }])
  })

  it.each([
    ['it has another ID', { id: '/app/other' }, {}],
    ['it has no ID', { id: '' }, { id: '' }],
    ['it is kept on delete', { retainOnDelete: true }, {}],
    ['it is only read', { external: true }, {}],
    ['it is a component', { custom: false }, {}],
    ['the live one was deleted for its replacement', {}, { pendingReplacement: true }],
  ])('is harmless if %s', (_, old, live) => {
    expect(found(old, live)).toEqual([])
  })

  it('is harmless if the provider deletes nothing', () => {
    expect(found({ id: 'none' }, { id: 'none' }, 'random:index/randomPassword:RandomPassword')).toEqual([])
  })

  it('endangers it even if it is protected: the engine deletes what was replaced', () => {
    expect(found({ protect: true })).toHaveLength(1)
  })

  it.each([
    [
      'another provider configuration',
      { provider: `${urn('a', 'pulumi:providers:aws')}::id-a` },
      { provider: `${urn('b', 'pulumi:providers:aws')}::id-b` },
    ],
    ['another arn', { outputs: { arn: 'arn:aws:x:1' } }, { outputs: { arn: 'arn:aws:x:2' } }],
    ['another zone', { inputs: { zone: 'a.example' } }, { inputs: { zone: 'b.example' } }],
  ])('may be another object if it has %s', (apart, old, live) => {
    expect(found(old, live)).toEqual([{ old: 3, live: 2, apart }])
  })

  it.each([
    [
      'the same arn',
      { outputs: { arn: 'x' }, inputs: { region: 'a' } },
      { outputs: { arn: 'x' }, inputs: { region: 'b' } },
    ],
    ['another uid: the same name may have been created again', { outputs: { uid: '1' } }, { outputs: { uid: '2' } }],
    ['another encryption key', { inputs: { keyId: '1' } }, { inputs: { keyId: '2' } }],
  ])('is the same object with %s', (_, old, live) => {
    expect(found(old, live)).toEqual([{ old: 3, live: 2, apart: undefined }])
  })

  it('endangers a live object under another URN, unless something shows that they are two', () => {
    const state = (live: Partial<Resource>) => ({
      resources: [
        provider('a', 'eu-west-1'),
        provider('b', 'us-east-1'),
        entry('key', { delete: true }),
        entry('other', live),
      ],
    })
    expect(endangeringTwins(state({}))).toEqual([{ old: 2, live: 3, apart: undefined }])
    const another = `${urn('b', 'pulumi:providers:aws')}::id-b`
    for (const live of [{ provider: another }, { outputs: { arn: 'x' } }, { external: true }, { id: '12' }])
      expect(
        oldTwins({
          resources: [
            ...state(live).resources.slice(0, 2),
            entry('key', { delete: true, outputs: { arn: 'y' }, ...('id' in live && { id: '12' }) }),
            entry('other', live),
          ],
        }),
      ).toEqual([])
  })

  it('is compared with the live entry of its own URN first', () => {
    const resources = [entry('other'), entry('key'), entry('key', { delete: true })]
    expect(oldTwins({ resources })).toEqual([{ old: 2, live: 1, apart: undefined }])
  })
})
