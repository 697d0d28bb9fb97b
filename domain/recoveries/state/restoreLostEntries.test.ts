import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { recoveryOf as recovery, sampleFacts } from '#testing/samples/sampleFacts.ts'
import { toDocument, type Resource, type StateDocument } from '../../state/checkpoint.ts'
import type { FactsWithEarlier, ReportedEntries } from '../guidedRecovery.ts'
import { planChange } from '../planChange.ts'

const ABOUT = { tags: {}, least: 0 } as const
const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const { urn, entry } = sampleEntries({ idOf: (name) => `${name}-1` })
const AWS = 'pulumi:providers:aws'
const provider = (name: string) => entry(name, { type: AWS })
const bucket = (name: string, of: string, more: Partial<Resource> = {}) =>
  entry(name, { provider: `${urn(of, AWS)}::${of}-1`, ...more })
const former = [provider('eu'), provider('us'), bucket('a', 'eu'), bucket('b', 'us'), bucket('c', 'eu')]
const state = (resources: Resource[]): StateDocument => toDocument({ resources }, { byteString: false })
const loss: ReportedEntries = {
  id: 'x',
  at: 1,
  baseVersion: 4,
  title: '3 resources disappeared from the state in version 5',
  explanation: 'Version 4 still has them.',
  entries: former.slice(2).map(({ urn, type, id = '' }) => ({ urn, type, id, why: '' })),
}
const facts = (resources: Resource[], more: Partial<FactsWithEarlier> = {}) =>
  sampleFacts(stack, state(resources), {
    earlier: [{ version: 4, deployment: { resources: former } }],
    losses: [loss],
    ...more,
  })
const names = ({ deployment }: StateDocument) => deployment.resources?.map(({ urn }) => urn.split('::').at(-1))
const choose = (option: string, problem = 'loss:x') => [
  { problem, option, inputs: {}, statement: 'The key was of another account' },
]

describe('entries removed by a refresh', () => {
  it('come back with the extensions of their providers, without which the engine stops at them', () => {
    const resources = [provider('eu'), bucket('a', 'eu', { extensionRef: 'e1' })]
    const extensions = { e1: { name: 'x', version: '1', value: 'YQ==' }, unused: {} }
    const planned = planChange(
      recovery('restore-lost-entries'),
      facts([provider('eu')], { earlier: [{ version: 4, deployment: { resources, extensions } }] }),
      choose('all'),
      ABOUT,
    )
    expect(planned.ok && planned.document.deployment.extensions).toEqual({ e1: extensions.e1 })
  })

  it('stay out with secrets that the present key does not decrypt: no CLI could read the state', () => {
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:a:b' }
    const resources = [provider('eu'), bucket('a', 'eu', { inputs: { password: secret } }), bucket('b', 'eu')]
    const of = (salt: string) => ({ secrets_providers: { type: 'passphrase', state: { salt } } })
    const base = facts([provider('eu')], {
      document: toDocument({ resources: [provider('eu')], ...of('new') }, { byteString: false }),
    })
    const restored = (salt: string) => {
      const given = { ...base, earlier: [{ version: 4, deployment: { resources, ...of(salt) } }] }
      const planned = planChange(recovery('restore-lost-entries'), given, choose('all'), ABOUT)
      const [problem] = recovery('restore-lost-entries').problems?.(given) ?? []
      return { names: planned.ok && names(planned.document), evidence: problem?.evidence.map(({ what }) => what) }
    }
    expect(restored('new').names).toEqual(['eu', 'a', 'b'])
    expect(restored('old').names).toEqual(['eu', 'b'])
    expect(restored('old').evidence?.join(' ')).toContain('a can’t be restored: its secrets are encrypted')
  })

  it('are restored completely, in their old place, at the highest level', () => {
    const planned = planChange(
      recovery('restore-lost-entries'),
      facts([provider('eu'), provider('us')]),
      choose('all'),
      ABOUT,
    )
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'us', 'a', 'b', 'c'])
    expect(planned.ok && planned.level).toBe(3)
    expect(planned.ok && planned.effect.entriesAdded).toHaveLength(3)
    expect(planned.ok && planned.integrityAfter).toEqual([])
  })

  it('are restored for one provider, with the provider itself if it was removed too', () => {
    const one = facts([provider('us')])
    const options = recovery('restore-lost-entries')
      .problems?.(one)[0]
      ?.options.map(({ id }) => id)
    expect(options).toEqual([
      'all',
      `provider:${urn('eu', 'pulumi:providers:aws')}`,
      `provider:${urn('us', 'pulumi:providers:aws')}`,
    ])
    const planned = planChange(recovery('restore-lost-entries'), one, choose(options?.[1] ?? ''), ABOUT)
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'us', 'a', 'c'])
  })

  it('are restored although resources of another region have their IDs', () => {
    const region = (name: string, at: string) => entry(name, { type: AWS, inputs: { region: at } })
    const logs = (name: string, of: string) =>
      bucket(name, of, { type: 'aws:cloudwatch/logGroup:LogGroup', id: name.split('-')[1] ?? '' })
    const providers = [region('eu', 'eu-west-1'), region('us', 'us-east-1')]
    const kept = [...providers, logs('eu-a', 'eu'), logs('eu-b', 'eu')]
    const before = [...kept, logs('us-a', 'us'), logs('us-b', 'us')]
    const now = facts(kept, { earlier: [{ version: 4, deployment: { resources: before } }] })
    const planned = planChange(recovery('restore-lost-entries'), now, choose('all'), ABOUT)
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'us', 'eu-a', 'eu-b', 'us-a', 'us-b'])
  })

  it('are not offered when an entry with another URN and provider may be their resource', () => {
    const moved = [provider('main'), bucket('d', 'main', { id: 'b-1' })]
    const now = facts(moved, { earlier: [{ version: 4, deployment: { resources: [bucket('b', 'us')] } }] })
    const [problem] = recovery('restore-lost-entries').problems?.(now) ?? []
    expect(problem).toMatchObject({ options: [], advice: expect.stringContaining('import those that exist') as string })
    expect(problem?.evidence.at(-1)?.what).toMatch(/^b can’t be restored: .*\bmay be\b/)
  })

  it('are left out, and named, when another entry now tracks the resource', () => {
    const planned = planChange(
      recovery('restore-lost-entries'),
      facts([provider('eu'), provider('us'), bucket('a', 'eu', { id: 'a-2' })]),
      choose('all'),
      ABOUT,
    )
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'us', 'a', 'b', 'c'])
    expect(planned.ok && planned.stopAndAsk.join()).toContain('Not restored')
  })

  it('refer to what has another URN since, and are left out if they may be what has', () => {
    const us = bucket('b', 'us', { dependencies: [urn('a')] })
    const providers = [provider('eu'), { ...provider('us'), inputs: { region: 'us-east-1' } }]
    const resources = [...providers, bucket('a', 'eu'), us, bucket('c', 'eu')]
    const earlier = [{ version: 4, deployment: { resources } }]
    const renamed = bucket('alias', 'eu', { id: 'a-1' })
    const maybe = bucket('maybe', 'us', { id: 'c-1' })
    const now = facts([...providers, renamed, maybe], { earlier })
    const planned = planChange(recovery('restore-lost-entries'), now, choose('all'), ABOUT)
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'us', 'alias', 'b', 'maybe'])
    expect(planned.ok && planned.document.deployment.resources?.[3]?.dependencies).toEqual([renamed.urn])
    const [problem] = recovery('restore-lost-entries').problems?.(now) ?? []
    expect(problem?.evidence.at(-1)?.what).toBe('c can’t be restored: it may be what maybe tracks now.')
  })

  it('say what to do when the version before is no longer readable', () => {
    const [problem] = recovery('restore-lost-entries').problems?.(facts([], { earlier: [] })) ?? []
    expect(problem?.options).toEqual([])
    expect(problem?.advice).toContain('pulumi import')
  })

  it('are not a finding unless some were lost', () => {
    expect(recovery('restore-lost-entries').finding(facts([], { losses: [] }))).toBeUndefined()
    expect(recovery('restore-lost-entries').finding(facts([]))).toMatchObject({ tone: 'danger', level: 3 })
  })
})

describe('one resource under two names', () => {
  const twins = [provider('eu'), bucket('a', 'eu', { id: 'same' }), bucket('b', 'eu', { id: 'same' })]
  const named = { ...loss, entries: twins.slice(1).map(({ urn, type, id = '' }) => ({ urn, type, id, why: '' })) }
  const problem = 'sameObject:aws:s3/bucket:Bucket same'
  const keep = (name: string) => choose(`keep:${urn(name, 'aws:s3/bucket:Bucket')}`, problem)

  it('keeps the chosen one, and never marks the other as pending deletion', () => {
    const planned = planChange(
      recovery('resolve-duplicates'),
      facts(twins, { losses: [], duplicates: [named] }),
      keep('b'),
      ABOUT,
    )
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'b'])
    expect(JSON.stringify(planned)).not.toContain('"delete":true')
  })

  it('refuses to remove an entry that others refer to, and says so before it is chosen', () => {
    const child = bucket('child', 'eu', { dependencies: [urn('a', 'aws:s3/bucket:Bucket')] })
    const given = facts([...twins, child], { losses: [], duplicates: [named] })
    expect(planChange(recovery('resolve-duplicates'), given, keep('b'), ABOUT)).toMatchObject({
      ok: false,
      code: 'would_break_state',
    })
    const option = recovery('resolve-duplicates')
      .problems?.(given)[0]
      ?.options.find(({ id }) => id.endsWith('::b'))
    expect(option?.stopAndAsk).toContain('a')
    expect(planChange(recovery('resolve-duplicates'), given, keep('a'), ABOUT).ok).toBe(true)
  })

  it('is resolved under the names that a rename of the stack gave to its entries', () => {
    const before = (name: string) => name.replace(/^urn:pulumi:[^:]+::/, 'urn:pulumi:former::')
    const reported = { ...named, entries: named.entries.map((entry) => ({ ...entry, urn: before(entry.urn) })) }
    const given = facts(twins, { losses: [], duplicates: [reported] })
    const planned = planChange(recovery('resolve-duplicates'), given, keep('b'), ABOUT)
    expect(planned.ok && names(planned.document)).toEqual(['eu', 'b'])
  })

  it('is resolved when one of them is gone', () => {
    expect(
      recovery('resolve-duplicates').problems?.(facts(twins.slice(0, 2), { losses: [], duplicates: [named] })),
    ).toEqual([])
  })
})

it('untracked resources are a finding that leads to their list', () => {
  const untracked = [
    {
      name: 'made',
      resourceType: 'aws:s3/bucket:Bucket',
      resourceId: 'm-1',
      since: 1,
      story: 'Created by an interrupted update.',
      importCommand: 'pulumi import',
    },
  ]
  expect(recovery('resolve-untracked').finding(facts([], { untracked }))).toMatchObject({
    items: ['made (aws:s3/bucket:Bucket), m-1'],
  })
  expect(recovery('resolve-untracked').finding(facts([]))).toBeUndefined()
})
