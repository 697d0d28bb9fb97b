import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { recoveryOf, sampleFacts } from '#testing/samples/sampleFacts.ts'
import { type Resource, toDocument } from '../../state/checkpoint.ts'
import { planChange } from '../planChange.ts'

const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const { urn, entry, root } = sampleEntries({ idOf: (name) => `${name}-1` })
const AWS = 'pulumi:providers:aws'
const GROUP = 'shop:index:Group'
const provider = (name: string, inputs: object = { region: name }) =>
  entry(name, { type: AWS, inputs: inputs as Record<string, unknown> })
const by = (name: string) => ({ provider: `${urn(name, AWS)}::${name}-1` })
const group = (name: string, type = GROUP): Resource => entry(name, { type, custom: false, id: '' })
const document = (resources: Resource[]) => toDocument({ resources: [root, ...resources] }, { byteString: false })

/** What the restore of version 3 offers, and what it leaves. */
function restore(then: Resource[], now: Resource[]) {
  const recovery = recoveryOf('restore-version')
  const facts = sampleFacts(stack, document(now), {
    earlier: [{ version: 3, deployment: document(then).deployment }],
  })
  const [problem] = recovery.problems?.(facts) ?? []
  const plan = (option: string) => {
    const choice = { problem: 'version:3', option, inputs: {}, statement: 'Looked.' }
    const planned = planChange(recovery, facts, [choice], { tags: {}, least: 0 })
    if (!planned.ok) return planned.reason
    return planned.document.deployment.resources
      ?.slice(1)
      .map(
        ({ urn: of, id = '', delete: isOld }) =>
          `${of.split('::').slice(2).join(' ').replace('aws:s3/bucket:Bucket', 'B')} ${id}${isOld ? ' old' : ''}`,
      )
  }
  return {
    problem,
    offered: problem?.options.map(({ id }) => id),
    plan,
    said: problem?.evidence.map(({ what }) => what).join(' '),
  }
}
const db = (more: Partial<Resource> = {}) => entry('db', more)
const database = (more: Partial<Resource> = {}) => entry('database', { id: 'db-1', ...more })

describe('an object that has another URN since, as after a rename with an alias', () => {
  it('keeps it, with what it had then, and is tracked once', () => {
    const then = [db({ inputs: { size: 1 } }), entry('app', { dependencies: [urn('db')] })]
    const now = [database({ inputs: { size: 2 } }), entry('app', { dependencies: [urn('database')] }), entry('new')]
    const { offered, plan, said } = restore(then, now)
    expect(offered).toEqual(['carry', 'exact'])
    expect(plan('carry')).toEqual(['B database db-1', 'B app app-1', 'B new new-1'])
    expect(plan('exact')).toEqual(['B database db-1', 'B app app-1'])
    expect(said).toContain('db is called database since, and keeps that name.')
  })

  it('also if another one has its former URN now', () => {
    const { plan } = restore([db({ inputs: { size: 1 } })], [database(), db({ id: 'db-2' })])
    expect(plan('carry')).toEqual(['B database db-1', 'B db db-2'])
  })

  it('also if two have each other’s URN now', () => {
    const then = [entry('a', { inputs: { size: 1 } }), entry('b')]
    expect(restore(then, [entry('a', { id: 'b-1' }), entry('b', { id: 'a-1' })]).plan('exact')).toEqual([
      'B b a-1',
      'B a b-1',
    ])
  })

  it('with its component, and the types of what is in it', () => {
    const inside = (parent: string, type: string): Resource[] => [
      group(parent, type),
      { ...entry('site'), urn: urn('site', `${type}$aws:s3/bucket:Bucket`), parent: urn(parent, type) },
      { ...entry('gone'), urn: urn('gone', `${type}$aws:s3/bucket:Bucket`), parent: urn(parent, type) },
    ]
    const { plan } = restore(inside('web', GROUP), inside('pages', 'shop:index:Pages').slice(0, 2))
    expect(plan('exact')).toEqual([
      'shop:index:Pages pages ',
      'shop:index:Pages$B site site-1',
      'shop:index:Pages$B gone gone-1',
    ])
  })

  it('with its provider, if that was renamed too', () => {
    const was = [provider('eu'), db({ inputs: { size: 1 }, ...by('eu') })]
    const is = [{ ...provider('eu'), urn: urn('europe', AWS) }, database({ provider: `${urn('europe', AWS)}::eu-1` })]
    expect(restore(was, [...is, entry('new')]).plan('carry')).toEqual([
      'pulumi:providers:aws europe eu-1',
      'B database db-1',
      'B new new-1',
    ])
  })
})

describe('an object that may have another URN since', () => {
  it.each<[string, Resource[], Resource[]]>([
    [
      'its provider has another configuration',
      [provider('eu'), db(by('eu'))],
      [provider('eu', { region: 'eu', profile: 'x' }), database(by('eu'))],
    ],
    ['its ID is not specific', [db({ id: '12' })], [database({ id: '12' })]],
    ['its type is another one too', [db()], [db({ type: 'aws:s3/bucketV2:BucketV2' })]],
    ['it is only read now', [db()], [database({ external: true })]],
    ['two entries track it', [db()], [database(), entry('data', { id: 'db-1' })]],
    ['its entry cannot be decoded', [db({ dependencies: 'x' as never })], [database()]],
    ['the other URN named another object then', [db(), entry('database')], [database()]],
  ])('is not kept beside the former entry, and the restore asks about it, if %s', (_, then, now) => {
    const { offered, problem, said } = restore(then, [...now, entry('new')])
    expect(offered).toEqual(['exact'])
    expect(problem?.options[0]?.stopAndAsk).toContain('db may be what ')
    expect(said).toContain('Resources added since cannot be kept: db may be what ')
  })

  it('is another one if its ID only is unique in a place, and comes back', () => {
    const there = (name: string, of: string) => entry(name, { id: 'monitoring', ...by(of) })
    const both = [provider('eu'), provider('us')]
    const now = [...both, there('eu-mon', 'eu'), entry('new')]
    const { offered, plan } = restore([...both, there('eu-mon', 'eu'), there('us-mon', 'us')], now)
    expect(offered).toEqual(['carry', 'exact'])
    expect(plan('exact')).toContain('B us-mon monitoring')
    const arn = (name: string) => entry(name, { id: 'same', outputs: { arn: name } })
    expect(restore([arn('a')], [arn('b'), entry('new')]).plan('carry')).toEqual(['B a same', 'B b same', 'B new new-1'])
  })

  it('is another one if it exists in the state only', () => {
    const password = (name: string) => entry(name, { type: 'random:index/randomPassword:RandomPassword', id: 'none' })
    expect(restore([password('a')], [password('b')]).plan('carry')).toHaveLength(2)
  })
})

it('a version in which one object is tracked twice is not restored once that is resolved', () => {
  const { offered, problem } = restore([db(), database()], [database()])
  expect(offered).toEqual([])
  expect(problem?.advice).toContain('would be tracked twice')
  expect(restore([db(), database({ inputs: { size: 1 } })], [db(), database()]).offered).toEqual(['exact'])
})

it('a resource that was half replaced is restored as it is now, once the replacement is finished', () => {
  const half = db({ pendingReplacement: true })
  const { plan, problem } = restore([half, entry('app')], [db({ id: 'db-2' }), entry('app', { inputs: { size: 2 } })])
  expect(plan('exact')).toEqual(['B db db-2', 'B app app-1'])
  expect(problem?.options[0]?.stopAndAsk).toBeNull()
  const facts = sampleFacts(stack, document([db()]), {
    earlier: [{ version: 3, deployment: document([half, entry('app')]).deployment }],
  })
  const choices = [{ problem: 'version:3', option: 'exact', inputs: {}, statement: 'Looked.' }]
  const planned = planChange(recoveryOf('restore-version'), facts, choices, { tags: {}, least: 0 })
  expect(planned.ok && planned.document.deployment.resources).toEqual([root, db(), entry('app')])
})

it('a resource that stays as it is now keeps its key: a version with secrets of another one is not restored around it', () => {
  const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:a:b' }
  const sealed = (salt: string, resources: Resource[]) => {
    const { deployment } = document(resources)
    return { ...deployment, secrets_providers: { type: 'passphrase', state: { salt } } }
  }
  const now = db({ id: 'db-2', inputs: { password: secret } })
  const then = [db({ pendingReplacement: true }), entry('app', { inputs: { password: secret } })]
  const facts = sampleFacts(stack, toDocument(sealed('new', [now]), { byteString: false }), {
    earlier: [{ version: 3, deployment: sealed('old', then) }],
  })
  const choices = [{ problem: 'version:3', option: 'exact', inputs: {}, statement: 'Looked.' }]
  const planned = planChange(recoveryOf('restore-version'), facts, choices, { tags: {}, least: 0 })
  expect(planned).toMatchObject({ ok: false, reason: expect.stringMatching(/encrypted differently/) })
})

it('an old entry is not carried over if its object is live in the version', () => {
  const { plan } = restore(
    [db()],
    [db({ id: 'db-2' }), db({ delete: true }), entry('x', { id: 'x-0', delete: true }), entry('x')],
  )
  expect(plan('carry')).toEqual(['B db db-1', 'B x x-0 old', 'B x x-1'])
})
